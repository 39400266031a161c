import { expect, test } from "vitest";
import { accounted, company, people, type Company } from "../helpers/company.ts";
import { check } from "../helpers/check.ts";

/** Runs check, plan and sync on the file; all three must agree about every row. */
async function nightOf(c: Company, file: Parameters<Company["hr"]>[0]) {
  c.clock.step(86_400_000);
  c.hr(file);
  const checked = await check(c);
  const planned = await c.night("plan", ["job.yaml"]);
  const night = await c.sync();
  expect(planned.rejects).toEqual(night.rejects);
  expect(checked.rejects.map(({ row, code }) => [row, code])).toEqual(night.rejects.map(({ row, code }) => [row, code]));
  for (const term of ["rejected", "creates", "held", "unchanged"] as const)
    expect([checked.counts[term], planned.counts[term]], `for ${term}`).toEqual([night.counts[term], night.counts[term]]);
  expect(accounted(night.counts)).toBe(file.length);
  return night;
}

const absent = { policy: { absent: "deactivate" } };

test("I2: a key that a spreadsheet shortened takes over no account, and nobody counts as missing meanwhile", async () => {
  const c = await company({ parts: absent });
  c.hr([{ id: "98000000012" }, { id: "100000012" }]);
  await c.sync();
  c.service.clearRequests();
  const night = await nightOf(c, [{ id: "9.8E+10", first: "Zed", last: "Quark" }, { id: "100000012" }]);
  expect(night).toMatchObject({ code: 1, counts: { rejected: 1, unchanged: 1, absent: 0, absent_deactivated: 0 } });
  expect(night.rejects).toMatchObject([{ row: 2, column: "Employee ID", code: "shortened_key" }]);
  expect(c.userCalls()).toEqual([]);
}, 120_000);

test("keys such as 1E5 are rejected if several of a file look so and none has an account; a single one is a key", async () => {
  const c = await company({ parts: absent });
  c.hr([{ id: "100000" }, { id: "2000000" }, { id: "7" }]);
  await c.sync();
  c.service.clearRequests();
  const shortened = await nightOf(c, [{ id: "1E5", mail: "a@acme.example" }, { id: "2E6", mail: "b@acme.example" }, { id: "7" }]);
  expect(shortened).toMatchObject({ counts: { rejected: 2, unchanged: 1, absent_deactivated: 0 } });
  expect(shortened.rejects.map(({ code }) => code)).toEqual(["shortened_key", "shortened_key"]);
  expect(c.userCalls()).toEqual([]);
  const alone = await nightOf(c, [{ id: "100000" }, { id: "2000000" }, { id: "7" }, { id: "3E4" }]);
  expect(alone).toMatchObject({ code: 0, counts: { creates: 1, rejected: 0 } });
  // One of them has an account by now, so such keys are usual here.
  const usual = await nightOf(c, [{ id: "100000" }, { id: "2000000" }, { id: "7" }, { id: "3E4" }, { id: "5E4" }]);
  expect(usual).toMatchObject({ code: 0, counts: { creates: 1, rejected: 0 } });
}, 120_000);

test("error words keep what the person has, and words for no value are noted where they come more than once", async () => {
  const c = await company();
  c.hr([...people(3), { id: "0004", last: "Null" }]);
  await c.sync();
  const before = c.service.users();
  const night = await nightOf(c, [
    { id: "0001", first: "#N/A", dept: "#REF!" },
    { id: "0002", dept: "#VALUE!", status: "#N/A" },
    { id: "0003", dept: "nan" },
    { id: "0004", last: "Null", dept: "nan" },
    { id: "NULL", mail: "null@acme.example" },
    { id: "0005", last: "M\u{FFFD}ller" },
  ]);
  expect(night.rejects.map(({ row, column, code }) => [row, column, code])).toEqual([
    [2, "First", "error_cell"],
    [6, "Employee ID", "no_key"],
    [7, "Last", "error_cell"],
  ]);
  expect(night.counts).toMatchObject({ rejected: 3, removals_pending: 0, creates: 0 });
  const notes = JSON.parse(c.place.read(`.rollcall/reports/${night.run}.json`)).notes as { code: string; column: string; rows: number }[];
  expect(notes.filter(({ code }) => code === "null_word")).toMatchObject([{ column: "Department", rows: 2 }]);
  const after = c.service.users();
  expect(after.map(({ groups }) => groups)).toEqual(before.map(({ groups }) => groups));
  expect(after.find(({ username }) => username === "p0001@acme.example")?.fields["first_name"]).toBe("First0001");
}, 120_000);

test("values that are wrapped as text are read without that, in CSV with and without quotes", async () => {
  const c = await company();
  c.hr([
    '="00123",Ana,Sol,ana@acme.example,IT,Active',
    '"=""00124""",Bo,Lind,bo@acme.example,IT,Active',
    "'00125,Cy,'t Hooft,cy@acme.example,IT,Active",
  ]);
  const first = await c.sync();
  expect(first).toMatchObject({ code: 0, counts: { creates: 3 } });
  expect(c.operations(first.run).map(({ key }) => key)).toEqual(["00123", "00124", "00125"]);
  expect(c.service.users().map(({ fields }) => fields["last_name"])).toContain("'t Hooft");
  const notes = JSON.parse(c.place.read(`.rollcall/reports/${first.run}.json`)).notes as object[];
  expect(notes).toMatchObject([{ code: "wrapped_value", column: "Employee ID", rows: 3, examples: [2, 3, 4] }]);
  const plain = [
    "00123,Ana,Sol,ana@acme.example,IT,Active",
    "00124,Bo,Lind,bo@acme.example,IT,Active",
    "00125,Cy,'t Hooft,cy@acme.example,IT,Active",
  ];
  expect(await nightOf(c, plain)).toMatchObject({ code: 0, counts: { unchanged: 3 } });
}, 120_000);

test("an identity file with shortened keys links nobody by them", async () => {
  const c = await company();
  c.hr(people(1));
  const user = c.service.addUser({ username: "someone@acme.example" });
  c.place.write("ids.csv", `key,user_id\n9.8E+10,${user}\n`);
  const { code, stdout } = await c.run(
    "identities",
    "import",
    "job.yaml",
    "ids.csv",
    "--key",
    "key",
    "--user-id",
    "user_id",
    "--yes",
    "--json",
  );
  expect(code).toBe(1);
  expect(stdout).toContain("shortened_key");
}, 120_000);
