import type { GroupClaim, Undecided } from "../model/person.ts";
import type { Cells } from "../model/record.ts";
import { pathText } from "../model/yaml.ts";
import type { YamlPath, YamlSource } from "../model/yaml.ts";
import { normalName } from "./columns.ts";
import type { Columns } from "./columns.ts";
import { compileGroup, giveGroups, undecided } from "./groups.ts";
import type { GroupText, RuleFacts } from "./groups.ts";
import { groupListSchema, ruleSchema } from "./schema.ts";
import type { RuleForm } from "./schema.ts";

export interface RuleOutcome {
  groups: GroupClaim[];
  undecided: Undecided[];
}

/** A group rule, compiled. */
export interface Rule {
  name: string;
  at: string;
  /** The columns that decide. */
  columns: readonly string[];
  /** Globs over paths, or ids, of everything that it could give to anybody. */
  couldGive: readonly string[];
  apply(cells: Cells, out: RuleOutcome): void;
}

interface Condition {
  place: number;
  allowed: ReadonlySet<string>;
}

/** Compiles one rule; faults are added to the source, and then there is no rule. */
export function compileRule(source: YamlSource, columns: Columns, raw: unknown, path: YamlPath): Rule | undefined {
  const form = source.check(ruleSchema, raw, path);
  if (form === undefined) return undefined;
  const faults = source.faults.length;
  checkCombination(source, form, path);
  const conditions = Object.entries(form.when ?? {}).map(([name, value]) =>
    condition(source, columns, name, value, [...path, "when", name]),
  );
  const place = form.column === undefined ? undefined : columns.use(form.column);
  const compile = (groups: readonly string[] | undefined, at: YamlPath): GroupText[] =>
    (groups ?? [])
      .map((text, index) => compileGroup(source, columns, text, [...at, index], form.split !== undefined))
      .filter((group) => group !== undefined);
  const groups = compile(form.groups, [...path, "groups"]);
  const values = compileValues(source, form.values, [...path, "values"], compile);
  const otherwise = form.otherwise === undefined ? undefined : compile(form.otherwise, [...path, "otherwise"]);
  if (form.split !== undefined && form.column !== undefined && groups.length > 0 && !groups.some((group) => group.usesItem)) {
    source.fault([...path, "groups"], 'a rule with `split` must use {item}, as in "HR/Teams/{item}"');
  }
  if (source.faults.length > faults) return undefined;

  const everything = [...groups, ...[...values.values()].flat(), ...(otherwise ?? [])];
  const couldGive = [...new Set(everything.map((group) => group.couldGive))];
  const places = [
    ...new Set([
      ...conditions.map((one) => one.place),
      ...(place === undefined ? [] : [place]),
      ...everything.flatMap((group) => group.places),
    ]),
  ];
  const facts: RuleFacts = { name: form.name.trim(), at: source.at(path), columns };
  const decidedBy = [...new Set([...conditions.map((one) => one.place), ...(place === undefined ? [] : [place])])];
  const { split } = form;

  const one = (cells: Cells, text: string, item: string, out: RuleOutcome): void => {
    if (form.values === undefined) return giveGroups(facts, groups, cells, item, decidedBy, out);
    const given = values.get(normalName(text)) ?? otherwise;
    if (given !== undefined) giveGroups(facts, given, cells, item, decidedBy, out);
    else out.undecided.push(undecided(facts, place ?? 0, cells, couldGive, "unmapped", text));
  };
  return {
    name: facts.name,
    at: facts.at,
    columns: places.map((each) => columns.name(each)),
    couldGive,
    apply(cells, out) {
      const open = conditions.length === 0 ? true : decide(conditions, cells);
      if (open === false) return;
      if (open !== true) return void out.undecided.push(undecided(facts, open.place, cells, couldGive, "blank"));
      if (place === undefined) return giveGroups(facts, groups, cells, "", decidedBy, out);
      const text = cells[place]?.trim();
      const items = split === undefined || text === undefined ? [] : listed(text, split);
      const nothing = split === undefined ? text === undefined || (text === "" && !values.has("")) : items.length === 0;
      if (nothing) out.undecided.push(undecided(facts, place, cells, couldGive, "blank"));
      else if (split === undefined) one(cells, text ?? "", "", out);
      else for (const item of items) one(cells, item, item, out);
    },
  };
}

function checkCombination(source: YamlSource, form: RuleForm, path: YamlPath): void {
  const rule = `\`${pathText(path)}\``;
  if (form.name.trim() === "") source.fault([...path, "name"], `${rule} needs a name`);
  if (form.groups === undefined && form.values === undefined)
    source.fault(path, `${rule} gives nothing: it needs \`groups\`, or \`column\` and \`values\``);
  if (form.groups !== undefined && form.values !== undefined) source.fault(path, `${rule} takes either \`groups\` or \`values\``);
  if (form.groups?.length === 0) source.fault([...path, "groups"], `${rule} gives no groups; name at least one`);
  if (form.values !== undefined && form.column === undefined)
    source.fault([...path, "values"], `${rule}: \`values\` needs \`column\``, "key");
  if (form.split !== undefined && form.column === undefined) source.fault([...path, "split"], `${rule}: \`split\` needs \`column\``, "key");
  if (form.column?.trim() === "") source.fault([...path, "column"], "must be the name of a column");
  if (form.column !== undefined && form.values === undefined && form.split === undefined) {
    source.fault(
      [...path, "column"],
      `${rule}: \`column\` needs \`values\` or \`split\`; to put the cell into the name write groups: ["HR/{${form.column}}"]`,
      "key",
    );
  }
  if (form.otherwise !== undefined && form.values === undefined)
    source.fault([...path, "otherwise"], `${rule}: \`otherwise\` needs \`values\``, "key");
  if (form.when !== undefined && Object.keys(form.when).length === 0)
    source.fault([...path, "when"], `${rule}: \`when\` is empty; leave it out, or name a column`);
}

function compileValues(
  source: YamlSource,
  values: Record<string, unknown> | undefined,
  path: YamlPath,
  compile: (groups: readonly string[], at: YamlPath) => GroupText[],
): Map<string, GroupText[]> {
  const known = new Map<string, GroupText[]>();
  if (values !== undefined && Object.keys(values).length === 0)
    source.fault(path, "`values` is empty; write which text gives which groups");
  for (const [name, raw] of Object.entries(values ?? {})) {
    const list = source.check(groupListSchema, raw, [...path, name]);
    const normal = normalName(name);
    if (known.has(normal)) source.fault([...path, name], "this value is here twice, but for blanks around it", "key");
    known.set(normal, compile(list ?? [], [...path, name]));
  }
  return known;
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
  return { place: columns.use(name), allowed: new Set(texts.map(normalName)) };
}

/** False as soon as one condition is; the first that cannot be told when no other is false. */
function decide(conditions: readonly Condition[], cells: Cells): boolean | Condition {
  let open: Condition | undefined;
  for (const one of conditions) {
    const cell = cells[one.place];
    const value = cell === undefined ? undefined : normalName(cell);
    // A blank cell is unknown, unless the rule asks for blank cells by name.
    if (value === undefined || (value === "" && !one.allowed.has(""))) open ??= one;
    else if (!one.allowed.has(value)) return false;
  }
  return open ?? true;
}

function listed(text: string, split: string): string[] {
  const items = new Set<string>();
  for (const part of text.split(split)) {
    const item = part.trim();
    if (item !== "") items.add(item);
  }
  return [...items];
}
