import { describe, expect, test } from "vitest";
import { YamlSource } from "../../src/config/yaml.ts";
import { compileMapping } from "../../src/mapping/compile.ts";
import { loadMapping } from "../../src/mapping/load.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { faultsOf, USER } from "./helpers.ts";
import { problemOf } from "../helpers/problems.ts";

describe("a fault in a mapping", () => {
  test("is reported with all others, in the order of the file", () => {
    expect(
      faultsOf(`key: 12
usr: {}
user:
  username: { colum: User }
  first_name: First
  email: { column: Mail, template: "{Mail}" }
  pasword: x
on_create: { notify_on_update: true }
groups:
  rules:
    - { name: a, group: ["HR/A"] }
    - { name: b, groups: ["HR/{A"] }
`),
    ).toEqual([
      "m.yaml:1:6: `key` must be the name of a column, or { column, transform }",
      "m.yaml:2:1: unknown key `usr`; did you mean `user`?",
      "m.yaml:4:3: missing key `user.last_name`: the service requires it to create a user",
      "m.yaml:4:15: unknown key `user.username.colum`; did you mean `column`?",
      "m.yaml:6:10: `user.email` needs exactly one of column, template, expression, first_of, value",
      expect.stringMatching(/^m\.yaml:7:3: unknown key `user\.pasword`; allowed here: username, /),
      "m.yaml:8:14: `on_create.notify_on_update` is sent on update only: put it under `on_update`",
      'm.yaml:10:3: missing key `groups.authority`: list the groups that Rollcall may remove people from, such as ["HR/**"], or [] for none',
      "m.yaml:11:18: unknown key `groups.rules[1].group`; did you mean `groups`?",
      "m.yaml:12:27: the template has a { without a }; write {{ for the character itself",
    ]);
  });

  const ID = "3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11";
  test.each<[string, string]>([
    ["  password: P\n", "m.yaml:7:3: `user.password` is sent on create only: put it under `on_create`"],
    ["  group_ids: P\n", "m.yaml:7:3: `user.group_ids` is not allowed: memberships come from `groups.rules`, beside `user`"],
    [
      "  city: 5\n",
      "m.yaml:7:9: `user.city` must be the name of a column, or a map with one of column, template, expression, first_of, value. Put quotes around numbers, true and false.",
    ],
    [
      "  city: { column: A, transform: lowr }\n",
      "m.yaml:7:33: `user.city.transform` must be one of trim, lower, upper, capitalize, ascii, transliterate, collapse",
    ],
    [
      "  city: { column: A, date: hello }\n",
      "m.yaml:7:28: `user.city.date` must be a date format with day, month and year, such as dd/MM/yyyy or yyyy-MM-dd",
    ],
    [
      "  city: { column: A, date: ooo-MM-yyyy }\n",
      "m.yaml:7:28: `user.city.date` must be a date format with day, month and year, such as dd/MM/yyyy or yyyy-MM-dd",
    ],
    ["  city: { column: A, phone: spain }\n", "m.yaml:7:29: `user.city.phone` must be a country code of two capital letters, such as ES"],
    ["  city: { column: A, otherwise: omit }\n", "m.yaml:7:22: `otherwise` needs `values`, `date` or `phone`"],
    ["  city: { value: A, transform: lower }\n", "m.yaml:7:21: `transform` has no effect with `value`"],
    ["  city: { column: A, values: {} }\n", "m.yaml:7:30: `values` is empty; list each text and its value"],
    ["  city: { column: A, values: { a: b, ' a': c } }\n", "m.yaml:7:38: this value is listed twice (spaces around it don't count)"],
    ["  city: { template: 'a{}' }\n", "m.yaml:7:21: the template has braces without a column name; write {{ for the character itself"],
    ["  gender: { column: A, values: { F: female } }\n", "m.yaml:7:37: `user.gender.values.F` must be m or f"],
    [
      "  auto_license: A\n",
      "m.yaml:7:17: `user.auto_license` is true or false: map the texts with values, such as values: { Yes: true, No: false }",
    ],
    [
      "  gender: { column: A, blank: clear }\n",
      "m.yaml:7:31: `blank: clear` is not possible here: the service accepts no empty text for this field",
    ],
    [
      "  custom_fields: { nine: A }\n",
      "m.yaml:7:20: the key of a custom field must be its id (uuid), such as 3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11: Cost Center",
    ],
    [
      `  custom_fields: { ${ID}: { value: 3 } }\n`,
      `m.yaml:7:67: \`user.custom_fields.${ID}.value\` must be a text, true or false; put quotes around numbers`,
    ],
    [
      "  national_id: { column: Id, sensitive: true }\n",
      "m.yaml:1:6: the column “Id” is marked sensitive, but the key cannot be sensitive: it identifies the person everywhere",
    ],
    ["on_create: { username: U }\n", "m.yaml:7:14: `username` is already under `user`; keep one of them"],
    ["active: { column: S, values: { A: yes } }\n", "m.yaml:7:35: `active.values.A` must be true or false"],
    ["active: {}\n", "m.yaml:7:9: `active` must have `column`, `until` or `from`"],
    ["active: { column: S }\n", "m.yaml:7:9: `active.column` needs `active.values`"],
    ["active: { values: { A: true }, until: { column: L } }\n", "m.yaml:7:11: `active.values` needs `active.column`"],
    ["active: Status\n", "m.yaml:7:9: `active` must be a map of keys and values"],
    ["groups: { authority: [HR/**], unknown: ignore }\n", "m.yaml:7:40: `groups.unknown` must be one of report, reject, propose, create"],
    [
      'groups: { authority: ["HR/Sites/*"], unknown: create, create: { below: ["HR/**"] } }\n',
      "m.yaml:7:73: `groups.create.below[1]` must be inside `groups.authority`: no glob there covers all of “HR/**”",
    ],
    [
      'groups: { authority: [HR/**], unknown: create, create: { below: ["3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11"] } }\n',
      'm.yaml:7:66: `groups.create.below[1]` must be a glob over paths from the root such as "HR/Departments/*", without / at its start or end',
    ],
    [
      "groups: { authority: [HR/**], unknown: create, create: { below: [] } }\n",
      "m.yaml:7:65: `groups.create.below` must name at least one glob",
    ],
    [
      "groups: { authority: [HR/**], unknown: create, create: { below: [HR/*], max_per_run: 0 } }\n",
      "m.yaml:7:86: `groups.create.max_per_run` must be a whole number from 1 to 100",
    ],
    [
      "groups: { authority: [HR/**], unknown: create }\n",
      'm.yaml:7:40: with `create`, `groups` needs `create`, such as { below: ["HR/Departments/*"] }',
    ],
    [
      "groups: { authority: [HR/**], unknown: propose, create: { below: [HR/*] } }\n",
      "m.yaml:7:49: `groups.create` has an effect only with `unknown: create`",
    ],
    [
      "groups: { authority: [HR/**], aliases: { HR/A: HR/B, HR/B: HR/C } }\n",
      "m.yaml:7:48: `groups.aliases.HR/A` must be a group, but “HR/B” is an alias itself; name its group",
    ],
    ["groups: { authority: [HR/**], aliases: { HR/A: HR/a } }\n", "m.yaml:7:48: `groups.aliases.HR/A` must be another group than its name"],
    [
      "groups: { authority: [HR/**], aliases: { HR/A: 3 } }\n",
      'm.yaml:7:48: `groups.aliases.HR/A` must be a group: a path from the root such as "HR/Managers", without / at its start or end, or an id',
    ],
    [
      "groups: { authority: [/HR] }\n",
      'm.yaml:7:23: `groups.authority[1]` must be a glob over paths from the root such as "HR/**", without / at its start or end, or an id',
    ],
  ])("%j is reported at its position", (lines, message) => {
    expect(faultsOf(USER + lines)).toEqual([message]);
  });

  test.each<[string, string]>([
    ["{ name: r }", "7:5: `groups.rules[1]` assigns no groups: it needs `groups`, or `column` and `values`"],
    ["{ name: r, groups: [] }", "7:24: `groups.rules[1].groups` must name at least one group"],
    [
      "{ name: r, groups: HR/A }",
      '7:24: `groups.rules[1].groups` must be a list of groups: paths from the root such as ["HR/Managers"], or ids',
    ],
    [
      "{ name: r, groups: ['/HR'] }",
      '7:25: `groups.rules[1].groups[1]` must be a group: a path from the root such as "HR/Managers", without / at its start or end, or an id',
    ],
    ["{ name: r, groups: [A], values: { x: [B] }, column: C }", "7:5: `groups.rules[1]` needs exactly one of groups, values"],
    ["{ name: r, values: { x: [A] } }", "7:16: `groups.rules[1].values` needs `column`"],
    [
      "{ name: r, column: C, groups: [A] }",
      '7:16: `groups.rules[1]`: `column` needs `values` or `split`; to use the cell in a group name, write groups: ["HR/{C}"]',
    ],
    ["{ name: r, column: C, split: ';', groups: [A] }", '7:47: a rule with `split` must use {item}, such as "HR/Teams/{item}"'],
    ["{ name: r, groups: [A], split: ';' }", "7:29: `groups.rules[1].split` needs `column`"],
    ["{ name: r, groups: [A], otherwise: [] }", "7:29: `groups.rules[1].otherwise` needs `values`"],
    [
      "{ name: r, groups: [A], when: { B: true } }",
      "7:40: `groups.rules[1].when.B` must be a text or a list of texts, as they are in the file; put quotes around numbers, true, false and null",
    ],
    ["{ name: r, groups: [A], when: {} }", "7:35: `when` is empty; leave it out, or name a column"],
    ["{ groups: [A] }", "7:5: missing key `groups.rules[1].name`"],
  ])("in the rule %j is reported at its position", (rule, message) => {
    const text = `${USER.replace("  email: Mail\n", "  email: Mail\ngroups: { authority: [], rules: [\n")}    ${rule} ] }\n`;
    expect(faultsOf(text).map((fault) => fault.replace(/^m\.yaml:8:/, "7:"))).toEqual([message]);
  });

  test("is a rule name that another rule has", () => {
    expect(faultsOf(`${USER}groups:\n  authority: []\n  rules:\n    - { name: a, groups: [A] }\n    - { name: a, groups: [B] }\n`)).toEqual(
      ["m.yaml:11:15: the rule at m.yaml:10 is also named “a”; every rule needs its own name"],
    );
  });

  test.each<[string, RegExp]>([
    ["", /^m\.yaml:1:1: the file is empty$/],
    ["# nothing\n", /^m\.yaml:1:1: the file is empty$/],
    ["key: a\nkey: b\n", /^m\.yaml:2:1: this key is listed twice; keep one of them$/],
    ["key: [a\n", /^m\.yaml:\d+:\d+: not valid YAML: (?:the indentation|a quote|this text)/],
    ["- a\n", /^m\.yaml:1:1: the file must be a map of keys and values$/],
    ["key: &x { column: a }\nuser:\n  <<: *x\n", /^m\.yaml:3:3: merge keys \(`<<`\) are not supported; write the keys here/],
    ['key: a\n"<<": { b: c }\n', /^m\.yaml:2:1: unknown key `<<`/],
    ["a: &x [*x]\n", /this alias cannot be followed/],
  ])("is the whole file %j", (text, message) => {
    expect(faultsOf(text)[0] + "\n" + faultsOf(text).join("\n")).toMatch(new RegExp(message.source, "m"));
  });

  test("does not hang on anchors that multiply", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
    for (let level = 1; level < 12; level++)
      lines.push(
        `a${level}: &a${level} [${Array(10)
          .fill(`*a${level - 1}`)
          .join(", ")}]`,
      );
    expect(faultsOf(lines.join("\n")).some((fault) => fault.includes("this alias cannot be followed"))).toBe(true);
  });

  test("does not fill the memory with aliases of a long list", () => {
    const text = `a: &a [${"x,".repeat(10_000)}x]\nb: [${"*a,".repeat(500)}*a]\n`;
    expect(faultsOf(text).filter((fault) => fault.includes("this alias cannot be followed")).length).toBeGreaterThan(400);
  });

  test.each([100, 4000])("reports %i nested lists once", (depth) => {
    const { faults } = new YamlSource(`key: ${"[".repeat(depth)}${"]".repeat(depth)}\n`, "m.yaml");
    expect(faults.map(({ fact }) => englishText(fact))).toEqual([expect.stringMatching(/nested too deeply/)]);
  });

  test("reports only the nesting where the parser ran out of its stack, and not what follows from it", () => {
    const { faults } = new YamlSource(`key: ${"[".repeat(4000)}${"]".repeat(4000)}\nother: [a\n`, "m.yaml");
    expect(faults.map(({ fact }) => englishText(fact))).toEqual(["not valid YAML: lists or maps are nested too deeply"]);
  });

  test("reads a hundred thousand keys without comparing each with all others", () => {
    const { faults } = new YamlSource(Array.from({ length: 100_000 }, (_, i) => `k${i}: 1`).join("\n"), "m.yaml");
    expect(faults).toEqual([]);
  }, 60_000);

  test("follows an alias to a key, and to the last anchor before it", () => {
    const { value, faults } = new YamlSource("&k a: &x 1\nb: *x\nc: &x 2\nd: *x\ne: *k\n", "m.yaml");
    expect({ ...(value as object) }).toEqual({ a: 1, b: 1, c: 2, d: 2, e: "a" });
    expect(faults).toEqual([]);
  });

  test("is a missing mapping file", async () => {
    expect((await problemOf(loadMapping("none.yaml", "/"))).message).toContain(
      "none.yaml:1:1: there is no such file; the mapping was expected here",
    );
    expect((await problemOf(loadMapping("/tmp", "/work"))).message).toContain(
      "/tmp:1:1: this is a directory; the mapping must be a YAML file",
    );
  });
});

test("the digest changes with the text and only with it", () => {
  expect(compileMapping(USER, "a").digest).toBe(compileMapping(USER, "b").digest);
  expect(compileMapping(`${USER}  city: C\n`, "a").digest).not.toBe(compileMapping(USER, "a").digest);
});
