import { expect, test } from "vitest";
import { choosingColumn } from "../../src/source/choosing-column.ts";
import { accounted, company, mappingText, type Company } from "../helpers/company.ts";

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

test("I3: a comparison of mappings leaves out the rows that the job does not keep", async () => {
  const c = await company();
  c.place.write(
    "hr.csv",
    `${header}\n1,A,B,a@acme.example,Sales,Active,Yes\n1,A,B,a@acme.example,Legal,Active,No\n2,C,D,c@acme.example,IT,Active,\n`,
  );
  c.place.write("other.yaml", mappingText.replace("HR/Departments", "HR/Units"));
  const compare = async () => c.run("plan", "job.yaml", "--mapping", "other.yaml", "--json");
  expect((await compare()).json()).toMatchObject({ rows: 3, leftOut: 0, unreadable: 0, changed: 3 });
  c.job({ source: { rows: keep } });
  const compared = (await compare()).json<{ groups: { group: string }[] }>();
  expect(compared).toMatchObject({ rows: 3, leftOut: 1, unreadable: 1, changed: 1, same: 0 });
  expect(compared.groups.map(({ group }) => group).sort()).toEqual(["HR/Departments/Sales", "HR/Units/Sales"]);
  expect((await c.run("plan", "job.yaml", "--mapping", "other.yaml")).stdout).toContain(
    "3 rows, 1 of them unreadable with either mapping, 1 left out by",
  );
}, 120_000);

test("I3: check names the column that tells apart the rows of one key, and says that scope does not", async () => {
  const c = await company({ mapping: `${mappingText}scope: { include: { Primary Job: "Yes" } }\n` });
  const row = (key: string, dept: string, primary: string): string =>
    `${key},F${key},L${key},p${key}@acme.example,${dept},Active,${primary}`;
  const noteOf = async (...rows: string[]) => {
    c.place.write("hr.csv", `${header}\n${rows.join("\n")}\n`);
    const checked = (await c.run("check", "job.yaml", "--json")).json<{ notes: { code: string; message: string; rows: number }[] }>();
    return checked.notes.find(({ code }) => code === "rows_of_one_key");
  };
  const file = [row("1", "Sales", "Yes"), row("1", "Legal", "No"), row("2", "IT", "Yes")];
  const note = await noteOf(...file);
  expect(note).toMatchObject({ column: "Primary Job", rows: 2 });
  expect(note?.message).toContain('set `source: { rows: { keep: { column: "Primary Job", values: ["Yes"] } } }` in the job.');
  expect(note?.message).toContain("`scope` does not choose rows");
  c.place.write("mapping.yaml", mappingText);
  expect((await noteOf(...file))?.message).not.toContain("scope");
  // The proposed setting is right.
  c.job({ source: { rows: keep } });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2, duplicates: 1, rejected: 0 } });
  expect(await noteOf(...file)).toBeUndefined();
  c.job();
  expect(await noteOf(row("1", "Sales", "Yes"), row("1", "Legal", "Yes"), row("2", "IT", "Yes"))).toBeUndefined();
  expect(await noteOf(row("1", "Sales", "Yes"), row("1", "Legal", "No"), row("2", "IT", "No"))).toBeUndefined();
  expect(await noteOf(row("1", "Sales", "Yes"), row("2", "IT", "No"))).toBeUndefined();
}, 120_000);

test.for([
  [
    "a main assignment among words",
    ["Type"],
    [
      ["1", "Main"],
      ["1", "Second"],
      ["2", "Main"],
      ["3", "Second"],
      ["3", "Main"],
      ["4", "Main"],
      ["4", "Third"],
    ],
    ["Type", "Main"],
  ],
  [
    "nothing where two columns fit",
    ["A", "B"],
    [
      ["1", "u", "p"],
      ["1", "v", "q"],
      ["2", "u", "p"],
    ],
    null,
  ],
  [
    "nothing where the values of the column are hidden",
    ["Primary"],
    [
      ["1", "Yes"],
      ["1", "No"],
    ],
    null,
  ],
  [
    "nothing where rows are equal",
    ["Primary Job"],
    [
      ["1", "Yes"],
      ["1", "Yes"],
    ],
    null,
  ],
  [
    "the flag beside a column that fits, too",
    ["Dept", "Ist Hauptvertrag"],
    [
      ["1", "x", "Ja"],
      ["1", "y", "Nein"],
      ["2", "x", "Ja"],
    ],
    ["Ist Hauptvertrag", "Ja"],
  ],
] as const)("finds %s", ([, names, rows, expected]) => {
  const found = choosingColumn(
    ["Key", ...names],
    rows,
    ([key = ""]) => key,
    (column) => column === "Primary",
  );
  expect(found === null ? null : [found.column, found.value]).toEqual(expected);
});
