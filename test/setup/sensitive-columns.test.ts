import { expect, test } from "vitest";
import { vocabularyOf, isPrivate } from "../../src/setup/languages/vocabulary.ts";
import { LANGUAGES } from "../../src/setup/languages/words.ts";
import { parseJob } from "../../src/config/job.ts";
import { compileMapping } from "../../src/mapping/compile.ts";
import { company } from "../helpers/company.ts";
import { refusal, start, table } from "./helpers.ts";

const vocabulary = vocabularyOf(LANGUAGES);

test.for([
  "MaritalDesc",
  "MaritalStatusID",
  "CitizenDesc",
  "RaceDesc",
  "HispanicLatino",
  "Ethnic Group",
  "Salary",
  "Base_Salary_EUR",
  "Nationality",
  "initial_password",
  "Passwort (initial)",
  "Staatsangehörigkeit",
  "Nationalité",
  "Estado Civil",
  "Mot de passe",
  "Contraseña inicial",
])("%s looks sensitive", (name) => {
  expect(isPrivate(vocabulary, name)).toBe(true);
});

test.for(["Department", "First Name", "Country", "Employee ID", "Cost Center", "Trace", "Position", "Grace Period", "Terrace"])(
  "%s does not look sensitive",
  (name) => {
    expect(isPrivate(vocabulary, name)).toBe(false);
  },
);

test("no name, key or comment comes from a column that looks sensitive", async () => {
  const file = table({
    Login: ["a", "b", "c", "d"],
    initial_password: ["x9", "y8", "z7", "w6"],
    MaritalDesc: ["Single", "Married", "Divorced", "Widowed"],
    CitizenDesc: ["US Citizen", "US Citizen", "Eligible NonCitizen", "US Citizen"],
    RaceDesc: ["White", "Asian", "White", "Black"],
    Salary: ["62506", "104437", "64955", "62506"],
  });
  const drop = ["Employee ID", "First Name"];
  const without = file.map((row) => row.filter((_, i) => !drop.includes(file[0]?.[i] ?? "")));
  const asked = await refusal(start(without));
  expect(asked).toContain("--use first_name=COLUMN");
  for (const name of ["initial_password", "MaritalDesc", "CitizenDesc", "RaceDesc"]) expect(asked).not.toContain(name);
  const made = await start(file, { yes: true, use: ["active=-"] });
  expect(made.mappingText.replaceAll(/\s*\n# /g, " ")).toContain(
    "left out, because they look sensitive: “initial_password”, “MaritalDesc”, “CitizenDesc”, “RaceDesc”, “Salary”",
  );
  expect(made.mappingText).not.toMatch(/Salary” \(|White|Single|62506|different in every row/);
  expect(made.unused.filter(({ kind }) => kind === "sensitive").map(({ column }) => column)).toEqual([
    "initial_password",
    "MaritalDesc",
    "CitizenDesc",
    "RaceDesc",
    "Salary",
  ]);
});

test("says which decisions --yes accepted, and which were answers", async () => {
  const file = table({ Login: ["a", "b", "c", "d"] }).map((row) => row.slice(1));
  const accepted = await start(file, { yes: true, use: ["active=-"] });
  expect(accepted.key).toBe("Login");
  expect(accepted.mappingText).toContain("“Login”: suggested, and accepted with --yes;");
  expect(accepted.mappingText).not.toContain("from your answer");
  const answered = await start(file, { yes: true, key: "Work Email", use: ["active=-", "username=Login"] });
  expect(answered.mappingText).toContain("“Work Email”: from your answer;");
  expect(answered.mappingText).not.toContain("accepted with --yes");
});

test("names the setting for shared addresses where several people have one", async () => {
  const shared = (n: number): string[][] =>
    table({ Login: ["a", "b", "c", "d"] }).map((row, i) => (i > 0 && i <= n ? row.with(3, "shop@example.com") : row));
  const made = await start(shared(3));
  expect(made.remarks.join(" ")).toContain(
    'write `email: { column: "Work Email", shared: allow }` under `user`, with another column as the username.',
  );
  expect((await start(shared(2))).remarks.join(" ")).not.toContain("shared: allow");
  const mapping = made.mappingText.replace(/^ {2}email: \{ column: Work Email/m, "$&, shared: allow");
  expect(compileMapping(mapping, "m.yaml").sharedAddress).not.toBeNull();
});

test("proposes source.rows.keep where a column tells apart the rows of one key", async () => {
  const [header = [], ana = [], ...others] = table({
    Department: ["Sales", "IT", "IT", "Sales"],
    "Primary Job": ["Yes", "Yes", "Yes", "Yes"],
  });
  const use = { use: ["username=Employee ID"] };
  const second = ana.with(4, "Legal").with(5, "No");
  const made = await start([header, ana, second, ...others], use);
  expect(made.remarks.join(" ")).toContain(
    "1 key has several rows that differ, and all of them are rejected. “Primary Job” tells them apart",
  );
  const line = /^ {2}# (rows: .*)$/m.exec(made.jobText)?.[1] ?? "";
  expect(line).toContain('{ keep: { column: Primary Job, values: ["Yes"] } }');
  const job = parseJob(made.jobText.replace("  # rows:", "  rows:"), "/j.yaml", "j.yaml", { LMS_REFRESH_TOKEN: "x" });
  expect(job.source.keep).toEqual({ column: "Primary Job", values: ["Yes"] });
  expect((await start([header, ana, ...others], use)).jobText).not.toContain("rows:");
});

test.for<[string, string, string, string]>([
  ["e.g. 00123", "Ana", "Sol", "a@acme.test"],
  ["(Beispiel)", "Ana", "Sol", "a@acme.test"],
  ["Ejemplo: 12", "Ana", "Sol", "a@acme.test"],
  ["1", "e.g. Ana", "e.g. Sol", "a@acme.test"],
  ["1", "Max", "Mustermann", "max@example.com"],
])("an example row below the header is noted, and no person: %s", { timeout: 120_000 }, async (example) => {
  const c = await company();
  const rowOf = ([id = "", first = "", last = "", mail = ""]: readonly string[]): string =>
    [id, first, last, mail, "Sales", "Active"].join(",");
  const real = [
    ["0001", "Bo", "Lind", "bo@acme.test"],
    ["0002", "Jo", "Doe", "jo@acme.test"],
  ].map(rowOf);
  c.hr([rowOf(example), ...real]);
  const checked = (await c.run("check", "job.yaml", "--json")).json<{ rows: number; joiners: number; notes: { code: string }[] }>();
  expect(checked).toMatchObject({ rows: 2, joiners: 2 });
  expect(checked.notes).toContainEqual(expect.objectContaining({ code: "example_row", rows: 1, examples: [2] }));
  expect(await c.sync()).toMatchObject({ code: 0, source: { rows: 2 }, counts: { creates: 2, rejected: 0 } });
  expect(c.service.users().map(({ username }) => username)).toEqual(["bo@acme.test", "jo@acme.test"]);
  const made = (
    await c.run("init", "hr.csv", "--yes", "--use", "first_name=First", "--use", "last_name=Last", "--job", "made", "--json")
  ).json<{ rows: number; remarks: string[] }>();
  expect(made.rows).toBe(2);
  expect(made.remarks).toContain("Row 2 looks like an example, not like a person, and is left out.");
});

test.for<string[][]>([
  [["e.g. 1", "A", "B", "a@acme.test"]],
  [
    ["1", "Max", "Mustermann", "max@example.com"],
    ["2", "Jo", "Lind", "jo@example.com"],
  ],
  [
    ["1", "Ana", "Doe", "ana@acme.test"],
    ["2", "Bo", "Lind", "bo@acme.test"],
  ],
  [
    ["1", "Ana", "Sol", "ana@example.com"],
    ["2", "Bo", "Lind", "bo@acme.test"],
  ],
  [
    ["1", "Example", "Sol", "ana@acme.test"],
    ["2", "Bo", "Lind", "bo@acme.test"],
  ],
  [
    ["1", "Bo", "Lind", "bo@acme.test"],
    ["e.g. 1", "A", "B", "a@acme.test"],
  ],
])("a row that may be a person stays one: %s", { timeout: 120_000 }, async (rows) => {
  const c = await company();
  c.hr(rows.map(([id = "", first = "", last = "", mail = ""]) => [id, first, last, mail, "Sales", "Active"].join(",")));
  const checked = (await c.run("check", "job.yaml", "--json")).json<{ joiners: number }>();
  expect(checked.joiners).toBe(rows.length);
});
