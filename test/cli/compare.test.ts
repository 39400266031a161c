import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Compared } from "../../src/run/compare.ts";
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

test("a mapping compared with itself changes nobody, asks no service and leaves no state", async () => {
  const c = await acme(mappingText, people(5));
  const result = await compared(c);
  expect(result).toMatchObject({ code: 0, job: "nightly", before: "mapping.yaml", after: "other.yaml", rows: 5, changed: 0, same: 5 });
  expect(result).toMatchObject({ fields: [], groups: [], statuses: [], authority: null, keys: { changed: 0 } });
  expect(c.service.requests()).toEqual([]);
  expect(existsSync(join(c.place.dir, ".rollcall"))).toBe(false);
  const text = await c.run("plan", "job.yaml", "--mapping", "other.yaml");
  expect(text.stdout).toContain("Nobody would change because of the mapping.");
  expect(text.stdout).toContain("Nothing was sent, and nothing was stored.");
}, 120_000);

test("who loses and gains each group is told by rule and line of both mappings, a renamed group as such", async () => {
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
  expect(stdout).toContain("− HR/Departments/Sales: 3 rows; given before by rule department (mapping.yaml:14)");
  expect(stdout).toContain("3 of them gain HR/Units/Sales: renamed?");
  expect(stdout).toContain("+ HR/Units/IT: 1 row; given after by rule department (other.yaml:14)");
}, 120_000);

test("a group stays where a rule of the other mapping cannot be decided, and one outside its authority is not taken away", async () => {
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
  expect(stdout).toContain("HR/All staff: 2 rows; not ours to take away, so they would keep it");
  expect(stdout).toMatch(/stay, because a rule cannot be decided\n {2}HR\/Departments\/IT: 1 row/);
}, 120_000);

test("fields, states and rejects are told with examples, and leavers lose no groups", async () => {
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
  expect(stdout).toContain("department (mapping.yaml:8 → not there): 3 without a value any more, so left as in the service");
}, 120_000);

test("a row that one mapping rejects says why, and another key is told as the danger that it is", async () => {
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
  expect(stdout).toContain("1 row has another key: a run would take these people for others");
}, 120_000);

test("what is sensitive to either mapping is never shown, whichever of them says so", async () => {
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
    expect(stdout).toContain("values are not shown");
    expect(`${stdout}${result.stdout}`).not.toMatch(/oncology/i);
  }
}, 120_000);

test("a column that only one mapping needs and the file lacks is named with the nearest, ends with 4, and counts as unknown", async () => {
  const c = await acme(mappingText.replace("{Department}", "{Departement}"), people(3));
  const result = await compared(c);
  expect(result.code).toBe(4);
  expect(result.lacks).toMatchObject({ before: [], after: [{ column: "Departement", near: "Department" }] });
  expect(result.groups).toMatchObject([{ group: "HR/Departments/Sales", lose: 0, kept: 3 }]);
  const { stdout } = await c.run("plan", "job.yaml", "--mapping", "other.yaml");
  expect(stdout).toMatch(
    /mapping after would refuse the file \(missing_column\).*\n {2}- “Departement” in .*hr\.csv; the nearest is “Department”/,
  );
}, 120_000);

test("a faulty mapping ends with 2 and its faults, a file that is none with 4, and --complete is refused with its reason", async () => {
  const c = await acme(mappingText.replace("groups:", "grups:"), people(2));
  const faulty = await c.run("plan", "job.yaml", "--mapping", "other.yaml");
  expect(faulty).toMatchObject({ code: 2, stdout: "" });
  expect(faulty.stderr).toMatch(/other\.yaml:\d+:\d+: .*grups.*groups/);
  expect((await c.run("plan", "job.yaml", "--mapping", "nowhere.yaml")).code).toBe(2);
  c.place.write("other.yaml", mappingText);
  const complete = await c.run("plan", "job.yaml", "--mapping", "other.yaml", "--file", "hr.csv", "--complete");
  expect(complete.code).toBe(2);
  expect(complete.stderr).toContain("--complete has no meaning beside --mapping");
  c.place.write("later.csv", csvOf(people(7)));
  expect(await compared(c, "--file", "later.csv")).toMatchObject({ code: 0, rows: 7 });
  c.place.write("hr.csv", "");
  expect((await c.run("plan", "job.yaml", "--mapping", "other.yaml")).code).toBe(4);
}, 120_000);

test("twenty thousand rows with a group each are compared within bounds", async () => {
  const c = await acme(mappingText.replace("{Department}", "{Department} 2"), []);
  c.hr(people(20_000).map(({ id }) => ({ id, dept: `D${id}` })));
  const result = await compared(c);
  expect(result).toMatchObject({ code: 0, rows: 20_000, changed: 20_000 });
  expect(result.groups).toHaveLength(1000);
  const listed = result.groups.reduce((sum, { gain, lose, kept }) => sum + gain + lose + kept, 0);
  expect(listed + result.groupsNotListed).toBe(40_000);
  expect((await c.run("plan", "job.yaml", "--mapping", "other.yaml")).stdout.split("\n").length).toBeLessThan(150);
}, 300_000);
