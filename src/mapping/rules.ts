import { fact } from "../domain/facts/fact.ts";
import type { GroupClaim, Undecided } from "../domain/person.ts";
import type { Cells } from "../domain/record.ts";
import { pathText } from "../config/yaml.ts";
import type { YamlPath, YamlSource } from "../config/yaml.ts";
import { normalName } from "./columns.ts";
import type { Columns } from "./columns.ts";
import type { ValueTable } from "./compiled.ts";
import { compileConditions } from "./conditions.ts";
import { compileGroup, giveGroups, undecided } from "./groups.ts";
import type { GroupText, RuleContext } from "./groups.ts";
import { joinedPlaces, rowsOf, unmatched } from "./joined.ts";
import { groupListSchema, ruleSchema } from "./schema.ts";
import { isError } from "../domain/record.ts";
import { textIn } from "./values/cell.ts";
import type { RuleForm } from "./schema.ts";

interface RuleOutcome {
  groups: GroupClaim[];
  undecided: Undecided[];
}

/** A compiled group rule. */
export interface Rule {
  name: string;
  at: string;
  /** The columns that the rule depends on. */
  columns: readonly string[];
  /** Globs over paths, or ids, of every group that it could give. */
  couldGive: readonly string[];
  table?: ValueTable;
  apply(cells: Cells, out: RuleOutcome): void;
}

/** Compiles one rule. Adds errors to the source, and then returns `undefined`. */
export function compileRule(source: YamlSource, columns: Columns, raw: unknown, path: YamlPath): Rule | undefined {
  const form = source.check(ruleSchema, raw, path);
  if (form === undefined) return undefined;
  const faults = source.faults.length;
  checkCombination(source, form, path);
  const conditions = compileConditions(source, columns, form.when, [...path, "when"]);
  const place = form.column === undefined ? undefined : columns.use(form.column, { path: [...path, "column"] });
  const compile = (groups: readonly string[] | undefined, at: YamlPath): GroupText[] =>
    (groups ?? [])
      .map((text, index) => compileGroup(source, columns, text, [...at, index], form.split !== undefined))
      .filter((group) => group !== undefined);
  const groups = compile(form.groups, [...path, "groups"]);
  const values = compileValues(source, form.values, [...path, "values"], compile);
  const otherwise = form.otherwise === undefined ? undefined : compile(form.otherwise, [...path, "otherwise"]);
  if (form.split !== undefined && form.column !== undefined && groups.length > 0 && !groups.some((group) => group.usesItem)) {
    source.fault([...path, "groups"], fact("mapping.split_without_item", {}));
  }
  if (source.faults.length > faults) return undefined;

  const everything = [...groups, ...[...values.values()].flat(), ...(otherwise ?? [])];
  const couldGive = [...new Set(everything.map((group) => group.couldGive))];
  const decidedBy = [...new Set([...conditions.places, ...(place === undefined ? [] : [place])])];
  const places = [...new Set([...decidedBy, ...everything.flatMap((group) => group.places)])];
  const rule: RuleContext = { name: form.name.trim(), at: source.at(path), columns, couldGive };
  const { split } = form;

  const one = (cells: Cells, text: string, item: string, out: RuleOutcome): void => {
    if (isError(text)) return void out.undecided.push(undecided(rule, { place: place ?? 0, reason: "blank" }, cells, text));
    if (form.values === undefined) return giveGroups(rule, groups, cells, item, decidedBy, out);
    const given = values.get(normalName(text)) ?? otherwise;
    if (given !== undefined) giveGroups(rule, given, cells, item, decidedBy, out);
    else out.undecided.push(undecided(rule, { place: place ?? 0, reason: "unmapped" }, cells, text));
  };
  const apply = (cells: Cells, out: RuleOutcome): void => {
    const holds = conditions.decide(cells);
    if (holds === false) return;
    if (holds !== true) return void out.undecided.push(undecided(rule, holds, cells));
    if (place === undefined) return giveGroups(rule, groups, cells, "", decidedBy, out);
    // An error in one item of a list leaves only that item unknown.
    const text = (split === undefined ? textIn(cells, place) : cells[place])?.trim();
    const items = split === undefined || text === undefined ? [] : itemsOf(text, split);
    const nothing = split === undefined ? text === undefined || (text === "" && !values.has("")) : items.length === 0;
    if (nothing) {
      const emptyList = split !== undefined && text !== undefined;
      out.undecided.push(undecided(rule, { place, reason: "blank" }, cells, cells[place], emptyList));
    } else if (split === undefined) one(cells, text ?? "", "", out);
    else for (const item of items) one(cells, item, item, out);
  };
  const joined = joinedPlaces(columns, places);
  const table: ValueTable | undefined =
    place === undefined || form.values === undefined
      ? undefined
      : {
          of: `rule ${rule.name}`,
          at: source.at([...path, "values"]),
          column: columns.name(place),
          known: [...values.keys()],
          otherwise: otherwise !== undefined,
          texts: (cells) => {
            const rows = rowsOf(columns, cells, joined);
            const matching = "ambiguous" in rows ? [] : rows.filter((row) => conditions.decide(row) === true);
            return matching.flatMap((row) => lookupTexts(row[place], split));
          },
        };
  return {
    name: rule.name,
    at: rule.at,
    columns: places.map((each) => columns.name(each)),
    couldGive,
    ...(table === undefined ? {} : { table }),
    apply: joined.length === 0 ? apply : overRows(rule, joined, apply),
  };
}

/** Applies the rule to each row of a joined file; the person gets every group that any row gives. */
function overRows(rule: RuleContext, joined: readonly number[], apply: Rule["apply"]): Rule["apply"] {
  return (cells, out) => {
    const rows = rowsOf(rule.columns, cells, joined);
    if ("ambiguous" in rows) {
      return void out.undecided.push(undecided(rule, unmatched(rule.columns, rows.ambiguous), cells));
    }
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) return apply(only, out);
    const all: RuleOutcome = { groups: [], undecided: [] };
    for (const row of rows) apply(row, all);
    // Keep the first row for each group, and for each reason why a group is undecided.
    out.groups.push(...firstOf(all.groups, ({ group }) => group));
    out.undecided.push(...firstOf(all.undecided, (open) => JSON.stringify([open.column, open.why, open.couldGive])));
  };
}

function firstOf<T>(list: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return list.filter((item) => seen.size < seen.add(keyOf(item)).size);
}

function checkCombination(source: YamlSource, form: RuleForm, path: YamlPath): void {
  const setting = pathText(path);
  const needs = (key: string, needed: string): void =>
    source.fault([...path, key], fact("config.needs", { setting: `${setting}.${key}`, needs: needed }), "key");
  if (form.name.trim() === "") source.fault([...path, "name"], fact("mapping.rule_unnamed", { setting }));
  if (form.groups === undefined && form.values === undefined) source.fault(path, fact("mapping.rule_without_groups", { setting }));
  if (form.groups !== undefined && form.values !== undefined)
    source.fault(path, fact("config.not_exactly_one", { setting, of: ["groups", "values"] }));
  if (form.groups?.length === 0)
    source.fault([...path, "groups"], fact("config.names_none", { setting: `${setting}.groups`, of: "groups" }));
  if (form.values !== undefined && form.column === undefined) needs("values", "column");
  if (form.split !== undefined && form.column === undefined) needs("split", "column");
  if (form.column?.trim() === "") source.fault([...path, "column"], "config.not_column");
  if (form.column !== undefined && form.values === undefined && form.split === undefined) {
    source.fault([...path, "column"], fact("mapping.column_unused", { setting, column: form.column }), "key");
  }
  if (form.otherwise !== undefined && form.values === undefined) needs("otherwise", "values");
  if (typeof form.when === "object" && Object.keys(form.when).length === 0) source.fault([...path, "when"], fact("mapping.when_empty", {}));
}

function compileValues(
  source: YamlSource,
  values: Record<string, unknown> | undefined,
  path: YamlPath,
  compile: (groups: readonly string[], at: YamlPath) => GroupText[],
): Map<string, GroupText[]> {
  const known = new Map<string, GroupText[]>();
  if (values !== undefined && Object.keys(values).length === 0) source.fault(path, fact("mapping.values_empty", {}));
  for (const [name, raw] of Object.entries(values ?? {})) {
    const list = source.check(groupListSchema, raw, [...path, name]);
    const normal = normalName(name);
    if (known.has(normal)) source.fault([...path, name], fact("mapping.value_twice", {}), "key");
    known.set(normal, compile(list ?? [], [...path, name]));
  }
  return known;
}

/** Returns the texts that a cell looks up in a table. */
function lookupTexts(cell: string | undefined, split: string | undefined): (string | undefined)[] {
  if (cell === undefined) return [undefined];
  if (split === undefined) return [normalName(cell)];
  const items = itemsOf(cell, split).map(normalName);
  return items.length === 0 ? [""] : items;
}

function itemsOf(text: string, split: string): string[] {
  const items = new Set<string>();
  for (const part of text.split(split)) {
    const item = part.trim();
    if (item !== "") items.add(item);
  }
  return [...items];
}
