import { expect, test } from "vitest";
import { accounted, company, type Company } from "../helpers/company.ts";

const header = "Employee ID,First,Last,Email,Department,Status,Primary Job";
const keep = { keep: { column: "Primary Job", values: ["Yes"] } };

/** Key, department, and the cell of the column that marks the row to use. */
type Line = [key: string, dept: string, primary: string | null];

async function night(c: Company, lines: readonly Line[]) {
  c.clock.step(86_400_000);
  const rows = lines.map(([key, dept, primary]) =>
    [key, `First${key}`, `Last${key}`, `p${key}@acme.example`, dept, "Active", ...(primary === null ? [] : [primary])].join(","),
  );
  c.place.write("hr.csv", `${[header, ...rows].join("\n")}\n`);
  const source = { rows: keep };
  c.job({ source });
  const checked = await c.run("check", "job.yaml", "--json");
  const { counts } = checked.json<{ counts: Record<string, number> }>();
  const planned = await c.night("plan", ["job.yaml"]);
  const result = await c.sync();
  for (const term of ["rejected", "duplicates", "creates", "updates", "unchanged"])
    expect([counts[term], planned.counts[term]], `for ${term}`).toEqual([result.counts[term], result.counts[term]]);
  expect(planned.rejects).toEqual(result.rejects);
  expect(accounted(result.counts)).toBe(lines.length);
  return result;
}

function groupsOf(c: Company, key: string): string[] {
  return c.accountsOf(key)[0]?.groups.filter((group) => group !== "HR/All staff") ?? [];
}

test("I3: uses the row that the job keeps, and counts the person's other rows as duplicates with a note", async () => {
  const c = await company({ parts: { policy: { absent: "deactivate" } } });
  const file: Line[] = [
    ["001", "Sales", "Yes"],
    ["001", "Legal", "No"],
    ["002", "Legal", "No"],
    ["002", "IT", "Yes"],
    ["003", "IT", " Yes "],
  ];
  const first = await night(c, file);
  expect(first).toMatchObject({ code: 0, counts: { creates: 3, duplicates: 2, rejected: 0 } });
  expect([groupsOf(c, "001"), groupsOf(c, "002")]).toEqual([["HR/Departments/Sales"], ["HR/Departments/IT"]]);
  const { notes } = JSON.parse(c.place.read(`.rollcall/reports/${first.run}.json`)) as { notes: object[] };
  expect(notes).toContainEqual(expect.objectContaining({ code: "row_not_kept", column: "Primary Job", rows: 2, examples: [3, 4] }));
  expect(await night(c, file)).toMatchObject({ code: 0, counts: { unchanged: 3, duplicates: 2, done: 0 } });
  const explained = await c.run("explain", "job.yaml", "001", "--json");
  expect(explained.stdout).toContain("HR/Departments/Sales");

  // The other assignment becomes the main one.
  const moved = await night(c, [["001", "Sales", "No"], ["001", "Legal", "Yes"], ...file.slice(2)]);
  expect(moved).toMatchObject({ counts: { updates: 1, unchanged: 2, duplicates: 2, removals_pending: 1 } });
}, 120_000);

test("I5: a key without a kept row, or with a row that does not say, is rejected and never absent", async () => {
  const c = await company({ parts: { policy: { absent: "deactivate" } } });
  const keys = ["001", "002", "003", "004", "005", "006"];
  await night(
    c,
    keys.map((key): Line => [key, "Sales", "Yes"]),
  );
  c.service.clearRequests();
  const result = await night(c, [
    ["001", "Sales", "No"],
    ["002", "Sales", "Yes"],
    ["002", "Legal", ""],
    ["003", "Sales", null],
    ["004", "Sales", "#N/A"],
    ["004", "Sales", "Yes"],
    ["005", "Sales", "Yes"],
    ["005", "IT", "Yes"],
    ["005", "Legal", "No"],
  ]);
  expect(result.counts).toMatchObject({ rejected: 8, duplicates: 1, absent: 1, absent_deactivated: 1, removals_pending: 0 });
  expect(result.rejects.map(({ row, code }) => `${row} ${code}`)).toEqual([
    "2 no_row_kept",
    "3 kept_row_unclear",
    "4 kept_row_unclear",
    "5 kept_row_unclear",
    "6 kept_row_unclear",
    "7 kept_row_unclear",
    "8 conflicting_rows",
    "9 conflicting_rows",
  ]);
  expect(result.rejects[1]?.message).toContain("(rows 3, 4)");
  expect(c.userCalls().map(({ body }) => body["active"])).toEqual([false]);
  expect(c.service.users().filter(({ active }) => active !== false)).toHaveLength(5);
}, 120_000);

test("a row that is left out is not compared with others, and a file without the column is refused", async () => {
  const c = await company();
  // The second assignment has no name, and another person's address.
  c.place.write(
    "hr.csv",
    `${[header, "001,Ana,Sol,ana@acme.example,Sales,Active,Yes", "001,,,bo@acme.example,IT,Active,No", "002,Bo,Lind,bo@acme.example,IT,Active,Yes"].join("\n")}\n`,
  );
  c.job({ source: { rows: keep } });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2, duplicates: 1, rejected: 0 } });
  c.hr([{ id: "001" }]);
  const refused = await c.sync();
  expect(refused).toMatchObject({ code: 4, problem: { code: "missing_column" } });
  expect(refused.problem?.message).toContain("the header lacks the column “Primary Job”");
}, 120_000);

test("who has reports follows from the kept rows, and is unknown where a key has none", async () => {
  const c = await company({
    mapping: `
key: Employee ID
user: { username: Email, first_name: First, last_name: Last, email: Email }
manager: { column: Boss, blank: nobody }
groups:
  authority: ["HR/**"]
  rules:
    - { name: leads, when: { manager.has_reports: "yes" }, groups: ["HR/All staff"] }
`,
  });
  const lines = (second: string): string =>
    `${[
      "Employee ID,First,Last,Email,Boss,Primary Job",
      "1,A,One,a@acme.example,,Yes",
      "2,B,Two,b@acme.example,,Yes",
      "3,C,Three,c@acme.example,1,Yes",
      `3,C,Three,c@acme.example,2,${second}`,
      `4,D,Four,d@acme.example,1,${second}`,
    ].join("\n")}\n`;
  c.job({ source: { rows: keep } });
  c.place.write("hr.csv", lines("No"));
  await c.sync();
  const leads = (): string[] =>
    c.service
      .users()
      .filter(({ groups }) => groups.includes("HR/All staff"))
      .map(({ username }) => username);
  expect(leads()).toEqual(["a@acme.example"]);
  // The only report of 2 is a row that is left out, but nobody knows who manages 4.
  const explained = await c.run("explain", "job.yaml", "2");
  expect(explained.stdout).toContain("it is not known whether anyone reports to the person");
}, 120_000);
