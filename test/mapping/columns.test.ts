import { inEnglish } from "../helpers/facts.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import { FileProblem } from "../../src/domain/problem.ts";
import type { SourceRow } from "../../src/domain/record.ts";
import { openMapped } from "../../src/source/open.ts";
import { messageOf } from "../helpers/problems.ts";
import { faultsOf, outcome, person, USER } from "./helpers.ts";

const bound = (column: string, header: readonly string[]): number | undefined =>
  compileMapping(`${USER}  city: "${column}"\n`, "m.yaml")
    .bind([...header, "Id", "User", "First", "Last", "Mail"], "e.csv")
    .at(-1);

function problem(column: string, header: readonly string[]): string {
  try {
    bound(column, header);
  } catch (error) {
    if (error instanceof FileProblem) return `${error.code} ${messageOf(error)}`;
  }
  return "none";
}

describe("a column", () => {
  test.each<[string, string, string[], number]>([
    ["with other capitals", "Cost Center", ["COST CENTER"], 0],
    ["with blanks around it", "Cost Center", ["x", "  Cost center\t"], 1],
    ["in another composition", "Código", ["Co\u0301DIGO"], 0],
    ["with a sharp s for two", "Straße", ["STRASSE"], 0],
    ["with a dotted I for the other", "İsim", ["I\u0307SİM"], 0],
    ["with a final sigma", "Τίτλος", ["ΤΊΤΛΟΣ"], 0],
    ["as it is written, beside one in capitals", "Name", ["NAME", "Name", "name"], 1],
  ])("is found %s", (_, column, header, place) => {
    expect(bound(column, header)).toBe(place);
  });

  test("is refused if two similar names exist, but no exact one", () => {
    expect(problem("Name", ["NAME", "name"])).toBe(
      "duplicate_column e.csv: the header has more than one column “Name” (columns 1 and 2, written “NAME” and “name”); nothing was changed",
    );
    expect(problem("Name", ["Name", "NAME", "Name"])).toBe(
      "duplicate_column e.csv: the header has more than one column “Name” (columns 1 and 3); nothing was changed",
    );
  });

  test.each<[string, string, string]>([
    ["a no-break space", "Cost\u00A0Center", "Cost‹U+00A0›Center"],
    ["a zero width space", "Cost\u200B Center", "Cost‹U+200B› Center"],
    ["a soft hyphen", "Cost Cen\u00ADter", "Cost Cen‹U+00AD›ter"],
    ["marks of direction", "\u202ACost Center\u202C", "‹U+202A›Cost Center‹U+202C›"],
    ["a control character", "Cost\u0001 Center", "Cost‹U+0001› Center"],
  ])("is a different one with %s in it, which the message shows", (_, header, shown) => {
    expect(problem("Cost Center", [header, "Cost Centre"])).toBe(
      `missing_column e.csv: the header lacks the column “Cost Center” (did you mean “${shown}”?); nothing was changed`,
    );
  });

  test("has one spelling in a mapping: a second one is a fault at its position", () => {
    const text = `${USER}  department: Department\n  position: { template: "{Department}, {DEPARTMENT}" }
active: { column: department, values: { x: true } }
groups:
  authority: []
  rules:
    - { name: a, groups: ["HR/{ department }"] }
    - { name: b, when: { departmenT: x }, groups: [A] }
    - { name: c, when: 'blank(Department) || dePartment == "x"', groups: [A] }
`;
    const wrong = (name: string) => `“${name}” is the same column as “Department” in m.yaml:7; spell its name the same everywhere`;
    expect(faultsOf(text)).toEqual([
      `m.yaml:8:25: ${wrong("DEPARTMENT")}`,
      `m.yaml:9:19: ${wrong("department")}`,
      `m.yaml:13:27: ${wrong("department")}`,
      `m.yaml:14:26: ${wrong("departmenT")}`,
      `m.yaml:15:46: ${wrong("dePartment")}`,
    ]);
  });

  test("that is marked sensitive is so in any spelling of the file", () => {
    const mapping = compileMapping(`${USER}  national_id: { column: Código NIF, sensitive: true }\n`, "m.yaml");
    expect(["Código NIF", "CO\u0301DIGO nif "].map((name) => mapping.sensitiveColumns.has(name))).toEqual([true, true]);
    expect(mapping.sensitiveColumns.has("Mail")).toBe(false);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"])("may be named %s, like any other", async (name) => {
    const mapping = compileMapping(
      `${USER.replace("key: Id", `key: ${name}`)}  city: ${name}
  department: { template: "d-{${name}}" }
  position: { column: Pos, values: { ${name}: yes }, otherwise: omit }
  custom_fields: { 3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11: ${name} }
active: { column: Pos, values: { ${name}: true } }
groups:
  authority: []
  rules:
    - { name: when, when: { ${name}: ${name} }, groups: ["when/{${name}}"] }
    - { name: values, column: ${name}, values: { ${name}: ["values"] } }
    - { name: split, column: ${name}, split: ";", groups: ["split/{item}"] }
    - { name: expression, when: 'row["${name}"] == "${name}" && !blank(row["${name}"])', groups: ["expression"] }
`,
      "m.yaml",
    );
    const folder = mkdtempSync(join(tmpdir(), "rollcall-names-"));
    try {
      const file = join(folder, "e.csv");
      writeFileSync(file, `User,First,Last,Mail,Pos,${name}\nana,Ana,Sol,ana@example.com,${name},${name}\n`);
      const { source, places } = await openMapped(file, { csv: { delimiter: null, encoding: null } }, mapping);
      const rows: SourceRow[] = [];
      for await (const batch of source.rows()) rows.push(...batch);
      const cells = places.map((place) => rows[0]?.cells[place]);
      const mapped = person(mapping.map(2, cells));
      expect(mapped).toMatchObject({ key: name, active: true, undecided: [] });
      expect({ ...mapped.user }).toMatchObject({ city: name, department: `d-${name}`, position: "yes" });
      expect(mapped.user["custom_fields"]).toEqual([{ id: "3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11", value: name }]);
      expect(mapped.groups.map(({ group }) => group)).toEqual([`when/${name}`, "values", `split/${name}`, "expression"]);
      // A cell without these texts matches no inherited property.
      const other = person(
        mapping.map(
          3,
          places.map((place) => rows[0]?.cells[place]?.replace(name, "valueOf")),
        ),
      );
      expect(other.active).toBe("unknown");
      expect(other.user).not.toHaveProperty("position");
      expect(other.groups.map(({ group }) => group)).toEqual(["split/valueOf"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("with an invisible character in its name shows it in every message about a row", () => {
    const mapping = compileMapping(`${USER}active: { column: "St\u200Bate", values: { x: true } }\n`, "m.yaml");
    expect(person(outcome(mapping, { "St\u200Bate": "" })).notes.map(inEnglish)[0]?.message).toBe(
      "active: “St‹U+200B›ate” is blank; the person's status is left as it is",
    );
  });
});
