import type { Cells } from "../model/record.ts";
import { pathText } from "../model/yaml.ts";
import type { YamlPath, YamlSource } from "../model/yaml.ts";
import { normalName } from "./columns.ts";
import type { Columns } from "./columns.ts";
import type { Doubt } from "./doubt.ts";
import { buildExpression } from "./expression/build.ts";
import { readExpression } from "./expression/read.ts";

/** The `when` of a rule. */
export interface Conditions {
  /** Places of the columns in it. */
  places: readonly number[];
  /** True, false, or what keeps it from being told. */
  decide(cells: Cells): boolean | Doubt;
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
    for (const { at, message } of expression.faults) source.fault(path, message, at);
    return { places: [], decide: () => true };
  }
  const places = expression.columns.map(({ name, at }) => columns.use(name, { path, part: at }));
  const known = new Map(expression.columns.map(({ name }, index) => [name, places[index] ?? -1]));
  return { places: [...new Set(places)], decide: buildExpression(expression.tree, (name) => known.get(name) ?? -1) };
}

interface Condition {
  place: number;
  allowed: ReadonlySet<string>;
  blank: Doubt;
}

function condition(source: YamlSource, columns: Columns, name: string, value: unknown, path: YamlPath): Condition {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const texts = list.filter((each) => typeof each === "string");
  if (texts.length < list.length || list.length === 0) {
    source.fault(
      path,
      `\`${pathText(path)}\` must be a text or a list of texts, as they stand in the file; put quotes around numbers, true, false and null`,
    );
  }
  if (name.trim() === "") source.fault(path, "must be the name of a column", "key");
  const place = columns.use(name, { path, part: "key" });
  return { place, allowed: new Set(texts.map(normalName)), blank: { place, reason: "blank" } };
}

/** False as soon as one condition is; the first that cannot be told when no other is false. */
function decide(conditions: readonly Condition[], cells: Cells): boolean | Doubt {
  let open: Doubt | undefined;
  for (const one of conditions) {
    const cell = cells[one.place];
    const value = cell === undefined ? undefined : normalName(cell);
    // A blank cell is unknown, unless the rule asks for blank cells by name.
    if (value === undefined || (value === "" && !one.allowed.has(""))) open ??= one.blank;
    else if (!one.allowed.has(value)) return false;
  }
  return open ?? true;
}
