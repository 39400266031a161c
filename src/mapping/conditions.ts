import { isNullWord, type Cells } from "../domain/record.ts";
import type { YamlPath, YamlSource } from "../config/yaml.ts";
import { normalName } from "./columns.ts";
import type { Columns } from "./columns.ts";
import type { Unknown } from "./expression/values.ts";
import { buildExpression } from "./expression/build.ts";
import { readExpression } from "./expression/read.ts";
import { textIn } from "./values/cell.ts";

/** The `when` of a rule. */
export interface Conditions {
  /** Indexes of the columns in it. */
  places: readonly number[];
  /** Returns true, false, or the unknown cell that prevents a decision. */
  decide(cells: Cells): boolean | Unknown;
}

/** Compiles `when`: a map from columns to their values, or an expression. */
export function compileConditions(
  source: YamlSource,
  columns: Columns,
  when: string | Record<string, unknown> | undefined,
  path: YamlPath,
): Conditions {
  if (when === undefined) return { places: [], decide: () => true };
  if (typeof when === "string") return compileExpression(source, columns, when, path);
  const conditions = Object.entries(when).map(([name, value]) => condition(source, columns, name, value, [...path, name]));
  return { places: [...new Set(conditions.map((one) => one.place))], decide: (cells) => decide(conditions, cells) };
}

function compileExpression(source: YamlSource, columns: Columns, text: string, path: YamlPath): Conditions {
  const expression = readExpression(text);
  if ("faults" in expression) {
    for (const { at, fact } of expression.faults) source.fault(path, fact, at);
    return { places: [], decide: () => true };
  }
  const places = expression.columns.map(({ name, at }) => columns.use(name, { path, part: at }));
  const known = new Map(expression.columns.map(({ name }, index) => [name, places[index] ?? -1]));
  return { places: [...new Set(places)], decide: buildExpression(expression.tree, (name) => known.get(name) ?? -1) };
}

interface Condition {
  place: number;
  allowed: ReadonlySet<string>;
  blank: Unknown;
}

function condition(source: YamlSource, columns: Columns, name: string, value: unknown, path: YamlPath): Condition {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const texts = list.filter((each) => typeof each === "string");
  if (texts.length < list.length || list.length === 0) {
    source.fault(path, "mapping.condition_invalid");
  }
  if (name.trim() === "") source.fault(path, "config.not_column", "key");
  const place = columns.use(name, { path, part: "key" });
  return { place, allowed: new Set(texts.map(normalName)), blank: { place, reason: "blank" } };
}

/** Returns false if one condition is false, otherwise the first unknown, otherwise true. */
function decide(conditions: readonly Condition[], cells: Cells): boolean | Unknown {
  let unknown: Unknown | undefined;
  for (const one of conditions) {
    const cell = textIn(cells, one.place);
    const value = cell === undefined ? undefined : normalName(cell);
    // A blank cell is unknown, and a word such as NULL, unless the rule lists it.
    if (value !== undefined && one.allowed.has(value)) continue;
    if (value === undefined || value === "" || isNullWord(value)) unknown ??= one.blank;
    else return false;
  }
  return unknown ?? true;
}
