import { expect, test } from "vitest";
import type { Checked } from "../../src/cli/view/check.ts";
import type { Explanation } from "../../src/domain/explanation.ts";
import { company, type Company } from "../helpers/company.ts";

const mapping = `key: Employee ID
user:
  username: { column: Email, transform: lower }
  first_name: First
  last_name: Last
  email: { column: Email, transform: lower }
  external_id: { template: "hr-{Employee ID}-{Last}" }
  company: { value: Acme }
  phone_number: Mobile
  national_id: { column: NIF, sensitive: true }
  custom_fields:
    3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11: Cost Center
on_create: { password: { template: "start-{NIF}" } }
active: { column: Status, values: { Active: true, Left: false } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: department, groups: ["HR/Departments/{Department}"] }
    - { name: managers, when: { Manager: "Yes" }, groups: ["HR/Managers"] }
    - { name: sites, column: Office, values: { Madrid: ["HR/Sites/Madrid"] } }
`;
const header = "Employee ID,First,Last,Email,Mobile,NIF,Cost Center,Status,Department,Manager,Office";
const row = (id: string, more: { dept?: string; office?: string; status?: string; last?: string; mail?: string } = {}): string =>
  [
    id,
    "Kim",
    more.last ?? "Doe",
    more.mail ?? `k${id}@acme.example`,
    "",
    `NIF${id}X`,
    "CC1",
    more.status ?? "Active",
    more.dept ?? "Sales",
    "No",
    more.office ?? "Madrid",
  ].join(",");

async function acme(...rows: string[]): Promise<Company> {
  const c = await company({ mapping });
  c.place.write("hr.csv", [header, ...rows, ""].join("\n"));
  return c;
}

async function explained(c: Company, key: string): Promise<Explanation> {
  const { code, stdout, stderr, json } = await c.run("explain", "job.yaml", key, "--json");
  if (code !== 0 || stdout === "") throw new Error(`exit ${code}: ${stderr}`);
  return json<Explanation>();
}

test("shows every field with its mapping line, cells and value, or why it has none, and never a sensitive value", async () => {
  const c = await acme(row("00123"));
  const { origins, activeFrom, row: used, next } = await explained(c, "00123");
  const of = (field: string) => origins.find((one) => one.field === field);
  expect(used).toBe(2);
  expect(of("username")).toEqual({
    field: "username",
    at: "mapping.yaml:3",
    value: "k00123@acme.example",
    cells: [{ column: "Email", value: "k00123@acme.example" }],
    why: null,
    fact: null,
  });
  expect(of("external_id")).toMatchObject({ at: "mapping.yaml:7", value: "hr-00123-Doe", cells: [{ value: "00123" }, { value: "Doe" }] });
  expect(of("company")).toMatchObject({ at: "mapping.yaml:8", value: "Acme", cells: [] });
  expect(of("phone_number")).toMatchObject({ at: "mapping.yaml:9", value: null, why: "“Mobile” is blank" });
  expect(of("national_id")).toMatchObject({ value: "(not shown)", cells: [{ column: "NIF", value: "(not shown)" }] });
  expect(of("custom_fields.3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11")).toMatchObject({ at: "mapping.yaml:12", value: "CC1" });
  expect(of("on_create.password")).toMatchObject({ value: "(not shown)", cells: [{ column: "NIF", value: "(not shown)" }] });
  expect(activeFrom).toEqual({ at: "mapping.yaml:14", column: "Status", value: "Active" });
  expect(next).toBe("An account is created.");
  const { stdout } = await c.run("explain", "job.yaml", "00123");
  expect(stdout).toMatch(/external_id +hr-00123-Doe +mapping\.yaml:7, Employee ID = 00123, Last = Doe/);
  expect(stdout).toMatch(/phone_number +\(unchanged\) +mapping\.yaml:9, Mobile = \(blank\): “Mobile” is blank/);
  expect(stdout).toMatch(/company +Acme +mapping\.yaml:8, a constant in the mapping/);
  expect(stdout).not.toContain("NIF00123X");
}, 120_000);

test("shows for every rule what it gives and by which cell, why it can't be decided and what stays, or that it doesn't apply", async () => {
  const c = await acme(row("1", { office: "Lisbon" }));
  const { groups, undecided, nothing } = await explained(c, "1");
  expect(groups).toEqual([
    {
      group: "HR/Departments/Sales",
      rule: "department",
      at: "mapping.yaml:18",
      known: true,
      cells: [{ column: "Department", value: "Sales" }],
    },
  ]);
  expect(undecided).toMatchObject([
    { rule: "sites", at: "mapping.yaml:20", column: "Office", reason: "unmapped", value: "Lisbon", groups: ["HR/Sites/Madrid"] },
  ]);
  expect(nothing).toEqual([{ rule: "managers", at: "mapping.yaml:19", cells: [{ column: "Manager", value: "No" }] }]);
  const { stdout } = await c.run("explain", "job.yaml", "1");
  expect(stdout).toContain("HR/Departments/Sales: rule department, mapping.yaml:18, Department = Sales");
  expect(stdout).toMatch(/Rule sites \(mapping\.yaml:20\) cannot be decided, because .*Lisbon.*\n {4}HR\/Sites\/Madrid/);
  expect(stdout).toContain("rule managers, mapping.yaml:19, Manager = No");
}, 120_000);

test("suggests the nearest key for one missing from the file, leading zeros first, and shows what the policy does with absent people", async () => {
  const c = await acme(row("00123"), row("00124"));
  const typo = await c.run("explain", "job.yaml", "123");
  expect(typo).toMatchObject({ code: 2, stdout: "" });
  expect(typo.stderr).toContain("The nearest key of the file is 00123.");
  await c.sync();
  c.place.write("hr.csv", [header, row("00123"), ""].join("\n"));
  const absent = await explained(c, "00124");
  expect(absent).toMatchObject({ rows: [], row: null, nearestKey: "00123", outcome: null });
  expect(absent.next).toBe("The key is not in the file; `policy.absent` is `report`. A run reports it and changes nothing.");
  expect((await c.run("explain", "job.yaml", "00124")).stdout).toMatch(/^00124: No row of .* has this key\.\nThe closest key is 00123/);
}, 120_000);

test("explain reports a username that two keys share and a row with shifted cells as plan does", async () => {
  const c = await acme(
    row("1", { mail: "same@acme.example" }),
    row("2", { mail: "SAME@acme.example" }),
    row("3"),
    // A blank in place of the address, which stands in the cell beside it.
    row("4").replace("k4@acme.example,", "Jr,k4@acme.example"),
  );
  const planned = await c.night("plan", ["job.yaml"]);
  for (const [key, n] of [
    ["1", 2],
    ["2", 3],
    ["4", 5],
  ] as const) {
    const { rejects, outcome, next } = await explained(c, key);
    expect(rejects).toEqual(planned.rejects.filter((one) => one.row === n));
    expect(rejects).toHaveLength(1);
    expect(outcome).toBeNull();
    expect(next).toBe("The row is rejected. Nothing is sent, and the person keeps everything.");
  }
  expect((await explained(c, "3")).next).toBe("An account is created.");
  expect((await c.run("explain", "job.yaml", "1")).stdout).toContain(
    "Rejected: Rows 2, 3 have the same username under different keys: none of them is used. (shared_username).",
  );
  expect(await c.look(({ db }) => db.selectFrom("staged_row").select("row").where("run", "like", "check:%").execute())).toEqual([]);
}, 120_000);

test("rows of one key that differ are all rejected, identical ones collapse, and a rejected row says that nothing is sent", async () => {
  const c = await acme(row("1"), row("1", { last: "Roe" }), row("2"), row("2"), row("3", { mail: "broken" }));
  const differing = await explained(c, "1");
  expect(differing).toMatchObject({ rows: [2, 3], row: null, conflict: true, outcome: null });
  expect(differing.next).toMatch(/^The rows of this key differ, so all of them are rejected/);
  const same = await explained(c, "2");
  expect(same).toMatchObject({ rows: [4, 5], row: 4, conflict: false, outcome: { action: "create" } });
  const broken = await explained(c, "3");
  expect(broken).toMatchObject({ rejects: [{ row: 6, column: "Email", code: "invalid_email" }], outcome: null });
  expect(broken.next).toMatch(/^The row is rejected. Nothing is sent/);
  const text = (await c.run("explain", "job.yaml", "1")).stdout;
  expect(text).toMatch(/^1: row 2, 3 of [^]*The rows of this key differ/);
}, 120_000);

test("shows the file of each row for a job with several files, and the row that `same_key` selects", async () => {
  const c = await acme(row("1"), row("2"));
  c.place.write("more.csv", [header, row("2", { last: "Roe" }), row("3"), ""].join("\n"));
  const source = (rule: string): Record<string, unknown> => ({ file: undefined, files: ["hr.csv", "more.csv"], same_key: rule });
  c.job({ source: source("last") });
  const twice = (await c.run("explain", "job.yaml", "2", "--json")).json<
    Explanation & { places: { row: number; file: string }[]; file: string }
  >();
  expect(twice).toMatchObject({ rows: [3, 2], conflict: false, row: 2 });
  expect(twice.places.map(({ file }) => file.split("/").at(-1))).toEqual(["hr.csv", "more.csv"]);
  expect(twice.cells.find(({ column }) => column === "Last")?.value).toBe("Roe");
  expect((await c.run("explain", "job.yaml", "3")).stdout).toMatch(/^3: row 3 of more\.csv\n/);
  c.job({ source: source("reject") });
  expect((await c.run("explain", "job.yaml", "2")).stdout).toMatch(/^2: row 3 of hr\.csv, 2 of more\.csv\n[^]*all of them are rejected/);
}, 120_000);

test("shows cells of several joined rows as a list in explain, and one by one in the tables of check", async () => {
  const c = await company({
    mapping: `${mapping}    - { name: contracts, column: contracts.Kind, values: { Full: ["HR/Full"], Part: ["HR/Part"] } }\n`,
  });
  c.place.write("hr.csv", [header, row("1"), row("2"), ""].join("\n"));
  c.place.write("contracts.csv", "Person,Kind\n1,Full\n1,Part\n2,Other\n");
  c.job({ source: { join: [{ name: "contracts", file: "contracts.csv", key: "Person", on: "Employee ID", rows: "many" }] } });
  const { cells, groups } = await explained(c, "1");
  expect(cells.find(({ column }) => column === "contracts.Kind")?.value).toBe("Full; Part");
  expect(groups.filter(({ rule }) => rule === "contracts").map(({ group }) => group)).toEqual(["HR/Full", "HR/Part"]);
  const { tables } = (await c.run("check", "job.yaml", "--json")).json<Checked>();
  expect(tables.find(({ of }) => of === "rule contracts")).toMatchObject({
    values: [
      { value: "Full", rows: 1 },
      { value: "Part", rows: 1 },
    ],
    unmapped: { rows: 1, values: [{ value: "Other", rows: 1 }] },
  });
}, 120_000);

test("does not say that an account matches HR while a membership waits for a missing group", async () => {
  const c = await acme(row("1"), row("2"));
  c.service.addGroup("HR/Sites/Madrid");
  await c.sync();
  expect((await explained(c, "1")).next).toBe("Nothing is sent, because the account already matches HR.");
  c.place.write("hr.csv", [header, row("1", { dept: "Research" }), row("2"), ""].join("\n"));
  await c.sync();
  const { next, current } = await explained(c, "1");
  expect(next).toBe("Nothing is sent. Some rules can't be applied now, so their memberships stay as they are.");
  expect(current.map(({ group }) => group)).toContain("HR/Departments/Sales");
});
