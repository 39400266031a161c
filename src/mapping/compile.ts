import { createHash } from "node:crypto";
import { compileGlobs } from "../model/globs.ts";
import { ConfigurationProblem } from "../model/problem.ts";
import type { Cells, Reject } from "../model/record.ts";
import type { CustomField, Person, UserAttributes } from "../model/person.ts";
import { YamlSource } from "../model/yaml.ts";
import { compileActive } from "./active.ts";
import type { Attribute } from "./attribute.ts";
import { Columns, normalName } from "./columns.ts";
import type { CompiledMapping } from "./compiled.ts";
import { isUuid, transformer } from "./convert.ts";
import { REQUIRED } from "./fields.ts";
import { groupName, isBlank } from "./groups.ts";
import { RowReport } from "./report.ts";
import { compileRule } from "./rules.ts";
import type { Rule } from "./rules.ts";
import { groupsSchema, keySchema, mappingSchema } from "./schema.ts";
import { compileUser } from "./user.ts";
import type { UserForm } from "./user.ts";

/** Raised when the same mapping text would map a row differently than before. */
const VERSION = 1;

/**
 * Compiles a mapping.
 * @param file as faults and provenance show it
 * @throws ConfigurationProblem with every fault
 */
export function compileMapping(text: string, file: string): CompiledMapping {
  const source = new YamlSource(text, file);
  const columns = new Columns();
  if (source.faults.length > 0 && source.value === undefined) throw new ConfigurationProblem(source.faults);
  const raw = source.check(mappingSchema, source.value);
  const value = (source.value ?? {}) as Record<string, unknown>;
  const keyOf = compileKey(source, columns, value["key"]);
  const user = compileUser(source, columns, value);
  const active = compileActive(source, columns, value["active"]);
  const groups = compileGroups(source, columns, value["groups"]);
  for (const name of columns.sensitive) {
    if (name === columns.name(0))
      source.fault(["key"], `the column “${name}” is marked sensitive below; the key cannot be, because it names the person everywhere`);
  }
  if (source.faults.length > 0 || raw === undefined || keyOf === undefined) throw new ConfigurationProblem(inOrder(source));
  const authority = groups.authority;
  const managed = compileGlobs(authority);
  const ruleMatches = groups.rules.map((rule) => ({ rule, gives: compileGlobs(rule.couldGive) }));
  return {
    file,
    text,
    digest: createHash("sha256").update(`rollcall mapping ${VERSION}\n${text}`).digest("hex"),
    columns: columns.names,
    keyColumns: [columns.name(0)],
    fieldColumns: new Map(user.user.flatMap(({ field, places }) => (places[0] === undefined ? [] : [[field, columns.name(places[0])]]))),
    activeColumn: active === undefined ? null : normalName((value["active"] as { column: string }).column),
    sensitiveColumns: columns.sensitive,
    sensitiveFields: user.sensitiveFields,
    authority,
    unknownGroups: groups.unknown,
    isManaged: (path, id) => managed(path) || managed(id.toLowerCase()),
    bind: (header, name = "the file") => columns.bind(header, name),
    key: keyOf,
    map: mapper(keyOf, columns, user, active, groups.rules),
    rulesGiving: (path) =>
      ruleMatches
        .filter(({ gives }) => gives(groupName(path)))
        .map(({ rule }) => ({ rule: rule.name, at: rule.at, columns: rule.columns })),
  };
}

function inOrder(source: YamlSource): YamlSource["faults"] {
  return source.faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

function compileKey(source: YamlSource, columns: Columns, raw: unknown): ((cells: Cells) => string | null) | undefined {
  if (raw === undefined) return undefined;
  const form = source.check(keySchema, raw, ["key"]);
  if (form === undefined) return undefined;
  const { column, transform } = typeof form === "string" ? { column: form, transform: undefined } : form;
  if (column.trim() === "") {
    source.fault(["key"], "`key` must be the name of the column that holds the HR key");
    return undefined;
  }
  const place = columns.use(column);
  const change = transformer(transform);
  return (cells) => {
    const text = change(cells[place]?.trim() ?? "").trim();
    return text === "" ? null : text;
  };
}

function compileGroups(
  source: YamlSource,
  columns: Columns,
  raw: unknown,
): { authority: string[]; unknown: "report" | "reject"; rules: Rule[] } {
  const nothing = { authority: [], unknown: "report" as const, rules: [] };
  if (raw === undefined) return nothing;
  const form = source.check(groupsSchema, raw, ["groups"]);
  if (form === undefined) return nothing;
  const names = new Map<string, string>();
  const rules: Rule[] = [];
  for (const [index, each] of (form.rules ?? []).entries()) {
    const path = ["groups", "rules", index];
    const rule = compileRule(source, columns, each, path);
    if (rule === undefined) continue;
    const before = names.get(rule.name);
    if (before !== undefined)
      source.fault([...path, "name"], `the name “${rule.name}” is taken by the rule at ${before}; every rule needs its own`);
    names.set(rule.name, rule.at);
    rules.push(rule);
  }
  if (form.rules !== undefined && form.authority === undefined) {
    source.fault(
      ["groups"],
      'missing key `groups.authority`: say which groups are ours to take away, as in ["HR/**"]; [] takes nothing away',
    );
  }
  for (const [index, pattern] of (form.authority ?? []).entries()) {
    const wrong =
      !isUuid(pattern.trim()) &&
      pattern
        .trim()
        .split("/")
        .some((name) => name.trim() === "");
    if (wrong)
      source.fault(
        ["groups", "authority", index],
        'must be a glob over paths from the root such as "HR/**", without / at its start or end, or an id',
      );
  }
  return { authority: (form.authority ?? []).map(groupName), unknown: form.unknown ?? "report", rules };
}

function mapper(
  keyOf: (cells: Cells) => string | null,
  columns: Columns,
  user: UserForm,
  activeOf: ReturnType<typeof compileActive>,
  rules: readonly Rule[],
): CompiledMapping["map"] {
  const required = new Set<string>(REQUIRED);
  return (row, cells) => {
    const status = activeOf?.(cells);
    const active = status?.active;
    const report = new RowReport(row, active === false);
    const key = keyOf(cells);
    const rejects: Reject[] = [];
    if (key === null) {
      rejects.push({
        row,
        column: columns.name(0),
        code: "missing_key",
        message: `“${columns.name(0)}” is blank: without a key nobody knows whose row this is`,
      });
    }
    if (status?.note !== undefined) report.notes.push(status.note);
    const person: UserAttributes = {};
    for (const attribute of user.user) {
      const before = report.rejects.length;
      const value = attribute.read(cells, report);
      if (value !== undefined && value !== "") person[attribute.field] = value;
      else if (active !== false && required.has(attribute.field)) {
        if (report.rejects.length === before) rejects.push(missing(row, attribute, columns, cells));
      } else if (value !== undefined) person[attribute.field] = value;
    }
    const custom: CustomField[] = [];
    for (const attribute of user.custom) {
      const value = attribute.read(cells, report);
      if (typeof value === "string") custom.push({ id: attribute.field.slice("custom_fields.".length), value });
    }
    if (custom.length > 0) person["custom_fields"] = custom;
    const onCreate = readAll(user.onCreate, cells, report);
    const onUpdate = readAll(user.onUpdate, cells, report);
    if (key === null || rejects.length > 0 || report.rejects.length > 0) return { rejects: [...rejects, ...report.rejects] };
    const memberships: Pick<Person, "groups" | "undecided"> & {
      groups: Person["groups"][number][];
      undecided: Person["undecided"][number][];
    } = { groups: [], undecided: [] };
    for (const rule of rules) rule.apply(cells, memberships);
    return {
      person: {
        key,
        active,
        user: person,
        onCreate,
        onUpdate,
        groups: memberships.groups,
        undecided: memberships.undecided,
        notes: report.notes,
      },
    };
  };
}

function readAll(attributes: readonly Attribute[], cells: Cells, report: RowReport): UserAttributes {
  const values: UserAttributes = {};
  for (const attribute of attributes) {
    const value = attribute.read(cells, report);
    if (value !== undefined) values[attribute.field] = value;
  }
  return values;
}

function missing(row: number, attribute: Attribute, columns: Columns, cells: Cells): Reject {
  const blank = attribute.places.find((place) => isBlank(cells[place])) ?? attribute.places[0];
  const column = blank === undefined ? null : columns.name(blank);
  const state = blank !== undefined && cells[blank] === undefined ? "is missing: the row is too short" : "is blank";
  const why = blank !== undefined && isBlank(cells[blank]) ? `“${columns.name(blank)}” ${state}` : "it has no value";
  return { row, column, code: "missing_value", message: `${attribute.field} is needed: ${why}` };
}
