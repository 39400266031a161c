import { expect, test } from "vitest";
import { accounted, company, header, mappingText, type Company, type Employee, type Night } from "../helpers/company.ts";

const DAY = 86_400_000;
const MANAGERS = "HR/Managers";

type Managed = Employee & { manager?: string };

const mappingWith = (manager: string): string =>
  `${mappingText.trimEnd()}
    - { name: managers, when: { manager.has_reports: "yes" }, groups: [${MANAGERS}] }
    - { name: teams, groups: ["HR/Teams/{manager.key}"] }
manager: ${manager}
`;

const write = (c: Company, rows: readonly (Managed | string)[], file = "hr.csv"): void => {
  const lines = rows.map((row) => {
    if (typeof row === "string") return row;
    const { id, mail = `p${id}@acme.example`, dept = "Sales", status = "Active", last = `Last${id}`, manager = "0001" } = row;
    return [id, `First${id}`, last, mail, dept, status, manager].join(",");
  });
  c.place.write(file, `${header},Manager ID\n${lines.join("\n")}\n`);
};

const managed = async (manager = "{ column: Manager ID, blank: nobody }"): Promise<Company> => {
  const c = await company({ mapping: mappingWith(manager) });
  c.service.addGroup(MANAGERS);
  for (const id of ["0001", "0002", "0003"]) c.service.addGroup(`HR/Teams/${id}`);
  return c;
};

const night = (c: Company, rows: readonly (Managed | string)[], ...args: string[]): Promise<Night> => {
  c.clock.step(DAY);
  write(c, rows);
  return c.sync(...args);
};

/** 0001 leads 0002 and 0003, and 0002 leads 0004. */
const staff: Managed[] = [{ id: "0001", manager: "" }, { id: "0002" }, { id: "0003" }, { id: "0004", manager: "0002" }];
const groupsOf = (c: Company, id: string): string[] => c.accountsOf(id)[0]?.groups.toSorted() ?? [];
const notesOf = (c: Company, { run }: Night): Record<string, number> => {
  const report = JSON.parse(c.place.read(`.rollcall/reports/${run}.json`)) as { notes: { code: string; rows: number }[] };
  return Object.fromEntries(report.notes.map(({ code, rows }) => [code, rows]));
};

test("gives groups to managers and to the people of each manager, computed from the whole file", async () => {
  const c = await managed();
  const first = await night(c, staff.toReversed());
  expect(first.counts).toMatchObject({ creates: 4, done: 4 });
  expect(accounted(first.counts)).toBe(4);
  expect(groupsOf(c, "0001")).toContain(MANAGERS);
  expect(groupsOf(c, "0002")).toEqual(expect.arrayContaining([MANAGERS, "HR/Teams/0001"]));
  expect(groupsOf(c, "0003")).not.toContain(MANAGERS);
  expect(groupsOf(c, "0004")).toEqual(expect.arrayContaining(["HR/Teams/0002"]));
  // An unchanged file changes nothing.
  expect((await night(c, staff.toReversed())).counts).toMatchObject({ unchanged: 4, done: 0 });
  // 0002 has no reports any more, although the row of 0002 is the same: a removal is pending.
  const moved = await night(c, [...staff.slice(0, 3), { id: "0004", manager: "0003" }]);
  expect(moved.counts).toMatchObject({ removals_pending: 2 });
  const pending = (await c.run("review list --json")).json<{ person: { key: string }; group: { path: string } }[]>();
  expect(pending.map(({ person, group }) => `${person.key} ${group.path}`).sort()).toEqual([`0002 ${MANAGERS}`, "0004 HR/Teams/0002"]);
  expect(groupsOf(c, "0003")).toContain(MANAGERS);
  expect((await c.run("explain job.yaml 0002")).stdout).toContain("manager.has_reports");
});

test.for([
  ["a rejected row", [{ id: "0004", manager: "0003", mail: "not an address" }]],
  ["a row without a key", [",A,B,x@acme.example,Sales,Active,0003", { id: "0004", manager: "0003" }]],
  ["a row of the wrong width", ["0009,A,B,x@acme.example,Sales,Active,0003,more", { id: "0004", manager: "0003" }]],
  [
    "rows that contradict each other",
    [
      { id: "0004", manager: "0003" },
      { id: "0004", manager: "0003", last: "Other" },
    ],
  ],
] as const)("I5: after %s, nobody stops being a manager", async ([, rows]) => {
  const c = await managed();
  await night(c, staff);
  const unclear = await night(c, [...staff.slice(0, 3), ...rows]);
  expect(notesOf(c, unclear)).toMatchObject({ managers_unknown: expect.any(Number) });
  const pending = (await c.run("review list --json")).json<{ group: { path: string } }[]>();
  expect(pending.filter(({ group }) => group.path === MANAGERS)).toEqual([]);
  expect(groupsOf(c, "0002")).toContain(MANAGERS);
  // A column that is unknown for a night holds no run.
  expect(unclear.status).toBe("completed");
});

test("I5: a partial file says of nobody that they have no reports", async () => {
  const c = await managed();
  await night(c, staff);
  c.clock.step(DAY);
  write(c, [{ id: "0002", last: "New" }], "some.csv");
  expect((await c.sync("--file", "some.csv")).counts).toMatchObject({ updates: 1, removals_pending: 0 });
  expect(groupsOf(c, "0002")).toContain(MANAGERS);
  // A pilot reads the whole file, so it is known.
  const pilot = await night(c, [...staff.slice(0, 3), { id: "0004", manager: "0003" }], "--only", 'row["Employee ID"] == "0002"');
  expect(pilot.counts).toMatchObject({ removals_pending: 1, not_in_pilot: 3 });
});

test("I5: a blank manager is unknown, unless the mapping says that it names nobody", async () => {
  const c = await managed("{ column: Manager ID }");
  const first = await night(c, staff);
  expect(notesOf(c, first)).toMatchObject({ managers_unknown: 1 });
  expect(groupsOf(c, "0002")).toContain(MANAGERS);
  await night(c, [...staff.slice(0, 3), { id: "0004", manager: "0003" }]);
  const pending = (await c.run("review list --json")).json<{ group: { path: string } }[]>();
  expect(pending.map(({ group }) => group.path)).toEqual(["HR/Teams/0002"]);
  const explained = (await c.run("explain job.yaml 0004")).stdout;
  expect(explained).toMatch(/manager\.has_reports +\(not known\)/);
  expect(explained).toContain("because it is not known whether anyone reports to the person");
  expect(explained).not.toContain("the row ends before");
});

test("a person who has left does not make anyone a manager, and one of unknown status leaves it open", async () => {
  const c = await managed();
  await night(c, staff);
  expect((await night(c, [...staff.slice(0, 3), { id: "0004", manager: "0002", status: "Sabbatical" }])).counts).toMatchObject({
    removals_pending: 0,
  });
  expect((await night(c, [...staff.slice(0, 3), { id: "0004", manager: "0002", status: "Left" }])).counts).toMatchObject({
    removals_pending: 1,
  });
});

test("reports circles and managers who are in no row, in reports and in check", async () => {
  const c = await managed();
  const rows: Managed[] = [
    { id: "0001", manager: "0003" },
    { id: "0002", manager: "0001" },
    { id: "0003", manager: "0002" },
    { id: "0004", manager: "0099" },
    { id: "0005", manager: "0005" },
    { id: "0006", manager: "0001" },
  ];
  const run = await night(c, rows);
  expect(notesOf(c, run)).toMatchObject({ manager_circle: 4, unknown_manager: 1 });
  expect(run.counts).toMatchObject({ creates: 6 });
  // Someone who names themselves has no report by that.
  expect(groupsOf(c, "0005")).not.toContain(MANAGERS);
  const checked = (await c.run("check job.yaml")).stdout;
  expect(checked).toContain("The manager of these people is in no row of the file. (row 5)");
  expect(checked).toContain("These people are their own manager, directly or through others. (4 rows)");
});

test.for([
  ["{ column: '' }", /mapping\.yaml:17:\d+: `manager\.column` must be the name of a column/],
  ["{ colum: Manager ID }", /unknown key `manager\.colum`/],
  ["{ column: Manager ID, blank: no }", /`manager\.blank`/],
] as const)("names the place of the error in manager: %s", async ([manager, message]) => {
  const c = await company({ mapping: mappingWith(manager) });
  write(c, staff);
  const result = await c.run("sync job.yaml");
  expect([result.code, result.stderr]).toEqual([2, expect.stringMatching(message)]);
});

test("a file that lacks the column of the manager is refused, and nothing changes", async () => {
  const c = await managed("{ column: Boss }");
  write(c, staff);
  const result = await c.run("sync job.yaml");
  expect([result.code, result.stderr]).toEqual([4, expect.stringContaining("the header lacks the column “Boss”")]);
  // The export has no computed column.
  expect(result.stderr).toContain("The header has: ");
  expect(result.stderr).not.toContain("manager.has_reports");
  expect(result.stderr).toMatch(/names in the mapping \(mapping\.yaml:\d+\)\./);
});
