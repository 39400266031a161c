import { fact } from "../../src/domain/facts/fact.ts";
import { describe, expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import type { OutsideScope } from "../../src/domain/person.ts";
import { faultsOf, outcome, person, rejects, USER, type Row } from "./helpers.ts";

const scopeOf = (scope: string, row: Row): OutsideScope | undefined =>
  person(outcome(compileMapping(`${USER}${scope}`, "m.yaml"), { Country: "ES", ...row })).scope;

const BOTH = `scope:
  include: { Country: [ES, PT] }
  exclude:
    - { name: bots, when: 'Mail.endsWith("@bots.example.com")' }
    - { name: board, keys: ["b1", "B2"] }
`;

describe("scope", () => {
  test.for<[string, Row, OutsideScope | undefined]>([
    ["a row that is included and not excluded", {}, undefined],
    ["a row that is not included", { Country: "US" }, { state: "out", rule: "include", at: "m.yaml:8" }],
    ["a row that a condition excludes", { Mail: "x@bots.example.com" }, { state: "out", rule: "bots", at: "m.yaml:10" }],
    ["a row that a key excludes", { Id: "b1" }, { state: "out", rule: "board", at: "m.yaml:11" }],
    [
      "a blank cell of include",
      { Country: "" },
      { state: "unknown", rule: "include", at: "m.yaml:8", column: "Country", why: fact("cell.blank", { column: "Country" }) },
    ],
    [
      "a missing cell of include",
      { Country: undefined },
      { state: "unknown", rule: "include", at: "m.yaml:8", column: "Country", why: fact("cell.missing", { column: "Country" }) },
    ],
    // False for certain, whatever the blank cell means.
    ["a blank cell of include and a certain exclusion", { Id: "b1", Country: "" }, { state: "out", rule: "board", at: "m.yaml:11" }],
  ])("decides %s", ([, row, expected]) => {
    expect(scopeOf(BOTH, row)).toEqual(expected);
  });

  test("leaves a row out if no rule includes it, even if an exclusion cannot be decided", () => {
    const scope = `scope:\n  include: [{ name: iberia, when: { Country: [ES, PT] } }, { name: pilots, keys: ["9"] }]\n  exclude: 'Team == "X"'\n`;
    expect(scopeOf(scope, { Country: "US", Team: "" })).toMatchObject({ state: "out", rule: "include" });
    expect(scopeOf(scope, { Id: "9", Country: "US", Team: "A" })).toBeUndefined();
    expect(scopeOf(scope, { Team: "" })).toMatchObject({ state: "unknown", rule: "exclude", column: "Team" });
    expect(scopeOf(scope, { Team: "X" })).toMatchObject({ state: "out", rule: "exclude" });
  });

  test.for([
    ["NFC", "NFD"],
    ["NFD", "NFC"],
  ])("a key that is listed in %s means the row whose key is in %s", ([listed, written]) => {
    const scope = `scope: { exclude: [{ name: board, keys: ["${"José-1".normalize(listed)}"] }] }`;
    expect(scopeOf(scope, { Id: "José-1".normalize(written) })).toMatchObject({ state: "out", rule: "board" });
  });

  test("compares listed keys after the transforms of the key", () => {
    const mapping = compileMapping(
      `${USER.replace("key: Id", "key: { column: Id, transform: upper }")}scope: { exclude: [{ name: board, keys: [" b1 "] }] }`,
      "m.yaml",
    );
    expect(person(outcome(mapping, { Id: "B1" })).scope).toMatchObject({ rule: "board" });
  });

  test("needs only the key of a row out of scope, and gives it no groups", () => {
    const groups = `groups: { authority: ["HR/**"], rules: [{ name: all, groups: ["HR/All"] }] }\n`;
    const mapping = compileMapping(`${USER}${groups}scope: { exclude: 'blank(Mail)' }\n`, "m.yaml");
    const out = person(outcome(mapping, { Mail: "", First: "" }));
    expect(out).toMatchObject({ scope: { state: "out", rule: "exclude" }, groups: [], notes: [] });
    expect(rejects(outcome(mapping, { Mail: "a@b.example", First: "" }))).toMatchObject([{ code: "missing_value" }]);
    expect(rejects(outcome(mapping, { Id: "", Mail: "" }))).toMatchObject([{ code: "missing_key" }]);
  });

  test("is undecided for a person whose rows of a joined file differ", () => {
    const scope = `scope: { exclude: { contracts.Type: External } }\n`;
    expect(scopeOf(scope, { "contracts.Type": "External\u001eExternal" })).toMatchObject({ state: "out" });
    expect(scopeOf(scope, { "contracts.Type": "External\u001ePermanent" })).toEqual({
      state: "unknown",
      rule: "exclude",
      at: "m.yaml:7",
      column: "contracts.Type",
      why: fact("cell.rows_differ", { column: "contracts.Type" }),
    });
  });

  test.for([
    ["scope: ES", "m.yaml:7:8: `scope` must be a map of keys and values"],
    ["scope: { leaves: report }", "m.yaml:7:8: `scope` must have `include` or `exclude`"],
    ["scope: { include: [] }", "m.yaml:7:19: `scope.include` must name at least one rule"],
    ["scope: { exclude: {} }", "m.yaml:7:19: `scope.exclude` must name at least one column"],
    ["scope: { include: 'Country = \"ES\"' }", "m.yaml:7:28: write `==` instead of `=`"],
    ["scope: { include: 'true' }", "m.yaml:7:20: the expression names no column; leave `when` out"],
    ["scope: { exclude: [{ name: a }] }", "m.yaml:7:20: `scope.exclude[1]` needs exactly one of when, keys"],
    [
      "scope: { exclude: [{ name: a, keys: [12] }] }",
      "m.yaml:7:38: `scope.exclude[1].keys[1]` must be text; put quotes around numbers, true, false and null",
    ],
    ["scope: { exclude: [{ name: a, keys: [] }] }", "m.yaml:7:37: `scope.exclude[1].keys` must name at least one key"],
    ["scope: { exclude: [{ name: include, keys: [A] }] }", "m.yaml:7:28: `scope.exclude[1]` needs a name of its own"],
    [
      "scope: { include: [{ name: a, keys: [A] }], exclude: [{ name: a, keys: [B] }] }",
      "m.yaml:7:63: the rule at m.yaml:7 is also named “a”; every rule needs its own name",
    ],
    ["scope: { include: { C: x }, leaves: drop }", "m.yaml:7:37: `scope.leaves` must be one of ignore, report, deactivate"],
    ["scope: { includ: { C: x } }", "m.yaml:7:10: unknown key `scope.includ`; did you mean `include`?"],
  ])("refuses %s", ([scope, fault]) => {
    expect(faultsOf(`${USER}${scope}\n`)).toContain(fault);
  });
});
