import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { isPlainMap } from "../../src/config/yaml.ts";
import { faultsOf } from "./helpers.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/reference/mapping.md", import.meta.url)), "utf8");

const needed = { username: "Work Email", first_name: "First Name", last_name: "Last Name", email: "Work Email" };

/** Completes a part of a mapping. */
function completed(part: string): string {
  const given: unknown = parse(part);
  if (!isPlainMap(given)) throw new Error(`no map: ${part}`);
  const rule = "name" in given ? given : "when" in given ? { name: "r", ...given, groups: ["G"] } : undefined;
  if (rule !== undefined) return stringify({ key: "Employee ID", user: needed, groups: { authority: [], rules: [rule] } });
  const origin = ["column", "template", "expression", "first_of", "value"].some((key) => key in given);
  if (origin) return completed(`user: { ${"date" in given ? "date_of_birth" : "city"}: ${part} }`);
  const { user = {}, ...rest } = given;
  const { username, ...others } = needed;
  const unique = part.includes("on_create:") && part.includes("unique:");
  return stringify({
    key: "Employee ID",
    user: { ...(unique ? {} : { username }), ...others, ...(isPlainMap(user) ? user : {}) },
    ...rest,
  });
}

/** Returns the code in a table row; `\\|` is an escaped |. */
function codeIn(line: string): string[] {
  return [...line.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code.replaceAll("\\|", "|"));
}

const rows = page.split("\n").filter((line) => line.startsWith("|"));
const examples = rows.flatMap(codeIn).filter((code) => /^\{ ?(name|column|template|expression|first_of|value):/.test(code));

/** Parts of a mapping with the message about what is wrong with each. */
const FAULTY: readonly (readonly [part: string, message: string])[] = [
  ["usr: {}", "unknown key `usr`; did you mean `user`?"],
  ["user: { city: Town, company: TOWN }", "“TOWN” is the same column as “Town” in m.yaml:7; spell its name the same everywhere"],
  [
    "user: { city: 5 }",
    "`user.city` must be the name of a column, or a map with one of column, template, expression, first_of, value. Put quotes around numbers, true and false.",
  ],
  ["key: 12", "`key` must be the name of a column, or { column, transform }"],
  [
    "user: { national_id: { column: Employee ID, sensitive: true } }",
    "the column “Employee ID” is marked sensitive, but the key cannot be sensitive: it identifies the person everywhere",
  ],
  ["user: { city: { column: A, shared: allow } }", "`shared` is possible only for `user.email`"],
  [
    "user: { username: Work Email, email: { column: Work Email, shared: allow } }",
    "`shared: allow` is not possible, because the username (m.yaml:3) is or may be this address: people who share it would share the username. Use another column for the username.",
  ],
  [
    "user: { email: { column: Employee ID, shared: allow } }",
    "`shared: allow` is not possible, because the address is the `key`: people who share it would be one person",
  ],
  [
    "user: { pasword: P }",
    "unknown key `user.pasword`; allowed here: username, employee_id, external_id, subscription_id, auto_license, city, company, first_name, last_name, national_id, email, phone_number, gender, center, position, department, date_of_birth, custom_fields",
  ],
  ["user: { password: P }", "`user.password` is sent on create only: put it under `on_create`"],
  ["user: { group_ids: G }", "`user.group_ids` is not allowed: memberships come from `groups.rules`, beside `user`"],
  ["user: { city: { column: A, value: B } }", "`user.city` needs exactly one of column, template, expression, first_of, value"],
  ['user: { city: { template: "{A" } }', "the template has a { without a }; write {{ for the character itself"],
  [
    "user: { city: { column: A, transform: lowr } }",
    "`user.city.transform` must be one of trim, lower, upper, capitalize, ascii, transliterate, collapse",
  ],
  [
    'user: { city: { column: A, transform: { replace: { pattern: "(", with: "" } } } }',
    "not a valid RE2 regular expression; check its brackets and repetitions, and use no lookaround or backreferences",
  ],
  ["user: { city: { expression: 'size(A)' } }", "the expression must give a text, but this is a whole number"],
  ["user: { city: { first_of: [A] } }", "`user.city.first_of` must list at least two columns or values"],
  ['user: { city: { template: "{A}", with: { b: B } } }', "the template does not use {b}"],
  [
    "user: { date_of_birth: { column: A, date: hello } }",
    "`user.date_of_birth.date` must be a date format with day, month and year, such as dd/MM/yyyy or yyyy-MM-dd",
  ],
  [
    "user: { phone_number: { column: A, phone: spain } }",
    "`user.phone_number.phone` must be a country code of two capital letters, such as ES",
  ],
  ["user: { gender: { column: A, values: { F: female } } }", "`user.gender.values.F` must be m or f"],
  ["user: { city: { column: A, otherwise: omit } }", "`otherwise` needs `values`, `date` or `phone`"],
  [
    "user: { gender: { column: A, blank: clear } }",
    "`blank: clear` is not possible here: the service accepts no empty text for this field",
  ],
  [
    "user: { auto_license: A }",
    "`user.auto_license` is true or false: map the texts with values, such as values: { Yes: true, No: false }",
  ],
  [
    "user: { custom_fields: { nine: A } }",
    "the key of a custom field must be its id (uuid), such as 3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11: Cost Center",
  ],
  ["on_create: { username: U }", "`username` is already under `user`; keep one of them"],
  ["on_update: { first_login: true }", "`on_update.first_login` is sent on create only: put it under `on_create`"],
  ['on_create: { username: { unique: ["guest"] } }', "the pattern names no column, so it is the same for everyone"],
  ['on_create: { username: { unique: ["{A}"], n: 2..9 } }', "`n` has no effect: no pattern contains {n}"],
  [
    'on_create: { username: { unique: ["{A}{n}"], n: 9..2 } }',
    "`on_create.username.n` must be two numbers up to 9999, the smaller one first, such as 2..99",
  ],
  ['on_create: { username: { unique: ["{A}"], on_taken: retry } }', "`on_create.username.on_taken` must be one of hold, next"],
  ['user: { email: { unique: ["{A}"] } }', "`unique` is possible only for `on_create.username`"],
  ["active: Status", "`active` must be a map of keys and values"],
  ["active: {}", "`active` must have `column`, `until` or `from`"],
  ["active: { column: S }", "`active.column` needs `active.values`"],
  ["active: { column: S, values: { Left: false }, at_once: [Left] }", "`active.at_once` needs `active.until`"],
  [
    "active: { column: S, values: { A: true }, from: { column: F, date: hello } }",
    "`active.from.date` must be a date format with day, month and year, such as dd/MM/yyyy or yyyy-MM-dd",
  ],
  ['active: { column: Status, values: { Active: "yes" } }', "`active.values.Active` must be true or false"],
  ["scope: { leaves: report }", "`scope` must have `include` or `exclude`"],
  ["scope: { exclude: [{ name: a }] }", "`scope.exclude[1]` needs exactly one of when, keys"],
  [
    "scope: { exclude: [{ name: a, keys: [12] }] }",
    "`scope.exclude[1].keys[1]` must be text; put quotes around numbers, true, false and null",
  ],
  ["scope: { include: [] }", "`scope.include` must name at least one rule"],
  [
    "groups: { rules: [] }",
    'missing key `groups.authority`: list the groups that Rollcall may remove people from, such as ["HR/**"], or [] for none',
  ],
  [
    "groups: { authority: [/HR] }",
    '`groups.authority[1]` must be a glob over paths from the root such as "HR/**", without / at its start or end, or an id',
  ],
  ["groups: { authority: [], unknown: ignore }", "`groups.unknown` must be one of report, reject, propose, create"],
  ["{ name: r }", "`groups.rules[1]` assigns no groups: it needs `groups`, or `column` and `values`"],
  ["{ name: r, groups: HR/A }", '`groups.rules[1].groups` must be a list of groups: paths from the root such as ["HR/Managers"], or ids'],
  [
    "{ name: r, column: C, groups: [A] }",
    '`groups.rules[1]`: `column` needs `values` or `split`; to use the cell in a group name, write groups: ["HR/{C}"]',
  ],
  ['{ name: r, column: C, split: ";", groups: [A] }', 'a rule with `split` must use {item}, such as "HR/Teams/{item}"'],
  [
    "{ name: r, groups: [A], when: { B: true } }",
    "`groups.rules[1].when.B` must be a text or a list of texts, as they are in the file; put quotes around numbers, true, false and null",
  ],
  [
    'groups: { authority: ["HR/Sites/*"], unknown: create, create: { below: ["HR/**"] } }',
    "`groups.create.below[1]` must be inside `groups.authority`: no glob there covers all of “HR/**”",
  ],
  ['groups: { authority: ["HR/**"], unknown: create }', 'with `create`, `groups` needs `create`, such as { below: ["HR/Departments/*"] }'],
  [
    'groups: { authority: ["HR/**"], unknown: propose, create: { below: ["HR/*"] } }',
    "`groups.create` has an effect only with `unknown: create`",
  ],
  [
    "groups: { authority: [], aliases: { HR/A: HR/B, HR/B: HR/C } }",
    "`groups.aliases.HR/A` must be a group, but “HR/B” is an alias itself; name its group",
  ],
  ["when: 'Country = \"ES\"'", "write `==` instead of `=`"],
  ['when: \'Country == "ES" and Grade == "7"\'', "write `&&` instead of `and`"],
  ["when: 'Cost Center == \"4711\"'", '`Center` isn\'t expected here; write a column name with spaces as row["…"]'],
  ["when: 'Grade > 7'", "`>` doesn't work between a text and a whole number; a cell is text: convert it with int(…) or double(…)"],
  ["when: 'Site.startWith(\"PL\")'", "unknown function `startWith`; did you mean `startsWith`?"],
  [
    "when: 'Site.matches(\"[PL\")'",
    "not a valid RE2 regular expression; check its brackets and repetitions, and use no lookaround or backreferences",
  ],
  ["when: 'Site.matches(Pattern)'", "`matches` needs a regular expression in quotes, not a cell or a combined text"],
  ["when: 'has(row.Site)'", "unknown function `has`; use blank(…) to test for a blank cell"],
  ["when: Site", "the expression must be true or false, but this is a text"],
];

describe("docs/reference/mapping.md", () => {
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => text);

  test("has examples to test", () => {
    expect([blocks.length, examples.length].every((count) => count > 5)).toBe(true);
  });

  test.for(blocks)("shows a mapping that compiles: %s", (text) => {
    expect(faultsOf(completed(text))).toEqual([]);
  });

  test.for(examples)("gives an example that compiles: %s", (text) => {
    expect(faultsOf(completed(text))).toEqual([]);
  });
});

test.for(FAULTY)("a mapping with %s says what is wrong", ([part, message]) => {
  expect(faultsOf(completed(part)).map((fault) => fault.replace(/^m\.yaml:\d+:\d+: /, ""))).toEqual([message]);
});
