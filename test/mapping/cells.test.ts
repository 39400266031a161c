import { englishText } from "../../src/reporting/fact-text.ts";
import { describe, expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import { outcome, person, rejects, USER, type Row } from "./helpers.ts";

const mapping = compileMapping(
  `${USER}  department: Team
  city: { template: "{Site}, ES" }
active: { column: Status, values: { Active: true, Left: false }, until: { column: End } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: team, groups: ["HR/Teams/{Team}"] }
    - { name: lists, column: Lists, split: ";", groups: ["HR/Lists/{item}"] }
    - { name: leads, when: 'row["Lead"] == "yes"', groups: ["HR/Leads"] }
    - { name: sites, when: { Site: [Madrid, "#N/A"] }, groups: ["HR/Madrid"] }
`,
  "m.yaml",
);
const full: Row = { Team: "Sales", Site: "Madrid", Status: "Active", End: "", Lists: "A;B", Lead: "yes" };
const mapped = (row: Row) => outcome(mapping, { ...full, ...row });

describe("a key", () => {
  test.for(["9.8E+10", "9,8E+10", "9.8e10", "9,8e10", "98E+9", "98e-9", "1E+5", "-1.2E5", " 9.8E+10 "])(
    "%s is rejected as shortened",
    (Id) => {
      expect(rejects(mapped({ Id }))).toMatchObject([{ column: "Id", code: "shortened_key" }]);
      expect(mapping.key(mapping.columns.map((column) => (column === "Id" ? Id : "x")))).toBeNull();
    },
  );

  test.for(["1E5", "12e3", "E10", "9.8", "9,8", "A1E+5", "1E+5B", "1-2E5", "00123", "Null"])("%s is a key", (Id) => {
    expect(person(mapped({ Id })).key).toBe(Id);
  });

  test.for([
    ["NULL", "no_key"],
    ["null", "no_key"],
    ["nan", "no_key"],
    ["None", "no_key"],
    ["undefined", "no_key"],
    ["#N/A", "error_cell"],
    ["#BEZUG!", "error_cell"],
    ["Err:502", "error_cell"],
    ["#####", "error_cell"],
    ["M\u{FFFD}ller", "error_cell"],
  ])("%s is rejected as %s", ([Id = "", code]) => {
    expect(rejects(mapped({ Id }))).toMatchObject([{ column: "Id", code }]);
  });
});

describe("an error in place of a value", () => {
  const errors = ["#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#WERT!", "#¿NOMBRE?", "#NV", "######", "Err:508", "S\u{FFFD}les"];

  test.for(errors)("%s rejects the row in a required field", (Last) => {
    expect(rejects(mapped({ Last }))).toMatchObject([{ column: "Last", code: "error_cell" }]);
  });

  test.for(errors)("%s leaves an optional field, groups, the status and the dates unknown", (text) => {
    const found = person(mapped({ Team: text, Lists: `A;${text}`, Lead: text, Site: text, Status: text, End: text }));
    expect(found.user).not.toHaveProperty("department");
    expect(found.user).not.toHaveProperty("city");
    expect(found.active).toBe("unknown");
    expect(found.dates?.unknown?.why.values).toMatchObject({ column: "End" });
    expect(found.groups.map(({ group }) => group)).toEqual(["HR/Lists/A"]);
    expect(found.undecided.map(({ rule, reason }) => [rule, reason])).toEqual([
      ["team", "invalid"],
      ["lists", "invalid"],
      ["leads", "invalid"],
      ["sites", "invalid"],
    ]);
    expect(found.notes.map(({ column, code }) => [column, code])).toEqual([
      ["Status", "error_cell"],
      ["Team", "error_cell"],
      ["Site", "error_cell"],
    ]);
  });

  test.for(["#1 Team", "C#", "Error", "#team", "N/A!", "Erreur: 502"])("%s is a value", (Team) => {
    expect(person(mapped({ Team })).user["department"]).toBe(Team);
  });

  test("does not keep a leaver active", () => {
    const found = person(mapped({ Status: "Left", First: "#REF!", Mail: "#N/A", Team: "#N/A" }));
    expect(found.active).toBe(false);
    expect(found.user).toEqual({ username: "ana", last_name: "Sol", city: "Madrid, ES" });
  });
});

describe("a word for no value", () => {
  test.for(["NULL", "null", "nan", "NaN", "None", "undefined"])("%s is never part of a group's name", (word) => {
    const found = person(mapped({ Team: word, Lists: `${word};B` }));
    expect(found.groups.map(({ group }) => group)).not.toContainEqual(expect.stringContaining(word));
    expect(found.undecided.map(({ rule, why }) => `${rule}: ${englishText(why)}`)).toEqual([
      `team: “${word}” in “Team” means that there is no value`,
      `lists: “${word}” in “Lists” means that there is no value`,
    ]);
  });

  const inScope = (include: string, row: Row) =>
    person(outcome(compileMapping(`${USER}scope: { include: ${include} }\n`, "m.yaml"), row)).scope;

  test.for(["{ Team: Sales }", `'row["Team"] == "Sales"'`, `'row["Team"].startsWith("S") && row["Id"] != ""'`])(
    "leaves a scope of %s undecided: nobody leaves by it",
    (include) => {
      for (const Team of ["NULL", "nan", " None "]) expect(inScope(include, { Team })).toMatchObject({ state: "unknown", column: "Team" });
      expect(inScope(include, { Team: "Sales" })).toBeUndefined();
      expect(inScope(include, { Team: "Null" })).toMatchObject({ state: "out" });
    },
  );

  test.for(["{ Team: [None, Sales] }", `'row["Team"] in ["None", "Sales"]'`])("decides a scope of %s, which names it", (include) => {
    expect(inScope(include, { Team: "None" })).toBeUndefined();
    expect(inScope(include, { Team: "NULL" })).toMatchObject({ state: "unknown" });
  });

  test("stays where a table lists it, and the surname Null is a name", () => {
    const listed = compileMapping(
      `${USER}groups: { authority: ["HR/**"], rules: [{ name: t, column: Team, values: { NULL: ["HR/None"] } }] }\n`,
      "m.yaml",
    );
    const found = person(outcome(listed, { Team: "NULL", Last: "Null" }));
    expect(found.groups.map(({ group }) => group)).toEqual(["HR/None"]);
    expect(found.user["last_name"]).toBe("Null");
  });
});
