import { expect, test } from "vitest";
import { accounted, company, header, mappingText, people, type Company, type Employee } from "../helpers/company.ts";

const DAY = 86_400_000;
const scoped = (scope: string): string => `${mappingText}scope: { ${scope} }\n`;
const LEGAL = "exclude: { Department: Legal }";
const dated = mappingText.replace(
  "active: { column: Status, values: { Active: true, Left: false } }",
  "active: { column: Status, values: { Active: true, Left: false }, from: { column: Hired }, until: { column: Leave, days: 2 } }",
);

type Dated = Employee & { hired?: string; last?: string };

const write = (c: Company, rows: readonly Dated[], file = "hr.csv"): void => {
  const lines = rows.map(
    ({ id, mail = `p${id}@acme.example`, dept = "Sales", status = "Active", hired = "2020-01-01", last: leave = "" }) =>
      [id, `First${id}`, `Last${id}`, mail, dept, status, hired, leave].join(","),
  );
  c.place.write(file, `${header},Hired,Leave\n${lines.join("\n")}\n`);
};

const day = (c: Company, by: number): string => new Date(c.clock.now().getTime() + by * DAY).toISOString().slice(0, 10);
const isActive = (c: Company, id: string): unknown => c.accountsOf(id)[0]?.["active"];
const night = (c: Company, job = "job.yaml"): ReturnType<Company["sync"]> => {
  c.clock.step(DAY);
  return c.night("sync", [job]);
};

const importLink = async (c: Company, id: string): Promise<void> => {
  const account = c.service.addUser({ username: `p${id}@acme.example` });
  c.place.write("links.csv", `employee_id,user_id\n${id},${account}\n`);
  expect((await c.run("identities import job.yaml links.csv --key employee_id --user-id user_id --reviewer Ana")).code).toBe(0);
};

test("I2: keeps the account of a person with a new key out of scope, also on nights on which that row does not change", async () => {
  const c = await company({ mapping: scoped(LEGAL), parts: { policy: { absent: "deactivate" } } });
  c.hr(people(4));
  await c.sync();
  const file = [...people(2), { id: "0004" }, { id: "N3", mail: "p0003@acme.example", dept: "Legal" }];
  c.hr(file);
  expect((await night(c)).counts).toMatchObject({ out_of_scope: 1, absent: 1, absent_deactivated: 0 });
  c.hr([...file, { id: "0005" }]);
  const second = await night(c);
  expect(second.counts).toMatchObject({ creates: 1, out_of_scope: 1, absent: 1, absent_deactivated: 0 });
  expect(c.place.read(`.rollcall/reports/${second.run}.json`)).toContain(
    "Missing from the file, but kept active: 1. A row under a new key, out of scope",
  );
  expect(accounted(second.counts)).toBe(5);
  expect(isActive(c, "0003")).toBe(true);
  // Linked by a person, the account belongs to the new key: nobody is absent.
  c.hr(file);
  const linked = await c.run(
    "identities",
    "link",
    "job.yaml",
    "N3",
    c.accountsOf("0003")[0]?.user_id ?? "",
    "--from",
    "0003",
    "--reviewer",
    "Ana",
  );
  expect([linked.code, linked.stderr]).toEqual([0, ""]);
  expect((await night(c)).counts).toMatchObject({ out_of_scope: 1, absent: 1, absent_deactivated: 1 });
  expect([isActive(c, "0003"), isActive(c, "0005")]).toEqual([true, false]);
});

test("I2: closes the account of a person whose row with a new key out of scope says that the person has left", async () => {
  const c = await company({ mapping: scoped(LEGAL), parts: { policy: { absent: "deactivate" } } });
  c.hr(people(4));
  await c.sync();
  c.hr([...people(2), { id: "0004" }, { id: "N3", mail: "p0003@acme.example", dept: "Legal", status: "Left" }]);
  expect((await night(c)).counts).toMatchObject({ absent_deactivated: 1 });
  expect((await night(c)).counts).toMatchObject({ absent: 0, out_of_scope: 1 });
});

test("I2: keeps the account of a person who joins under a new key later, on every night until then", async () => {
  const c = await company({ mapping: dated, parts: { policy: { absent: "deactivate" } } });
  write(c, people(4));
  await c.sync();
  const file = [...people(2), { id: "0004" }, { id: "N3", mail: "p0003@acme.example", hired: day(c, 4) }];
  for (let i = 0; i < 3; i += 1) {
    write(c, file);
    expect((await night(c)).counts).toMatchObject({ not_due: 1, creates: 0, absent: 1, absent_deactivated: 0 });
  }
  expect((await night(c)).counts).toMatchObject({ creates: 0, held: 1, absent_deactivated: 0 });
  expect(isActive(c, "0003")).toBe(true);
  expect(c.service.users()).toHaveLength(4);
});

test("I5: keeps the account of a person with a new key who has left, until the last day", async () => {
  const c = await company({ mapping: dated, parts: { policy: { absent: "deactivate" } } });
  write(c, people(4));
  await c.sync();
  write(c, [...people(2), { id: "0004" }, { id: "N3", mail: "p0003@acme.example", status: "Left", last: day(c, 2) }]);
  for (let i = 0; i < 3; i += 1) expect((await night(c)).counts).toMatchObject({ not_due: 1, absent: 1, absent_deactivated: 0 });
  expect(isActive(c, "0003")).toBe(true);
  await night(c);
  await night(c);
  expect(isActive(c, "0003")).toBe(false);
});

test("I5: an account linked by hand belongs to the job whose file has the person, whichever job is named", async () => {
  const c = await company({ parts: { policy: { absent: "deactivate" } } });
  c.place.write("other.yaml", mappingText.replace('["HR/**"]', "[]").replace(/ {2}rules:[^]*/, ""));
  c.job({ source: { file: "other.csv" }, policy: { absent: "report" } }, "second.yaml");
  const second = JSON.parse(c.place.read("second.yaml")) as object;
  c.place.write("second.yaml", JSON.stringify({ ...second, name: "second", mapping: "other.yaml" }));
  c.hr(people(4));
  await c.sync();
  // The file of the second job has the person, and the service refuses to create the account that is there.
  const account = c.service.addUser({ username: "p0009@acme.example" });
  c.hr([{ id: "0008" }, { id: "0009" }], "other.csv");
  await night(c, "second.yaml");
  const linked = await c.run("identities", "link", "job.yaml", "0009", account, "--reason", "Looked it up", "--yes");
  expect(linked.code).toBe(0);
  c.hr([{ id: "0008" }], "other.csv");
  await night(c, "second.yaml");
  // The second job only reports absent people, and for the first job the person was never in a file.
  expect((await night(c)).counts).toMatchObject({ absent: 0, absent_deactivated: 0 });
  expect(isActive(c, "0009")).toBe(true);
});

test("I5: `leaves: deactivate` spares an account whose scope or dates another job cannot decide", async () => {
  const c = await company({ mapping: scoped(`${LEGAL}, leaves: deactivate`), parts: { source: { unchanged: "skip" } } });
  c.place.write(
    "other.yaml",
    mappingText
      .replace('["HR/**"]', "[]")
      .replace(/ {2}rules:[^]*/, "")
      .concat("scope: { include: { Status: [Active, Left] } }\n"),
  );
  c.job({ source: { file: "other.csv" } }, "second.yaml");
  const second = JSON.parse(c.place.read("second.yaml")) as object;
  c.place.write("second.yaml", JSON.stringify({ ...second, name: "second", mapping: "other.yaml" }));
  c.hr(people(4));
  c.hr(people(4), "other.csv");
  await c.sync();
  await night(c, "second.yaml");
  c.hr([{ id: "0001" }, { id: "0002" }, { id: "0003", status: "" }, { id: "0004" }], "other.csv");
  expect((await night(c, "second.yaml")).counts).toMatchObject({ held: 1 });
  c.hr([{ id: "0001" }, { id: "0002" }, { id: "0003", dept: "Legal" }, { id: "0004", dept: "Legal" }]);
  expect((await night(c)).counts).toMatchObject({ deactivations: 0, out_of_scope: 2 });
  expect([isActive(c, "0003"), isActive(c, "0004")]).toEqual([true, true]);
  // The other job no longer plans 0003, and no longer has 0004.
  c.hr([{ id: "0001" }, { id: "0002" }, { id: "0003", status: "Extern" }], "other.csv");
  await night(c, "second.yaml");
  expect((await night(c)).counts).toMatchObject({ deactivations: 2, out_of_scope: 0 });
});

test("`leaves: deactivate` closes no account of someone never in scope before the last day, or with an unreadable one", async () => {
  const c = await company({ mapping: `${dated}scope: { ${LEGAL}, leaves: deactivate }\n` });
  const leaver = (last: string, status = "Left"): Dated[] => [
    { id: "0001" },
    { id: "0002", dept: "Legal", status, last },
    { id: "0003", dept: "Legal", status, last: "soon" },
  ];
  write(c, leaver("", "Active"));
  await c.sync();
  await importLink(c, "0002");
  await importLink(c, "0003");
  const last = day(c, 0);
  write(c, leaver(last));
  expect((await night(c)).counts).toMatchObject({ deactivations: 0, out_of_scope: 2 });
  expect((await night(c)).counts).toMatchObject({ deactivations: 0, out_of_scope: 2 });
  expect((await night(c)).counts).toMatchObject({ deactivations: 1, out_of_scope: 1 });
  expect([isActive(c, "0002"), isActive(c, "0003")]).toEqual([false, true]);
});

test("I4: an absent person is a leaver, although the dates of the last row could not be read", async () => {
  const c = await company({ mapping: `${dated}scope: { ${LEGAL} }\n`, parts: { policy: { absent: "deactivate" } } });
  write(c, people(4));
  await c.sync();
  write(c, [...people(3), { id: "0004", last: "soon" }]);
  expect((await night(c)).counts).toMatchObject({ held: 1 });
  write(c, people(3));
  expect((await night(c)).counts).toMatchObject({ absent: 1, absent_deactivated: 1 });
  expect(isActive(c, "0004")).toBe(false);
});

test("I1: a protected group is found with another case and spaces in its path", async () => {
  const c = await company();
  c.hr([{ id: "0001" }, { id: "0002", dept: "Legal" }]);
  await c.sync();
  const job = JSON.parse(c.place.read("job.yaml")) as object;
  c.place.write("job.yaml", JSON.stringify({ ...job, protect: { groups: [" hr/departments/LEGAL "] } }));
  c.hr([
    { id: "0001", dept: "Legal" },
    { id: "0002", dept: "IT" },
  ]);
  expect((await night(c)).counts).toMatchObject({ removals_pending: 1 });
  expect(c.accountsOf("0001")[0]?.groups).not.toContain("HR/Departments/Legal");
  const pending = (await c.run("review list --json")).json<{ group: { path: string } }[]>();
  expect(pending.map(({ group }) => group.path)).toEqual(["HR/Departments/Sales"]);
});

test("I3: every night of a scope and dates that change back and forth is accounted for, and ends as the file says", async () => {
  const c = await company({ mapping: `${dated}scope: { ${LEGAL} }\n`, parts: { source: { unchanged: "skip" } } });
  const files: Dated[][] = [
    [{ id: "0001" }, { id: "0002" }, { id: "0003", hired: day(c, 6) }],
    [{ id: "0001" }, { id: "0002", dept: "Legal" }, { id: "0003", dept: "Legal", hired: day(c, 6) }],
    [{ id: "0001" }, { id: "0002", dept: "" }, { id: "0003", hired: "soon" }],
    [{ id: "0001" }, { id: "0002", dept: "IT", last: day(c, 6) }, { id: "0003", hired: day(c, 6) }],
  ];
  for (const file of files)
    for (const again of [1, 2]) {
      write(c, file);
      c.clock.step(DAY);
      const checked = (await c.run("check job.yaml --json")).json<{ counts: Record<string, number> }>().counts;
      const { counts } = await c.sync();
      expect([again, accounted(counts)]).toEqual([again, 3]);
      const terms = ["rejected", "creates", "updates", "deactivations", "reactivations", "unchanged", "held", "out_of_scope", "not_due"];
      expect(terms.map((term) => [term, checked[term]])).toEqual(terms.map((term) => [term, counts[term] ?? 0]));
    }
  expect((await night(c)).counts).toMatchObject({ deactivations: 1 });
  expect(["0001", "0002", "0003"].map((id) => isActive(c, id))).toEqual([true, false, true]);
  expect((await night(c)).counts).toMatchObject({ unchanged: 3, done: 0 });
});
