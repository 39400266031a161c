import { englishText } from "../../src/reporting/fact-text.ts";
import { describe, expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import { MISSING_MARK, ROWS_MARK } from "../../src/domain/record.ts";
import { faultsOf, outcome, person, rejects, USER } from "./helpers.ts";
import type { Row } from "./helpers.ts";

/** Returns a cell with the values of several rows of a joined file. */
const rows = (...values: (string | undefined)[]): string => values.map((value) => value ?? MISSING_MARK).join(ROWS_MARK);

const mapped = (rule: string, row: Row) => {
  const mapping = compileMapping(`${USER}groups:\n  authority: []\n  rules:\n    - ${rule}\n`, "m.yaml");
  const { groups, undecided } = person(outcome(mapping, row));
  return {
    groups: groups.map(({ group }) => group),
    why: undecided.map(({ reason, why }) => `${reason}: ${englishText(why)}`),
    claims: groups,
  };
};

describe("a rule over the rows of a joined file", () => {
  test("gives every group that a row gives, once", () => {
    const found = mapped('{ name: r, groups: ["HR/{c.Site}"] }', { "c.Site": rows("Madrid", "Porto", "Madrid") });
    expect(found).toMatchObject({ groups: ["HR/Madrid", "HR/Porto"], why: [] });
  });

  test("takes all columns from the same row, and shows the cells of that row", () => {
    const cells = { "c.Type": rows("temporary", "permanent"), "c.Site": rows("Porto", "Madrid"), Country: "ES" };
    const found = mapped('{ name: r, when: { c.Type: permanent, Country: ES }, groups: ["HR/{c.Site}"] }', cells);
    expect(found.groups).toEqual(["HR/Madrid"]);
    expect(found.claims[0]?.cells).toEqual([
      { column: "c.Type", value: "permanent" },
      { column: "Country", value: "ES" },
      { column: "c.Site", value: "Madrid" },
    ]);
    const expression = mapped(`{ name: r, when: 'row["c.Type"] == "permanent" && Country == "ES"', groups: ["HR/{c.Site}"] }`, cells);
    expect(expression.groups).toEqual(["HR/Madrid"]);
  });

  test("is undecided for a row that ends early, is blank or not listed, in addition to what the others give (I5)", () => {
    expect(mapped('{ name: r, groups: ["HR/{c.Site}"] }', { "c.Site": rows("Madrid", undefined, "") })).toMatchObject({
      groups: ["HR/Madrid"],
      why: ["missing: the row ends before “c.Site”", "blank: “c.Site” is blank"],
    });
    expect(mapped("{ name: r, column: c.Site, values: { Madrid: [M] } }", { "c.Site": rows("Madrid", "Rome", "Rome") })).toMatchObject({
      groups: ["M"],
      why: ["unmapped: “Rome” in “c.Site” is not one of its values"],
    });
    expect(mapped('{ name: r, groups: ["HR/{c.Site}"] }', { "c.Site": MISSING_MARK }).why).toEqual([
      "missing: the row ends before “c.Site”",
    ]);
  });

  test("is undecided if two joined files have several rows, because it is unknown which belong together", () => {
    const rule = '{ name: r, when: { c.Type: x }, groups: ["HR/{k.Site}"] }';
    const why = ["rows: “c.Type” and “k.Site” come from several rows, and it is unknown which belong together"];
    expect(mapped(rule, { "c.Type": rows("x", "y"), "k.Site": rows("Madrid", "Porto", "Rome") })).toMatchObject({ groups: [], why });
    expect(mapped(rule, { "c.Type": rows("x", "y"), "k.Site": rows("Madrid", "Porto") })).toMatchObject({ groups: [], why });
    expect(mapped(rule, { "c.Type": rows("x", "y"), "k.Site": "Madrid" })).toMatchObject({ groups: ["HR/Madrid"], why: [] });
  });
});

describe("a field from several rows", () => {
  const mapping = compileMapping(
    `${USER.replace("  username: User\n", "  username: c.User\n")}  city: c.City\n  company: { column: c.Firm, otherwise: omit }
  national_id: { column: c.Nif, sensitive: true }
active: { column: c.State, values: { Active: true, Left: false } }
`,
    "m.yaml",
  );
  const row: Row = { "c.User": "ana", "c.City": "Lugo", "c.Firm": "Acme", "c.State": "Active", "c.Nif": "1" };

  test("has the value that all rows agree on", () => {
    const agreeing = { ...row, "c.City": rows("Lugo", " Lugo "), "c.State": rows("Left", "Left") };
    expect(person(outcome(mapping, agreeing))).toMatchObject({ active: false, user: { city: "Lugo", username: "ana" } });
    expect(person(outcome(mapping, { ...row, "c.City": rows("", "") })).user).not.toHaveProperty("city");
  });

  test.each<[string, Row, string, string]>([
    [
      "a field",
      { "c.City": rows("Lugo", "Vigo") },
      "c.City",
      "city: “c.City” comes from 2 rows with different values, but only one value is allowed",
    ],
    [
      "one that a row does not have",
      { "c.User": rows("ana", undefined) },
      "c.User",
      "username: “c.User” comes from 2 rows with different values, but only one value is allowed",
    ],
    [
      "the status",
      { "c.State": rows("Active", "Left", "Left") },
      "c.State",
      "active: “c.State” comes from 3 rows with different values, but only one value is allowed",
    ],
    [
      "a secret",
      { "c.Nif": rows("1", "2") },
      "c.Nif",
      "national_id: “c.Nif” comes from 2 rows with different values, but only one value is allowed",
    ],
  ])("rejects the row if they differ: %s", (_, cells, column, message) => {
    expect(rejects(outcome(mapping, { ...row, ...cells }))).toEqual([{ row: 2, column, code: "several_values", message }]);
  });

  test("is left out if the mapping has otherwise: omit", () => {
    expect(person(outcome(mapping, { ...row, "c.Firm": rows("Acme", "Ajax") })).user).not.toHaveProperty("company");
    expect(faultsOf(`${USER}  city: { column: City, otherwise: omit }\n`)).toEqual([
      "m.yaml:7:25: `otherwise` needs `values`, `date` or `phone`",
    ]);
  });

  test("that is the key rejects the row", () => {
    const keyed = compileMapping(USER.replace("key: Id", "key: c.Id"), "m.yaml");
    const cells = keyed.columns.map((column) => (column === "c.Id" ? rows("1", "2") : "x@example.com"));
    expect(keyed.key(cells)).toBeNull();
    expect(keyed.map(2, cells)).toMatchObject({ rejects: [{ code: "several_values", column: "c.Id" }] });
    expect(keyed.key(keyed.columns.map(() => rows("7", "7")))).toBe("7");
  });
});
