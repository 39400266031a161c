import { problemOf } from "../helpers/problems.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { describe, expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import { faultsOf, outcome, person, USER } from "./helpers.ts";
import type { Row } from "./helpers.ts";

const ruleOf = (when: string): string => `${USER}groups:\n  authority: []\n  rules:\n    - { name: r, when: '${when}', groups: [G] }\n`;

/** Returns true, false, or why it is unknown. */
function decided(when: string, row: Row): boolean | string {
  const { groups, undecided } = person(outcome(compileMapping(ruleOf(when), "m.yaml"), row));
  return undecided[0] === undefined ? groups.length > 0 : `${undecided[0].reason}: ${englishText(undecided[0].why)}`;
}

describe("a condition as an expression", () => {
  test.each<[string, Row, boolean]>([
    ['Dep == "Sales" && Country in ["ES", "PT"]', { Dep: " Sales", Country: "PT" }, true],
    ['Dep == "Sales" && Country in ["ES", "PT"]', { Dep: "sales", Country: "PT" }, false],
    ['row["Cost Center"].startsWith("4")', { "Cost Center": "4711" }, true],
    ['row["Cost Center"] != "4711"', { "Cost Center": "4711" }, false],
    ['Dep.endsWith("es") && Dep.contains("al")', { Dep: "Sales" }, true],
    ['Dep.lowerAscii() == "ventas" || Dep.upperAscii() == "SALES"', { Dep: "Sales" }, true],
    ['Dep == "Código"', { Dep: "Co\u0301digo" }, true],
    ['Dep.matches("^(Sales|Sales .*)$")', { Dep: "Sales EMEA" }, true],
    ['Dep.matches("^al")', { Dep: "Sales" }, false],
    ["int(Age) >= 18 && int(Age) < 2 * 9 + 50", { Age: "018" }, true],
    ["double(Share) > 0.5", { Share: "0.75" }, true],
    ['row["Hire Date"] < "2026-01-01"', { "Hire Date": "2025-12-31" }, true],
    ['Dep + "/" + Team == "Sales/EMEA"', { Dep: "Sales", Team: "EMEA" }, true],
    ['Dep.substring(0, 2) == "Sa" && Dep.size() == 5 && size(Team) == 4', { Dep: "Sales", Team: "EMEA" }, true],
    ['["Sal", "Mar"].exists(p, Dep.startsWith(p))', { Dep: "Marketing" }, true],
    ['["a", "e"].all(p, Dep.contains(p))', { Dep: "Sales" }, true],
    ['Dep == "Sales" ? Team == "x" : Team == "y"', { Dep: "Legal", Team: "y" }, true],
    ["blank(Team)", { Team: "  " }, true],
    ['blank(row["Team"])', { Team: "x" }, false],
    ["Team in [Dep, Country]", { Team: "x", Dep: "y", Country: "x" }, true],
  ])("%s is decided for %j", (when, row, expected) => {
    expect(decided(when, row)).toBe(expected);
  });

  test.each<[string, Row, boolean | string]>([
    ['Dep == "x"', { Dep: "" }, "blank: “Dep” is blank"],
    ['Dep == "x"', {}, "missing: the row ends before “Dep”"],
    ['!(Dep == "x")', { Dep: "" }, "blank: “Dep” is blank"],
    ['Dep != "x"', { Dep: "" }, "blank: “Dep” is blank"],
    ['Dep == "x" && Team == "y"', { Dep: "", Team: "no" }, false],
    ['Dep == "x" && Team == "y"', { Dep: "", Team: "y" }, "blank: “Dep” is blank"],
    ['Dep == "x" || Team == "y"', { Dep: "", Team: "y" }, true],
    ['Dep == "x" || Team == "y"', { Dep: "", Team: "" }, "blank: “Dep” is blank"],
    ['["x", "y"].exists(p, Dep == p)', { Dep: "" }, "blank: “Dep” is blank"],
    ['["x"].all(p, Dep == p || p == "x")', { Dep: "" }, true],
    ["blank(Team)", {}, "missing: the row ends before “Team”"],
    ['Dep == "x" ? true : false', { Dep: "" }, "blank: “Dep” is blank"],
    ["int(Age) > 3", { Age: "abc" }, "invalid: “abc” in “Age” is not a whole number"],
    ["int(Age) > 3", { Age: "99999999999999999999" }, "invalid: “99999999999999999999” in “Age” is not a whole number"],
    ["double(Share) > 1.0", { Share: "1,5" }, "invalid: “1,5” in “Share” is not a number"],
    ["10 / int(Age) > 3", { Age: "0" }, "invalid: “0” in “Age” makes `/` impossible to calculate"],
    ['Dep.substring(3, 9) == "x"', { Dep: "Sales" }, "invalid: “Sales” in “Dep” is too short for `substring`"],
    ['Dep == "x" || int(Age) > 3', { Dep: "x", Age: "abc" }, true],
    ['Dep == "x"', { Dep: "y".repeat(4001) }, `invalid: “${"y".repeat(80)}…” in “Dep” has more than 4,000 characters`],
  ])("%s with %j is decided only if certain (I5)", (when, row, expected) => {
    expect(decided(when, row)).toBe(expected);
  });

  test("returns the deciding cells with the group, and requires its columns in the file", async () => {
    const mapping = compileMapping(ruleOf('Dep == "x" && row["Cost Center"] == "1" && Dep != "y"'), "m.yaml");
    expect(mapping.rules[0]?.columns).toEqual(["Dep", "Cost Center"]);
    expect(mapping.columns).toEqual(["Id", "User", "First", "Last", "Mail", "Dep", "Cost Center"]);
    expect(person(outcome(mapping, { Dep: "x", "Cost Center": "1" })).groups[0]?.cells).toEqual([
      { column: "Dep", value: "x" },
      { column: "Cost Center", value: "1" },
    ]);
    expect(await problemOf(() => mapping.bind(["Id", "User", "First", "Last", "Mail", "Dept", "Cost Center"], "e.csv"))).toMatchObject({
      message: "e.csv: the header lacks the column “Dep” (did you mean “Dept”?); nothing was changed",
    });
  });

  test("does not show the value of a sensitive column", () => {
    const text = ruleOf("int(Nif) > 3").replace("groups:", "  national_id: { column: Nif, sensitive: true }\ngroups:");
    const [open] = person(outcome(compileMapping(text, "m.yaml"), { Nif: "12345X" })).undecided;
    expect(open === undefined ? null : englishText(open.why)).toBe("the value (not shown) in “Nif” is not a whole number");
  });
});

describe("a fault in an expression", () => {
  /** The column of the first character of the expression. */
  const first = 25;
  test.each<[string, number, string]>([
    ['Dep == "a" and Team == "b"', 11, "write `&&` instead of `and`"],
    ['Dep = "a"', 4, "write `==` instead of `=`"],
    ['Dep == "a" & Team == "b"', 11, "write `&&` instead of `&`"],
    ["Dep == “a”", 7, "`“` isn't a quotation mark in expressions; write \" or '"],
    ['Dep == "a', 7, "a quotation mark isn't closed"],
    ['(Dep == "a"', 11, "a ( isn't closed"],
    ['Dep == "a")', 10, "a ) without a ("],
    ["Dep ==", 6, "the expression ends too early"],
    ['Cost Center == "a"', 5, '`Center` isn\'t expected here; write a column name with spaces as row["…"]'],
    ['Año == "a"', 1, '`ñ` is allowed only in quotes; write such a column name as row["…"]'],
    ['type == "a"', 0, '`type` is a reserved word in expressions; write the column as row["type"]'],
    ['row.Team == "a"', 0, '`row.Team` isn\'t allowed; write row["Team"]'],
    ['contracts.Site == "a"', 0, '`contracts.Site` isn\'t allowed; write row["contracts.Site"]'],
    ['row[Dep] == "a"', 4, 'row["…"] needs the name of a column, in quotes'],
    ['True || Dep == "a"', 0, 'write `true`, or "True" for the text in a cell'],
    ['Dep.startWith("a")', 4, "unknown function `startWith`; did you mean `startsWith`?"],
    ['startsWith(Dep, "a")', 0, "write `startsWith` after the column: Column.startsWith(…)"],
    ["has(row.Dep)", 0, "unknown function `has`; use blank(…) to test for a blank cell"],
    ["Dep == null", 7, "`null` cannot be used here; use blank(…) to test for a blank cell"],
    ["Age > 18", 0, "`>` doesn't work between a text and a whole number; a cell is text: convert it with int(…) or double(…)"],
    ['Dep == "a" && Team', 0, "`&&` and `||` need conditions on both sides, but one of these is a text"],
    ["Dep", 0, "the expression must be true or false, but this is a text"],
    ['"a" == "a"', 0, "the expression names no column; leave `when` out"],
    [
      'Dep.matches("[a")',
      12,
      "not a valid RE2 regular expression; check its brackets and repetitions, and use no lookaround or backreferences",
    ],
    [
      'Dep.matches("(a{1000}){1000}")',
      12,
      "not a valid RE2 regular expression; check its brackets and repetitions, and use no lookaround or backreferences",
    ],
    ["Dep.matches(Team)", 12, "`matches` needs a regular expression in quotes, not a cell or a combined text"],
    ['Dep in "a"', 7, '`in` needs a list, such as ["ES", "PT"]'],
    ['["Sales", 12].exists(d, Dep == d)', 10, "all items of a list must have the same type, but this one is a whole number"],
    ['["a"].exists(x, ["b"].all(y, Dep == y))', 22, "`exists` and `all` can't be nested"],
    [
      '["a"].map(x, x) == Dep',
      6,
      "unknown function `map`; allowed here: startsWith, endsWith, contains, matches, lowerAscii, upperAscii, substring, size, exists, all",
    ],
    ["", 0, "the expression is empty; leave `when` out, or name a column"],
    [
      `Dep == "a"${' || Dep == "a"'.repeat(300)}`,
      0,
      "the expression has 4,210 characters, but the limit is 4,000; split it into several rules",
    ],
  ])("%.60j is reported at its position", (when, at, message) => {
    expect(faultsOf(ruleOf(when))).toEqual([`m.yaml:10:${first + at}: ${message}`]);
  });

  test("is located in a text over several lines, and in one with escapes", () => {
    const rules = `${USER}groups:\n  authority: []\n  rules:\n`;
    expect(faultsOf(`${rules}    - name: r\n      when: >-\n        Dep == "a"\n        && Team = "b"\n      groups: [G]\n`)).toEqual([
      "m.yaml:13:17: write `==` instead of `=`",
    ]);
    expect(faultsOf(`${rules}    - { name: r, when: "Dep == \\"a\\" && Team = \\"b\\"", groups: [G] }\n`)).toEqual([
      "m.yaml:10:46: write `==` instead of `=`",
    ]);
    expect(faultsOf(`${rules}    - { name: r, when: 'Dep == ''a'' && Team = ''b''', groups: [G] }\n`)).toEqual([
      "m.yaml:10:46: write `==` instead of `=`",
    ]);
  });

  test("any expression ends for any cells", () => {
    const list = Array.from({ length: 100 }, (_, i) => `"a${i}"`).join(", ");
    const heavy = `[${list}].exists(x, ${Array.from({ length: 80 }, () => "(A + B).contains(x)").join(" || ")} || A.matches("(x+x+)+y"))`;
    const mapping = compileMapping(ruleOf(heavy), "m.yaml");
    const row = { A: "x".repeat(4000), B: "y".repeat(4000) };
    outcome(mapping, row);
    expect(person(outcome(mapping, row)).groups).toEqual([]);
  });
});
