import { Environment } from "@marcbachmann/cel-js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import { outcome, person, USER } from "./helpers.ts";

/** An expression as a tree, with a second, simple implementation of its meaning. */
type Tree =
  | { kind: "equal" | "unequal"; column: string; text: string }
  | { kind: "in"; column: string; texts: string[] }
  | { kind: "blank"; column: string }
  | { kind: "not"; of: Tree }
  | { kind: "and" | "or"; left: Tree; right: Tree };

type Truth = "true" | "false" | "unknown";

const columns = ["Dep", "Country", "Cost Center", "constructor"];
const texts = ["a", "b", "A", "ñ", "__proto__"];
const column = fc.constantFrom(...columns);
const text = fc.constantFrom(...texts);

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6, depthSize: "medium" },
    fc.record({ kind: fc.constantFrom("equal" as const, "unequal" as const), column, text }),
    fc.record({ kind: fc.constant("in" as const), column, texts: fc.array(text, { maxLength: 3 }) }),
    fc.record({ kind: fc.constant("blank" as const), column }),
    fc.record({ kind: fc.constant("not" as const), of: tie("tree") }),
    fc.record({ kind: fc.constantFrom("and" as const, "or" as const), left: tie("tree"), right: tie("tree") }),
  ),
}));

const row = fc.record(Object.fromEntries(columns.map((name) => [name, fc.oneof(text, fc.constantFrom("", "  ", undefined))])));

const named = (name: string): string => (/^[A-Za-z]\w*$/.test(name) ? name : `row["${name}"]`);

function written(node: Tree): string {
  switch (node.kind) {
    case "equal":
      return `${named(node.column)} == "${node.text}"`;
    case "unequal":
      return `${named(node.column)} != "${node.text}"`;
    case "in":
      return `${named(node.column)} in [${node.texts.map((each) => `"${each}"`).join(", ")}]`;
    case "blank":
      return `blank(${named(node.column)})`;
    case "not":
      return `!(${written(node.of)})`;
    case "and":
      return `(${written(node.left)}) && (${written(node.right)})`;
    case "or":
      return `(${written(node.left)}) || (${written(node.right)})`;
  }
}

const truth = (value: boolean): Truth => (value ? "true" : "false");

function meaning(node: Tree, cells: Record<string, string | undefined>): Truth {
  if ("of" in node) return ({ true: "false", false: "true", unknown: "unknown" } as const)[meaning(node.of, cells)];
  if ("left" in node) {
    const end = node.kind === "and" ? "false" : "true";
    const sides = [meaning(node.left, cells), meaning(node.right, cells)];
    if (sides.includes(end)) return end;
    return sides.includes("unknown") ? "unknown" : (sides[0] ?? "unknown");
  }
  const cell = cells[node.column];
  if (cell === undefined) return "unknown";
  const value = cell.trim();
  if (node.kind === "blank") return truth(value === "");
  if (value === "") return "unknown";
  if ("texts" in node) return truth(node.texts.includes(value));
  return truth((value === node.text) === (node.kind === "equal"));
}

function decided(expression: string, cells: Record<string, string | undefined>): Truth {
  const quoted = expression.replaceAll("'", "''");
  const mapping = compileMapping(`${USER}groups: { authority: [], rules: [{ name: r, when: '${quoted}', groups: [G] }] }\n`, "m.yaml");
  const { groups, undecided } = person(outcome(mapping, cells));
  expect(groups.length + undecided.length).toBeLessThan(2);
  return undecided.length > 0 ? "unknown" : truth(groups.length > 0);
}

test("I5: an expression with blank and missing cells is true or false only if it is so for any values in them", () => {
  fc.assert(
    fc.property(tree, row, (node, cells) => {
      expect(decided(written(node), cells)).toBe(meaning(node, cells));
    }),
    { numRuns: 500 },
  );
});

test("I5: filling in an unknown cell never changes a decided expression", () => {
  fc.assert(
    fc.property(tree, row, row, (node, cells, more) => {
      const before = decided(written(node), cells);
      const filled = Object.fromEntries(
        columns.map((name) => {
          const known = cells[name] !== undefined && (cells[name].trim() !== "" || written(node).includes("blank("));
          return [name, known ? cells[name] : more[name]];
        }),
      );
      if (before !== "unknown") expect(decided(written(node), filled)).toBe(before);
    }),
    { numRuns: 300 },
  );
});

test("an expression means the same as in the CEL library, and is unknown if that cannot evaluate it", () => {
  const library = new Environment().registerVariable("row", "map<string, string>");
  for (const name of columns.filter((each) => named(each) === each)) library.registerVariable(name, "string");
  const plain = tree.filter((node) => !written(node).includes("blank("));
  fc.assert(
    fc.property(plain, row, (node, cells) => {
      const known = new Map(
        columns.flatMap((name) => (cells[name] === undefined || cells[name].trim() === "" ? [] : [[name, cells[name].trim()]])),
      );
      let expected: Truth = "unknown";
      try {
        expected = library.evaluate(written(node), new Map<string, unknown>([...known, ["row", known]])) === true ? "true" : "false";
      } catch {
        // The library can't evaluate it without the cell: unknown.
      }
      expect(decided(written(node), cells)).toBe(expected);
    }),
    { numRuns: 500 },
  );
});
