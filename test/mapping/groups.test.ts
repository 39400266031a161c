import { describe, expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import { outcome, person, USER } from "./helpers.ts";
import type { Row } from "./helpers.ts";

const mappingOf = (...rules: string[]) =>
  compileMapping(`${USER}groups:\n  authority: ["HR/**"]\n  rules:\n${rules.map((rule) => `    - ${rule}\n`).join("")}`, "m.yaml");

const groupsOf = (rule: string, row: Row) => {
  const { groups, undecided } = person(outcome(mappingOf(rule), row));
  return {
    groups: groups.map((claim) => claim.group),
    undecided: undecided.map(({ column, reason, value, couldGive }) => ({ column, reason, value, couldGive })),
  };
};

describe("a rule", () => {
  const id = "3F0E6F0E-5D1C-4A55-9F0A-6F3E0C7B1D11";
  test.each<[string, string, Row, string[]]>([
    ["gives its groups to everyone", '{ name: r, groups: ["HR/All", "HR/Too"] }', {}, ["HR/All", "HR/Too"]],
    ["may name a group by its id", `{ name: r, groups: [${id}] }`, {}, [id.toLowerCase()]],
    ["puts cells into names", '{ name: r, groups: ["HR/{A}/{B} {{x}}"] }', { A: " Sales ", B: "ES" }, ["HR/Sales/ES {x}"]],
    ["gives composed names", '{ name: r, groups: ["HR/{A}"] }', { A: "Co\u0301digo" }, ["HR/Código"]],
    ["holds when its condition does", '{ name: r, when: { A: "Yes" }, groups: ["HR/M"] }', { A: " Yes " }, ["HR/M"]],
    ["gives nothing when its condition doesn't hold", '{ name: r, when: { A: "Yes" }, groups: ["HR/M"] }', { A: "yes" }, []],
    ["needs all of its conditions", '{ name: r, when: { A: [x, y], B: z }, groups: ["HR/M"] }', { A: "y", B: "z" }, ["HR/M"]],
    ["looks a value up", '{ name: r, column: A, values: { x: ["HR/X"], y: ["HR/Y", "HR/{B}"] } }', { A: "y", B: "b" }, ["HR/Y", "HR/b"]],
    ["gives what otherwise says", '{ name: r, column: A, values: { x: ["HR/X"] }, otherwise: [HR/O] }', { A: "?" }, ["HR/O"]],
    ["may give nothing otherwise", '{ name: r, column: A, values: { x: ["HR/X"] }, otherwise: [] }', { A: "?" }, []],
    ["splits a cell", '{ name: r, column: A, split: ";", groups: ["HR/{item}"] }', { A: "a; b;;a" }, ["HR/a", "HR/b"]],
    ["splits and looks up", '{ name: r, column: A, split: ",", values: { a: ["HR/A"], b: [] } }', { A: "a,b" }, ["HR/A"]],
    [
      "is decided as soon as one condition is false",
      '{ name: r, when: { A: x, B: z }, groups: ["HR/{C}"] }',
      { A: "", B: "no", C: "" },
      [],
    ],
    ["may ask for blank cells by name", '{ name: r, when: { A: "" }, groups: ["HR/None"] }', { A: "  " }, ["HR/None"]],
  ])("%s", (_, rule, row, groups) => {
    expect(groupsOf(rule, row)).toEqual({ groups, undecided: [] });
  });

  test.each<[string, string, Row, { column: string; reason: string; value: string | undefined; couldGive: string[] }]>([
    [
      "a blank condition",
      '{ name: r, when: { A: x }, groups: ["HR/M/{B}", "HR/N"] }',
      { A: " ", B: "b" },
      { column: "A", reason: "blank", value: " ", couldGive: ["HR/M/**", "HR/N"] },
    ],
    [
      "a missing condition, even one that asks for blanks",
      '{ name: r, when: { A: "" }, groups: ["HR/N"] }',
      {},
      { column: "A", reason: "missing", value: undefined, couldGive: ["HR/N"] },
    ],
    [
      "a blank cell in a name",
      '{ name: r, groups: ["HR/{A}/x{B}/Z"] }',
      { A: "a", B: "" },
      { column: "B", reason: "blank", value: "", couldGive: ["HR/**/**/Z"] },
    ],
    [
      "a value that isn't listed",
      '{ name: r, column: A, values: { x: ["HR/X"], y: ["HR/Y/{B}"] } }',
      { A: "?", B: "b" },
      { column: "A", reason: "unmapped", value: "?", couldGive: ["HR/X", "HR/Y/**"] },
    ],
    [
      "a blank cell to look up, despite otherwise",
      '{ name: r, column: A, values: { x: ["HR/X"] }, otherwise: [] }',
      { A: "" },
      { column: "A", reason: "blank", value: "", couldGive: ["HR/X"] },
    ],
    [
      "a blank list",
      '{ name: r, column: A, split: ";", groups: ["HR/{item}"] }',
      { A: " ; " },
      { column: "A", reason: "blank", value: " ; ", couldGive: ["HR/**"] },
    ],
    [
      "a missing list",
      '{ name: r, column: A, split: ";", groups: ["HR/{item}"] }',
      {},
      { column: "A", reason: "missing", value: undefined, couldGive: ["HR/**"] },
    ],
  ])("cannot be decided by %s (I5)", (_, rule, row, undecided) => {
    expect(groupsOf(rule, row)).toEqual({ groups: [], undecided: [undecided] });
  });

  test("gives the decided groups, and leaves only the rest undecided", () => {
    expect(groupsOf('{ name: r, column: A, split: ";", values: { a: ["HR/A"] } }', { A: "a;?" })).toEqual({
      groups: ["HR/A"],
      undecided: [{ column: "A", reason: "unmapped", value: "?", couldGive: ["HR/A"] }],
    });
    expect(groupsOf('{ name: r, groups: ["HR/All", "HR/D/{A}"] }', { A: "" }).groups).toEqual(["HR/All"]);
  });

  test("returns the rule, line and cells with every group", () => {
    const mapping = mappingOf('{ name: all, groups: ["HR/All"] }', '{ name: sales, when: { A: x }, groups: ["HR/{B}"] }');
    expect(person(outcome(mapping, { A: "x", B: " y" })).groups).toEqual([
      { group: "HR/All", rule: "all", at: "m.yaml:10", cells: [] },
      {
        group: "HR/y",
        rule: "sales",
        at: "m.yaml:11",
        cells: [
          { column: "A", value: "x" },
          { column: "B", value: " y" },
        ],
      },
    ]);
  });

  test("is found by a group that it could give", () => {
    const mapping = mappingOf(
      '{ name: all, groups: ["HR/All"] }',
      '{ name: dep, groups: ["HR/D/{A}"] }',
      '{ name: site, column: S, values: { x: ["HR/D/S"] } }',
    );
    expect(mapping.rulesGiving("HR/D/S").map((rule) => rule.rule)).toEqual(["dep", "site"]);
    expect(mapping.rulesGiving("HR/All")).toEqual([{ rule: "all", at: "m.yaml:10", columns: [] }]);
    expect(mapping.rulesGiving("HR/D")).toEqual([]);
  });
});

test("a group is managed by path or by id", () => {
  const id = "3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11";
  const mapping = compileMapping(`${USER}groups: { authority: ["HR/*/Sales", "${id.toUpperCase()}"] }\n`, "m.yaml");
  expect(mapping.isManaged("HR/ES/Sales", "x")).toBe(true);
  expect(mapping.isManaged("HR/ES/N/Sales", "x")).toBe(false);
  expect(mapping.isManaged("Other", id)).toBe(true);
});

describe("an alias", () => {
  const aliased = (rule: string) =>
    compileMapping(
      `${USER}groups:\n  authority: ["HR/**"]\n  aliases: { HR/Old: HR/New, HR/Sites/Madird: HR/Sites/Madrid }\n  rules:\n    - ${rule}\n`,
      "m.yaml",
    );
  const given = (rule: string, row: Row) => person(outcome(aliased(rule), row)).groups.map(({ group }) => group);

  test("gives the group that it names, without regard to case", () => {
    expect(given('{ name: r, groups: ["HR/{A}"] }', { A: "Old" })).toEqual(["HR/New"]);
    expect(given('{ name: r, groups: ["HR/{A}"] }', { A: "OLD" })).toEqual(["HR/New"]);
    expect(given('{ name: r, groups: ["HR/{A}"] }', { A: "Else" })).toEqual(["HR/Else"]);
  });

  // I5: an undecided rule must freeze the group of the alias too.
  test("makes its group one that the rule could give", () => {
    const mapping = aliased('{ name: r, column: A, values: { x: ["HR/Old"], y: ["HR/Other"] } }');
    expect(mapping.rulesGiving("HR/New").map(({ rule }) => rule)).toEqual(["r"]);
    expect(mapping.rulesGiving("HR/Sites/Madrid")).toEqual([]);
    expect(person(outcome(mapping, { A: "" })).undecided[0]?.couldGive).toContain("HR/New");
  });
});
