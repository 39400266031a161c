import { expect, test } from "vitest";
import type { Checked } from "../../src/cli/view/check.ts";
import { company, people, staff, type Company } from "../helpers/company.ts";

const mapping = `
key: Employee ID
user:
  username: { column: Email, transform: lower }
  first_name: First
  last_name: Last
  email: { column: Email, transform: lower }
  gender: { column: Gender, transform: lower, values: { f: f, m: m } }
  national_id: { column: NIF, sensitive: true }
on_create: { first_login: true, password: { template: "start-{NIF}" } }
active: { column: Status, values: { Active: true, Left: false, Retired: false } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: department, groups: ["HR/Departments/{Department}"] }
    - { name: managers, when: { Manager: "Yes" }, groups: ["${staff}"] }
    - { name: sites, when: { Country: ES }, column: Office, values: { Madrid: ["HR/Sites/Madrid"], Porto: ["HR/Sites/Porto"] } }
    - { name: teams, column: Teams, split: ";", values: { Atlas: ["HR/Teams/Atlas"] }, otherwise: [] }
    - { name: astronauts, when: { Department: Space }, groups: ["HR/Astronauts"] }
`;
const header = "Employee ID,First,Last,Email,Gender,NIF,Status,Department,Manager,Country,Office,Teams";

interface Row {
  gender?: string;
  nif?: string;
  status?: string;
  department?: string;
  manager?: string;
  country?: string;
  office?: string;
  teams?: string;
}

function line(id: number, row: Row): string {
  const { gender = "F", nif = `NIF${id}X`, status = "Active", department = "Sales", manager = "No" } = row;
  const { country = "ES", office = "Madrid", teams = "Atlas" } = row;
  return [id, `Kim${id}`, "Doe", `k${id}@acme.example`, gender, nif, status, department, manager, country, office, teams].join(",");
}

async function checked(rows: readonly Row[]): Promise<{ c: Company; result: Checked; text: string; code: number | null }> {
  const c = await company({ mapping });
  c.place.write("hr.csv", [header, ...rows.map((row, i) => line(i + 1, row)), ""].join("\n"));
  const result = await c.run("check", "job.yaml", "--json");
  if (result.stdout === "") throw new Error(result.stderr);
  const { stdout } = await c.run("check", "job.yaml");
  return { c, result: result.json<Checked>(), text: stdout, code: result.code };
}

const tableOf = ({ tables }: Checked, of: string): Checked["tables"][number] | undefined => tables.find((one) => one.of === of);

test("shows for every table of values the rows per value, the values the mapping lacks, and those not in the file", async () => {
  const { result, text, code } = await checked([
    { gender: "f", office: "Lisbon", country: "PT" },
    { gender: "M", office: "Lisbon" },
    { gender: "X", status: "Sabbatical", teams: "Atlas;Boreal" },
    { gender: "", status: "", office: "", teams: "" },
    { status: "Left", country: "" },
  ]);
  expect(code).toBe(0);
  expect(tableOf(result, "active")).toMatchObject({
    at: expect.stringMatching(/^mapping\.yaml:\d+$/),
    column: "Status",
    values: [
      { value: "Active", rows: 2 },
      { value: "Left", rows: 1 },
    ],
    unused: ["Retired"],
    unmapped: { rows: 1, values: [{ value: "Sabbatical", rows: 1 }], more: null },
    blank: 1,
  });
  // After the transform, as the mapping compares.
  expect(tableOf(result, "user.gender")).toMatchObject({
    values: [
      { value: "f", rows: 2 },
      { value: "m", rows: 1 },
    ],
    unmapped: { rows: 1, values: [{ value: "x", rows: 1 }] },
  });
  // The table applies only where `when` is true.
  expect(tableOf(result, "rule sites")).toMatchObject({
    values: [{ value: "Madrid", rows: 1 }],
    unused: ["Porto"],
    unmapped: { rows: 1, values: [{ value: "Lisbon", rows: 1 }] },
    blank: 1,
  });
  expect(tableOf(result, "rule teams")).toMatchObject({
    values: [{ value: "Atlas", rows: 4 }],
    unmapped: { rows: 1, values: [{ value: "Boreal", rows: 1 }] },
    otherwise: true,
    blank: 1,
  });
  expect(text).toMatch(
    /active, by “Status” \(mapping\.yaml:\d+\)\n +2 {2}Active\n +1 {2}Left\n +not listed: 1 row; their status is left unchanged/,
  );
  expect(text).toContain("listed, but not in the file: “Retired”");
  expect(text).toMatch(/rule sites, by “Office”.*\n.*Madrid\n.*not listed: 1 row; the rule is undecided for them/);
}, 120_000);

test("shows values of condition and group name columns, but not of nearly unique or sensitive ones", async () => {
  const { result, text } = await checked([
    { manager: "Yes", department: "IT" },
    { manager: "yes", department: "" },
    ...Array.from({ length: 30 }, (_, i) => ({ department: i < 20 ? "Sales" : `D${i}` })),
  ]);
  const column = (name: string) => result.columns.find((one) => one.column === name);
  expect(column("Manager")).toMatchObject({
    rules: ["managers"],
    filled: 32,
    distinct: 3,
    values: [
      { value: "No", rows: 30 },
      { value: "Yes", rows: 1 },
      { value: "yes", rows: 1 },
    ],
    more: null,
  });
  expect(column("Department")).toMatchObject({ rules: ["department", "astronauts"], filled: 31, blank: 1, distinct: 12 });
  expect(text).toMatch(/“Department” \(rules department, astronauts\): 31 filled, 1 blank, 12 different\n +20 {2}Sales/);
  expect(JSON.stringify(result)).not.toContain("NIF1X");
  expect(text).not.toContain("NIF1X");
}, 120_000);

test("shows the first people with their fields, including on_create, and nothing sensitive", async () => {
  const { result, text } = await checked([{ manager: "Yes", office: "" }, ...people(9).map(() => ({}))]);
  expect(result.first).toHaveLength(5);
  const [first] = result.first;
  expect(first?.fields).toEqual(
    expect.arrayContaining([
      { field: "username", value: "k1@acme.example" },
      { field: "gender", value: "f" },
      { field: "national_id", value: "(not shown)" },
      { field: "on_create.first_login", value: "true" },
      { field: "on_create.password", value: "(not shown)" },
    ]),
  );
  expect(first?.undecided).toMatchObject([{ rule: "sites", column: "Office", reason: "blank" }]);
  expect(text).toMatch(/row 2: 1 Kim1 Doe: HR\/Departments\/Sales, HR\/All staff, HR\/Teams\/Atlas\n +username +k1@acme/);
  expect(text).toMatch(/national_id +\(not shown\)/);
}, 120_000);

test("names missing groups with the nearest existing one, rules without people, and people without a group", async () => {
  const { result, text } = await checked([
    { department: "sales" },
    { department: "Salles" },
    { department: "Zoology" },
    { department: "", manager: "", country: "FR", teams: "Other" },
  ]);
  expect(result.missingGroups?.slice(0, 5)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ group: "HR/Departments/sales", people: 1, rule: "department", near: "HR/Departments/Sales" }),
      expect.objectContaining({ group: "HR/Departments/Salles", near: "HR/Departments/Sales" }),
      expect.objectContaining({ group: "HR/Departments/Zoology", near: null, at: expect.stringMatching(/^mapping\.yaml:\d+$/) }),
    ]),
  );
  expect(text).toContain("HR/Departments/Salles, for 1 person; the nearest group: HR/Departments/Sales");
  const idle = result.rules.filter((rule) => rule.people === 0).map(({ rule }) => rule);
  expect(idle).toEqual(["managers", "astronauts"]);
  expect(result.rules.find(({ rule }) => rule === "department")).toMatchObject({ people: 3, undecided: 1 });
  expect(text).toMatch(/Rule astronauts \(mapping\.yaml:\d+\) assigns no group to anyone; it can't be decided for 1 person/);
  expect(result.withoutGroup).toEqual({ people: 1, undecided: 1, first: [{ row: 5, key: "4" }] });
  expect(text).toContain("1 person gets no group, 1 of them because a rule can't be decided: 4 (row 5)");
}, 120_000);

const nasty = {
  markup: "<script>alert(1)</script>",
  escape: "\u001b]0;owned\u0007\u001b[31mred\u001b[2J",
  direction: "Sales \u202egnp.exe\u202c",
  invisible: "Sa\u200bles\u2028x",
  long: "x".repeat(20_000),
};

test("escapes hostile values: no control character, bidirectional mark or endless line reaches a terminal", async () => {
  const c = await company({ mapping });
  const rows = Object.values(nasty).map((value, i) =>
    line(i + 1, { department: `"${value}"`, gender: value, office: value, status: value }),
  );
  c.place.write("hr.csv", [header, ...rows, ""].join("\n"));
  for (const args of [
    ["check", "job.yaml"],
    ["check", "job.yaml", "--json"],
    ["explain", "job.yaml", "2"],
    ["explain", "job.yaml", "3", "--json"],
  ]) {
    const { stdout, stderr, code } = await c.run(...args);
    expect(code, `for ${args.join(" ")}`).toBe(0);
    expect(stdout, `for ${args.join(" ")}`).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u);
    expect(stderr.replaceAll("\r", ""), `for ${args.join(" ")}`).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u);
    expect(args.includes("--json") || stdout.split("\n").every((one) => one.length < 1000), `for ${args.join(" ")}`).toBe(true);
  }
  const { stdout } = await c.run("check", "job.yaml");
  expect(stdout).toContain("<script>alert(1)</script>");
  expect(stdout).toContain("\\u{1b}]0;owned\\u{7}");
  expect(stdout).toContain("\\u{202e}gnp.exe");
  const result = (await c.run("check", "job.yaml", "--json")).json<Checked>();
  expect(tableOf(result, "rule sites")?.unmapped.values.map(({ value }) => value)).toContain(nasty.escape);
}, 120_000);

test("counts three thousand rows with different values within bounds, and prints a short text", async () => {
  const c = await company({ mapping });
  const rows = Array.from({ length: 3_000 }, (_, i) =>
    line(i + 1, {
      department: `Department ${i}`,
      office: `Office ${i}`,
      status: i % 2 === 0 ? "Active" : `S${i}`,
      teams: i % 4 === 0 ? "Atlas" : "",
    }),
  );
  c.place.write("hr.csv", [header, ...rows, ""].join("\n"));
  const result = (await c.run("check", "job.yaml", "--json")).json<Checked>();
  expect(result).toMatchObject({ rows: 3_000, usable: 3_000 });
  expect(tableOf(result, "rule sites")?.unmapped).toMatchObject({ rows: 3_000, more: { values: null, rows: 2_980 } });
  expect(tableOf(result, "rule sites")?.unmapped.values).toHaveLength(20);
  expect(tableOf(result, "active")?.unmapped.rows).toBe(1_500);
  expect(result.columns.find(({ column }) => column === "Department")).toMatchObject({
    filled: 3_000,
    distinct: null,
    values: [],
    more: { values: null, rows: 3_000 },
  });
  expect(result.missingGroups?.filter(({ near }) => near !== null).length).toBeLessThanOrEqual(50);
  const { stdout } = await c.run("check", "job.yaml");
  expect(stdout).toContain("“Department” (rules department, astronauts): 3,000 filled, very many different");
  expect(stdout.split("\n").length).toBeLessThan(250);
}, 300_000);
