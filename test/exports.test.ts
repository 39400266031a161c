import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { accounted, company, type Company } from "./helpers/company.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A company whose job reads a real export through a real mapping; the service has these groups. */
async function withExport(file: string, mapping: string, groups: readonly string[]): Promise<Company> {
  const c = await company({
    parts: {
      source: { file: `${root}test/exports/${file}` },
      policy: { limits: { rejected: 100, creates: 100, updates: 100, deactivations: 100, shrink: 100 } },
    },
    mapping: readFileSync(`${root}mappings/${mapping}`, "utf8"),
  });
  for (const group of groups) c.service.addGroup(group);
  return c;
}

function membersOf(c: Company): Record<string, number> {
  const members = c.service.groups().filter((group) => group.user_ids.length > 0);
  return Object.fromEntries(members.map((group) => [group.path, group.user_ids.length]));
}

test("workday-like-1000.csv: 359 of 1,000 rows are usable, 641 stand against each other, and the active ones get accounts", async () => {
  const departments = ["Finance", "Human Resources", "Manufacturing", "Product Engineering", "Product Marketing", "Sales"];
  const groups = [...departments.map((name) => `HR/Departments/${name}`), "HR/External", "HR/Leadership Europe"];
  const regions = ["Americas", "Europe", "Asia"].map((name) => `HR/Regions/${name}`);
  const c = await withExport("workday-like-1000.csv", "workday-like.yaml", [...groups, ...regions]);
  const rows = parse<Record<string, string>>(readFileSync(`${root}test/exports/workday-like-1000.csv`), { columns: true });
  const usable = [...Map.groupBy(rows, (row) => row["WorkerID"])].flatMap(([, theirs]) => (theirs.length === 1 ? theirs : []));
  const active = usable.filter((row) => row["WorkerStatus"] === "Active");

  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, status: "completed", source: { rows: 1000 } });
  expect(night.counts).toMatchObject({ rejected: 641, duplicates: 0, held: 0, failed: 0, uncertain: 0 });
  expect(night.counts).toMatchObject({ creates: active.length, unchanged: 359 - active.length, done: active.length });
  expect(accounted(night.counts)).toBe(1000);
  expect(new Set(night.rejects.map(({ code }) => code))).toEqual(new Set(["conflicting_rows"]));
  expect(new Set(night.rejects.map(({ row }) => row)).size).toBe(641);
  expect(night.rejects[0]?.message).toMatch(/^Rows \d+(, \d+)+ have the same key and differ/);

  expect(
    c.service
      .users()
      .map(({ fields }) => fields["employee_id"])
      .sort(),
  ).toEqual(active.map((row) => row["WorkerID"]).sort());
  const perDepartment = Map.groupBy(active, (row) => row["Department"] ?? "");
  for (const [name, members] of perDepartment) expect(membersOf(c)[`HR/Departments/${name}`], `for ${name}`).toBe(members.length);
  expect(membersOf(c)["HR/All staff"]).toBe(active.length);
}, 120_000);

test("hris-demo-50.csv: 43 active and 5 on long leave get accounts, the 2 former employees none", async () => {
  const sites = ["Hot Lava City", "Fast River City", "White Stone City", "Small Red Rock City"].map((name) => `HR/Sites/${name}`);
  const regions = ["Lava", "Two River", "Rocky", "Stone"].map((name) => `HR/Regions/${name} State`);
  const c = await withExport("hris-demo-50.csv", "hris-demo.yaml", [...sites, ...regions, "HR/Contractors", "HR/On leave"]);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 0, source: { rows: 50 }, counts: { rejected: 0, creates: 48, unchanged: 2, done: 48 } });
  expect(membersOf(c)).toMatchObject({
    "HR/All staff": 48,
    "HR/On leave": 5,
    "HR/Sites/Hot Lava City": 23,
    "HR/Sites/Fast River City": 10,
    "HR/Sites/White Stone City": 9,
    "HR/Sites/Small Red Rock City": 6,
    "HR/Regions/Lava State": 22,
    "HR/Regions/Two River State": 10,
    "HR/Regions/Stone State": 9,
    "HR/Regions/Rocky State": 7,
  });
  expect(c.service.users().every(({ active }) => active)).toBe(true);
}, 120_000);

test("listed-groups-69.csv: 69 people are in 10 groups with 91 memberships afterwards", async () => {
  const houses = ["Gryffindor", "Hufflepuff", "Ravenclaw", "Slytherin"].map((name) => `Hogwarts/Students/${name}`);
  const teams = ["griffindor", "hufflepuff", "ravenclaw", "slytherin"].map((name) => `quiddich-${name}`);
  const c = await withExport("listed-groups-69.csv", "listed-groups.yaml", [
    ...houses,
    ...teams,
    "Hogwarts/Staff/Auxiliary",
    "Hogwarts/Staff/Professors",
  ]);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 0, source: { rows: 69 }, counts: { rejected: 0, creates: 69, done: 69 } });
  const members = membersOf(c);
  expect(Object.keys(members)).toHaveLength(10);
  expect(Object.values(members).reduce((sum, n) => sum + n, 0)).toBe(91);
  expect(members["Hogwarts/Students/Gryffindor"]).toBe(20);
  c.service.clearRequests();
  expect((await c.sync()).counts).toMatchObject({ unchanged: 69, done: 0, removals_pending: 0 });
  expect(c.userCalls()).toEqual([]);
}, 120_000);

test("ragged-7.csv: four rows are rejected, each with its reason, and three people are created", async () => {
  const c = await withExport("ragged-7.csv", "ragged.yaml", ["Daleks_Info"]);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, source: { rows: 7 }, counts: { rejected: 4, creates: 3, done: 3 } });
  expect(night.rejects).toMatchObject([
    { row: 2, column: "email", code: "invalid_email", message: "email: “dwizardexample.com” is not an e-mail address" },
    { row: 3, column: "firstname", code: "missing_value", message: "first_name is required: “firstname” is blank" },
    { row: 4, column: "lastname", code: "missing_value", message: "last_name is required: “lastname” is blank" },
    { row: 5, column: "email", code: "invalid_email", message: "email: “dtownsend#example.com” is not an e-mail address" },
  ]);
  expect(
    c.service
      .users()
      .map(({ username }) => username)
      .sort(),
  ).toEqual(["ktownsnd", "pwizard", "swizard"].map((name) => `${name}@example.com`));
  expect(membersOf(c)).toEqual({ Daleks_Info: 3 });
}, 120_000);
