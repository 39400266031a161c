import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Compared } from "../../src/diagnostics/compare/compare.ts";
import { company, csvOf, mappingText, people, staff, type Company, type Employee } from "../helpers/company.ts";

async function acme(other: string, employees: readonly Employee[], before = mappingText): Promise<Company> {
  const c = await company({ mapping: before });
  c.hr(employees);
  c.place.write("other.yaml", other);
  return c;
}

async function compared(c: Company, ...args: string[]): Promise<Compared & { job: string; code: number | null }> {
  const result = await c.run("plan", "job.yaml", "--mapping", "other.yaml", "--json", ...args);
  if (result.stdout === "") throw new Error(`exit ${result.code}: ${result.stderr}`);
  return { ...result.json<Compared & { job: string }>(), code: result.code };
}

test("a mapping compared with itself changes no one, calls no service and creates no state", async () => {
  const c = await acme(mappingText, people(5));
  const result = await compared(c);
  expect(result).toMatchObject({ code: 0, job: "nightly", before: "mapping.yaml", after: "other.yaml", rows: 5, changed: 0, same: 5 });
  expect(result).toMatchObject({ fields: [], groups: [], statuses: [], authority: null, keys: { changed: 0 } });
  expect(c.service.requests()).toEqual([]);
  expect(existsSync(join(c.place.dir, ".rollcall"))).toBe(false);
  const text = await c.run("plan", "job.yaml", "--mapping", "other.yaml");
  expect(text.stdout).toContain("The mapping alone would change no one.");
  expect(text.stdout).toContain("Nothing was sent or stored.");
}, 120_000);

test("shows lost and gained groups with rule and line of both mappings, and detects a renamed group", async () => {
  const other = mappingText
    .replace('"HR/Departments/{Department}"', '"HR/Units/{Department}"')
    .replace(`["${staff}"]`, `["${staff}", "Board"]`);
  const c = await acme(other, [...people(3), { id: "8", dept: "IT" }, { id: "9", dept: "" }]);
  const { groups, changed, same, rules } = await compared(c);
  expect([changed, same]).toEqual([5, 0]);
  const of = (name: string) => groups.find(({ group }) => group === name);
  expect(of("HR/Departments/Sales")).toMatchObject({
    gain: 0,
    lose: 3,
    kept: 0,
    managed: true,
    before: ["department (mapping.yaml:14)"],
    instead: { group: "HR/Units/Sales", rows: 3 },
    examples: [{ row: 2, key: "0001" }, { row: 3 }, { row: 4 }],
  });
  expect(of("HR/Units/IT")).toMatchObject({ gain: 1, lose: 0, after: ["department (other.yaml:14)"] });
  expect(of("Board")).toMatchObject({ gain: 5, managed: false });
  expect(rules.find(({ rule }) => rule === "department")).toEqual({
    rule: "department",
    before: { at: "mapping.yaml:14", people: 4, undecided: 1 },
    after: { at: "other.yaml:14", people: 4, undecided: 1 },
  });
  const { stdout } = await c.run("plan", "job.yaml", "--mapping", "other.yaml");
  expect(stdout).toContain("− HR/Departments/Sales: 3 rows; assigned before by rule department (mapping.yaml:14)");
  expect(stdout).toContain("3 of them gain HR/Units/Sales: renamed?");
  expect(stdout).toContain("+ HR/Units/IT: 1 row; assigned after by rule department (other.yaml:14)");
}, 120_000);

test("keeps a group if a rule of the other mapping can't be decided, or if it is outside its authority", async () => {
  const byValue = mappingText.replace(
    'groups: ["HR/Departments/{Department}"]',
    'column: Department, values: { Sales: ["HR/Departments/Sales"], Legal: ["HR/Departments/IT"] }',
  );
  const c = await acme(byValue.replace('["HR/**"]', '["HR/Departments/Sales"]').replace(`groups: ["${staff}"]`, 'groups: ["Board"]'), [
    { id: "1" },
    { id: "2", dept: "IT" },
  ]);
  const { groups, authority } = await compared(c);
  expect(groups.find(({ group }) => group === "HR/Departments/IT")).toMatchObject({ lose: 0, kept: 1 });
  expect(groups.find(({ group }) => group === staff)).toMatchObject({ lose: 2, managed: false });
  expect(authority).toEqual({ before: ["HR/**"], after: ["HR/Departments/Sales"] });
  const { stdout } = await c.run("plan", "job.yaml", "--mapping", "other.yaml");
  expect(stdout).toContain("HR/All staff: 2 rows; not managed by Rollcall, so people would keep it");
  expect(stdout).toMatch(/stay, because a rule can't be decided\n {2}HR\/Departments\/IT: 1 row/);
}, 120_000);

test("shows changed fields, statuses and rejects with examples, and no lost groups for leavers", async () => {
  const other = mappingText
    .replace("department: Department", "position: Department")
    .replace("first_name: First", "first_name: { column: First, transform: upper }")
    .replace("{ Active: true, Left: false }", "{ Active: false, Left: false }")
    .replace("last_name: Last", "last_name: Department");
  const c = await acme(other, [
    { id: "1" },
    { id: "2", dept: "" },
    { id: "3", status: "Left", first: "ANA", last: "Sales" },
    { id: "4", status: "?" },
  ]);
  const { fields, statuses, groups, changed } = await compared(c);
  expect(statuses).toMatchObject([{ from: "active", to: "left", rows: 2 }]);
  expect(groups).toEqual([]);
  expect(changed).toBe(4);
  const of = (name: string) => fields.find(({ field }) => field === name);
  expect(of("first_name")).toMatchObject({
    before: "mapping.yaml:5",
    after: "other.yaml:5",
    changed: 3,
    examples: [{ row: 2, key: "1", from: "First1", to: "FIRST1" }, {}, {}],
  });
  expect(of("department")).toMatchObject({ after: null, dropped: 3 });
  expect(of("position")).toMatchObject({ before: null, added: 3 });
  const { stdout } = await c.run("plan", "job.yaml", "--mapping", "other.yaml");
  expect(stdout).toContain("2 rows: active → has left");
  expect(stdout).toContain("first_name (mapping.yaml:5 → other.yaml:5): 3 changed");
  expect(stdout).toContain("department (mapping.yaml:8 → not mapped): 3 no longer set, so left unchanged in the service");
}, 120_000);

test("shows why one mapping rejects a row, and warns about a changed key", async () => {
  const other = mappingText
    .replace("key: Employee ID", "key: { column: Employee ID, transform: upper }")
    .replace("last_name: Last", "last_name: Department");
  const c = await acme(other, [{ id: "a1" }, { id: "2", dept: "" }]);
  const { statuses, keys } = await compared(c);
  expect(statuses).toMatchObject([
    { from: "active", to: "rejected", rows: 1, examples: [{ row: 3, key: "2", to: expect.stringContaining("“Department” is blank") }] },
  ]);
  expect(keys).toEqual({ changed: 1, examples: [{ row: 2, key: "A1", from: "a1", to: "A1" }] });
  const { stdout } = await c.run("plan", "job.yaml", "--mapping", "other.yaml");
  expect(stdout).toContain("1 row has a different key: a run would treat them as new people");
}, 120_000);

test("never shows a value that either mapping marks as sensitive", async () => {
  const secret = mappingText
    .replace("department: Department", "department: { column: Department, sensitive: true }")
    .replace("- { name: everyone", '- { name: told, groups: ["Units/{Department}"] }\n    - { name: everyone');
  for (const [before, after] of [
    [mappingText, secret.replace("sensitive: true", "sensitive: true, transform: upper")],
    [secret, mappingText.replace("department: Department", "department: { column: Department, transform: upper }")],
  ] as const) {
    const c = await acme(after, [{ id: "1", dept: "Oncology" }], before);
    const result = await c.run("plan", "job.yaml", "--mapping", "other.yaml", "--json");
    expect(result.json<Compared>().fields).toMatchObject([
      { field: "department", sensitive: true, changed: 1, examples: [{ from: "(not shown)", to: "(not shown)" }] },
    ]);
    const { stdout } = await c.run("plan", "job.yaml", "--mapping", "other.yaml");
    expect(stdout).toContain("values not shown");
    expect(`${stdout}${result.stdout}`).not.toMatch(/oncology/i);
  }
}, 120_000);

test("names a missing column with the nearest one, exits with 4, and treats its cells as unknown", async () => {
  const c = await acme(mappingText.replace("{Department}", "{Departement}"), people(3));
  const result = await compared(c);
  expect(result.code).toBe(4);
  expect(result.lacks).toMatchObject({ before: [], after: [{ column: "Departement", near: "Department" }] });
  expect(result.groups).toMatchObject([{ group: "HR/Departments/Sales", lose: 0, kept: 3 }]);
  const { stdout } = await c.run("plan", "job.yaml", "--mapping", "other.yaml");
  expect(stdout).toMatch(
    /new mapping would reject the file \(missing_column\).*\n {2}- “Departement” in .*hr\.csv; the nearest is “Department”/,
  );
}, 120_000);

test("exits with 2 for an invalid mapping, 4 for an unusable file, and refuses --complete", async () => {
  const c = await acme(mappingText.replace("groups:", "grups:"), people(2));
  const faulty = await c.run("plan", "job.yaml", "--mapping", "other.yaml");
  expect(faulty).toMatchObject({ code: 2, stdout: "" });
  expect(faulty.stderr).toMatch(/other\.yaml:\d+:\d+: .*grups.*groups/);
  expect((await c.run("plan", "job.yaml", "--mapping", "nowhere.yaml")).code).toBe(2);
  c.place.write("other.yaml", mappingText);
  const complete = await c.run("plan", "job.yaml", "--mapping", "other.yaml", "--file", "hr.csv", "--complete");
  expect(complete.code).toBe(2);
  expect(complete.stderr).toContain("--complete can't be used with --mapping");
  c.place.write("later.csv", csvOf(people(7)));
  expect(await compared(c, "--file", "later.csv")).toMatchObject({ code: 0, rows: 7 });
  c.place.write("hr.csv", "");
  expect((await c.run("plan", "job.yaml", "--mapping", "other.yaml")).code).toBe(4);
}, 120_000);

test("compares twenty thousand rows with different groups within bounds", async () => {
  const c = await acme(mappingText.replace("{Department}", "{Department} 2"), []);
  c.hr(people(20_000).map(({ id }) => ({ id, dept: `D${id}` })));
  const result = await compared(c);
  expect(result).toMatchObject({ code: 0, rows: 20_000, changed: 20_000 });
  expect(result.groups).toHaveLength(1000);
  const listed = result.groups.reduce((sum, { gain, lose, kept }) => sum + gain + lose + kept, 0);
  expect(listed + result.groupsNotListed).toBe(40_000);
  expect((await c.run("plan", "job.yaml", "--mapping", "other.yaml")).stdout.split("\n").length).toBeLessThan(150);
}, 300_000);
