import { expect, test } from "vitest";
import { company, people, type Company, type Employee, type Night } from "../helpers/company.ts";

const limit = (night: Night): string[] => (night.held ?? []).map(({ limit: name, found, allowed }) => `${name} ${found} > ${allowed}`);
const rekeyed = (staff: readonly Employee[]): Employee[] => staff.map(({ id }) => ({ id: `N-${id}`, mail: `p${id}@acme.example` }));
const renamed = (staff: readonly Employee[]): Employee[] =>
  staff.map((one) => ({ ...one, first: `Other${one.id}`, last: `Somebody${one.id}` }));

async function running(c: Company, staff: readonly Employee[]): Promise<void> {
  c.hr(staff);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: staff.length, failed: 0 } });
  c.service.clearRequests();
}

test("creates no second accounts for 1,500 people whose keys all changed, even when the run is approved", async () => {
  const c = await company();
  const staff = people(1500);
  // The rows are known from a run that could not create accounts, and the accounts existed before.
  c.hr(staff.map((one) => ({ ...one, status: "" })));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { held: 1500 } });
  const lines = staff.map(({ id }) => `${id},${c.service.addUser({ username: `p${id}@acme.example` }, ["HR/All staff"])}`);
  c.place.write("links.csv", `Employee ID,user\n${lines.join("\n")}\n`);
  const imported = await c.run("identities", "import", "job.yaml", "links.csv", "--key", "Employee ID", "--user-id", "user", "--yes");
  expect(imported).toMatchObject({ code: 0 });
  c.service.clearRequests();

  c.hr(rekeyed(staff));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 3, status: "held", counts: { held: 1500, creates: 0 } });
  // The new keys are no longer numbers, which is a limit of its own.
  expect(limit(night)).toEqual(["known_missing 1500 > 750", "rekeyed 1500 > 30", "columns 1500 > 0"]);
  expect(night.held?.[1]).toMatchObject({ message: expect.stringContaining("(0001 → N-0001, 0002 → N-0002,") as string });
  expect(c.userCalls()).toEqual([]);
  const approved = await c.night("runs approve", [night.run, "--reason", "looked at it"]);
  expect(approved).toMatchObject({ code: 1, counts: { held: 1500, blocked: 1500, creates: 0 } });
  expect(c.userCalls("POST")).toEqual([]);
  expect(c.service.users()).toHaveLength(1500);
}, 300_000);

test("a few changed keys hold only these people, unless the job sets a stricter limit", async () => {
  const c = await company();
  const staff = people(20);
  await running(c, staff);
  c.hr([...rekeyed(staff.slice(0, 10)), ...staff.slice(10)]);
  expect(await c.sync()).toMatchObject({ code: 1, status: "completed", counts: { held: 10, unchanged: 10, creates: 0 } });
  c.job({ policy: { limits: { rekeyed: 5 } } });
  // A run with a strict limit: 10 % are missing.
  c.hr([...rekeyed(staff.slice(0, 2)), ...staff.slice(2)]);
  expect(limit(await c.sync())).toContain("rekeyed 2 > 1");
  expect(c.userCalls("POST")).toEqual([]);
}, 120_000);

test("counts no keys as changed in a partial file, and still creates no second account", async () => {
  const c = await company();
  const staff = people(12);
  await running(c, staff);
  c.hr(rekeyed(staff), "part.csv");
  expect(await c.sync("--file", "part.csv")).toMatchObject({ code: 1, status: "completed", counts: { held: 12, creates: 0 } });
  expect(limit(await c.sync("--file", "part.csv", "--complete"))).toEqual([
    "known_missing 12 > 6",
    "rekeyed 12 > 10",
    expect.stringMatching(/^columns \d+ > 0$/),
  ]);
  expect(c.userCalls("POST")).toEqual([]);
}, 120_000);

test("puts a run on hold if many first and last names change at once, until it is approved", async () => {
  const c = await company();
  const staff = people(14);
  await running(c, staff);
  c.hr([...renamed(staff.slice(0, 11)), ...staff.slice(11)]);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 3, status: "held" });
  expect(limit(night)).toEqual(["renamed 11 > 10"]);
  expect(night.held?.[0]).toMatchObject({
    message: expect.stringContaining("(keys 0001, 0002, 0003, 0004, 0005, …) (`policy.limits.renamed` allows 10). Check whether") as string,
  });
  expect(c.userCalls()).toEqual([]);
  expect(await c.night("runs approve", [night.run, "--reason", "a merger"])).toMatchObject({ code: 0, counts: { updates: 11 } });
}, 120_000);

test("puts a run on hold if a column shifted by one row", async () => {
  const c = await company();
  const staff = people(14);
  await running(c, staff);
  c.hr(staff.map((one, i) => ({ ...one, first: `First${staff[i - 1]?.id ?? "x"}`, last: `Last${staff[i - 1]?.id ?? "x"}` })));
  expect(limit(await c.sync())).toEqual(["renamed 14 > 10"]);
}, 120_000);

test("releases a run with new last names, other spellings and as many changes as the limit allows", async () => {
  const c = await company();
  const staff = people(14).map((one) => ({ ...one, first: "José", last: `Núñez ${one.id}` }));
  await running(c, staff);
  // Last names alone, and first and last name in capitals, without accents and blanks.
  c.hr(staff.map((one, i) => (i < 7 ? { ...one, last: `Married${one.id}` } : { ...one, first: "JOSE", last: `NUNEZ${one.id}` })));
  expect(await c.sync()).toMatchObject({ code: 0, status: "completed", counts: { updates: 14 } });
  c.hr([...renamed(staff.slice(0, 10)), ...staff.slice(10).map((one) => ({ ...one, first: "JOSE", last: `NUNEZ${one.id}` }))]);
  expect(await c.sync()).toMatchObject({ code: 0, status: "completed", counts: { updates: 10 } });
}, 120_000);

test("counts sensitive names by their fingerprints and never shows them", async () => {
  const c = await company({
    mapping: `
key: Employee ID
user:
  username: { column: Email, transform: lower }
  first_name: { column: First, sensitive: true }
  last_name: { column: Last, sensitive: true }
  email: { column: Email, transform: lower }
active: { column: Status, values: { Active: true, Left: false } }
groups: { authority: ["HR/**"], rules: [{ name: everyone, groups: ["HR/All staff"] }] }
`,
  });
  const staff = people(12);
  await running(c, staff);
  c.hr(renamed(staff));
  const night = await c.sync();
  expect(limit(night)).toEqual(["renamed 12 > 10"]);
  const report = c.place.read(`.rollcall/reports/${night.run}.json`);
  expect([night.stdout, night.stderr, report].filter((text) => /Somebody0|Other0/.test(text))).toEqual([]);
}, 120_000);
