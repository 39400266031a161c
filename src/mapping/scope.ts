import { fact } from "../domain/facts/fact.ts";
import type { OutsideScope } from "../domain/person.ts";
import type { Cells } from "../domain/record.ts";
import { shownText } from "../domain/names.ts";
import { pathText } from "../config/yaml.ts";
import type { YamlPath, YamlSource } from "../config/yaml.ts";
import type { Columns } from "./columns.ts";
import type { Scope } from "./compiled.ts";
import { compileConditions } from "./conditions.ts";
import type { Conditions } from "./conditions.ts";
import type { Unknown } from "./expression/values.ts";
import { undecided } from "./groups.ts";
import { joinedPlaces, rowsOf, unmatched } from "./joined.ts";
import { scopeRuleSchema, scopeSchema } from "./schema.ts";

/** Compiles `scope`. @param keyOf applies the transforms of `key` to a listed key */
export function compileScope(source: YamlSource, columns: Columns, raw: unknown, keyOf: (text: string) => string): Scope | undefined {
  if (raw === undefined) return undefined;
  const form = source.check(scopeSchema, raw, ["scope"]);
  if (form === undefined) return undefined;
  if (form.include === undefined && form.exclude === undefined) source.fault(["scope"], "mapping.scope_empty");
  const names = new Map<string, string>();
  const compile = (part: "include" | "exclude"): ScopeRule[] => compilePart(source, columns, form[part], ["scope", part], { keyOf, names });
  const include = compile("include");
  const exclude = compile("exclude");
  const at = source.at(["scope"]);
  const notIncluded = { name: "include", at: source.at(form.include === undefined ? ["scope"] : ["scope", "include"]) };
  return {
    at,
    place: source.place(["scope"]),
    leaves: form.leaves,
    rules: [...(form.include === undefined ? [] : [notIncluded]), ...exclude].map(({ name, at: place }) => ({ rule: name, at: place })),
    columns: [...include, ...exclude].flatMap(({ places }) => places.map((place) => columns.name(place))),
    decide(cells, key) {
      let unknown: OutsideScope | undefined;
      for (const rule of exclude) {
        const applies = rule.applies(cells, key);
        if (applies === true) return { state: "out", rule: rule.name, at: rule.at };
        if (applies !== false) unknown ??= applies;
      }
      if (form.include === undefined) return unknown;
      let included: OutsideScope | boolean = false;
      for (const rule of include) {
        const applies = rule.applies(cells, key);
        if (applies === true) return unknown;
        if (applies !== false && included === false) included = applies;
      }
      return included === false ? { state: "out", rule: notIncluded.name, at: notIncluded.at } : (unknown ?? included);
    },
  };
}

interface ScopeRule {
  name: string;
  at: string;
  /** Indexes of the columns that decide. */
  places: readonly number[];
  /** Whether the rule is true for a row, or why it cannot be decided. */
  applies(cells: Cells, key: string): boolean | OutsideScope;
}

interface RuleContext {
  keyOf: (text: string) => string;
  /** Names so far, with their places. */
  names: Map<string, string>;
}

/** Compiles `include` or `exclude`: one condition, or a list of named rules. */
function compilePart(source: YamlSource, columns: Columns, raw: unknown, path: YamlPath, context: RuleContext): ScopeRule[] {
  if (raw === undefined) return [];
  if (!Array.isArray(raw))
    return [conditionRule(source, columns, raw as string | Record<string, unknown>, path, String(path.at(-1)), path)];
  if (raw.length === 0) source.fault(path, fact("config.names_none", { setting: pathText(path), of: "rules" }));
  return raw.flatMap((each: unknown, index) => compileScopeRule(source, columns, each, [...path, index], context) ?? []);
}

function compileScopeRule(
  source: YamlSource,
  columns: Columns,
  raw: unknown,
  path: YamlPath,
  { keyOf, names }: RuleContext,
): ScopeRule | undefined {
  const form = source.check(scopeRuleSchema, raw, path);
  if (form === undefined) return undefined;
  const name = form.name.trim();
  const setting = pathText(path);
  const before = names.get(name);
  // The rule of people whom `include` does not name has this name in reports.
  if (name === "" || name === "include") source.fault([...path, "name"], fact("mapping.rule_unnamed", { setting }));
  else if (before !== undefined) source.fault([...path, "name"], fact("mapping.rule_name_taken", { at: before, name: shownText(name) }));
  names.set(name, source.at(path));
  if ((form.when === undefined) === (form.keys === undefined)) {
    source.fault(path, fact("config.not_exactly_one", { setting, of: ["when", "keys"] }));
    return undefined;
  }
  if (form.when !== undefined) return conditionRule(source, columns, form.when, [...path, "when"], name, path);
  const keys = form.keys ?? [];
  if (keys.length === 0) source.fault([...path, "keys"], fact("config.names_none", { setting: `${setting}.keys`, of: "keys" }));
  for (const [index, key] of keys.entries()) if (key.trim() === "") source.fault([...path, "keys", index], "config.empty");
  const listed = new Set(keys.map((key) => keyOf(key).normalize("NFC")));
  return { name, at: source.at(path), places: [], applies: (_, key) => listed.has(key.normalize("NFC")) };
}

/** Compiles one condition; for rows of joined files, it must be the same for all of them. */
export function conditionRule(
  source: YamlSource,
  columns: Columns,
  when: string | Record<string, unknown>,
  path: YamlPath,
  name: string,
  place: YamlPath,
): ScopeRule {
  if (typeof when === "object" && Object.keys(when).length === 0)
    source.fault(path, fact("config.names_none", { setting: pathText(path), of: "columns" }));
  const conditions = compileConditions(source, columns, when, path);
  const at = source.at(place);
  const joined = joinedPlaces(columns, conditions.places);
  const unknown = (open: Unknown, cells: Cells): OutsideScope => {
    const { column, why } = undecided({ name, at, columns, couldGive: [] }, open, cells);
    return { state: "unknown", rule: name, at, column, why };
  };
  return {
    name,
    at,
    places: conditions.places,
    applies(cells) {
      const decided = joined.length === 0 ? conditions.decide(cells) : decideRows(columns, conditions, cells, joined);
      return typeof decided === "boolean" ? decided : unknown(decided, cells);
    },
  };
}

/** Decides a condition for all rows of a joined file; unknown if they differ, because scope is one answer per person. */
function decideRows(columns: Columns, conditions: Conditions, cells: Cells, joined: readonly number[]): boolean | Unknown {
  const rows = rowsOf(columns, cells, joined);
  const place = joined[0] ?? 0;
  if ("ambiguous" in rows) return unmatched(columns, rows.ambiguous);
  const decided = rows.map((row) => conditions.decide(row));
  const open = decided.find((one) => typeof one !== "boolean");
  if (open !== undefined) return open;
  if (new Set(decided).size > 1) return { place, reason: "rows", of: ({ column }) => fact("cell.rows_differ", { column }) };
  return decided[0] ?? false;
}
