import { createHash } from "node:crypto";
import { fact } from "../domain/facts/fact.ts";
import { compileGlobs } from "../domain/globs.ts";
import { ConfigurationProblem } from "../domain/problem.ts";
import type { Cells } from "../domain/record.ts";
import { foldName, shownText } from "../domain/names.ts";
import { YamlSource } from "../config/yaml.ts";
import { compileActive } from "./active.ts";
import type { Attribute } from "./attribute.ts";
import { Columns } from "./columns.ts";
import type { CompiledMapping, FieldOrigin, ValueTable } from "./compiled.ts";
import { compileGroups } from "./group-settings.ts";
import { groupName } from "./groups.ts";
import { agreed, joinedPlaces } from "./joined.ts";
import { checkManager } from "./people/managers.ts";
import { mapper, readKey } from "./row.ts";
import type { Rule } from "./rules.ts";
import { compileScope } from "./scope.ts";
import { compileSharedAddress } from "./shared-address.ts";
import { compileTransform } from "./values/transforms.ts";
import { keySchema, mappingSchema } from "./schema.ts";
import { compileUser } from "./user.ts";
import type { UserForm } from "./user.ts";

/** Increase it when the same mapping text maps a row differently than before. */
const VERSION = 3;

/**
 * Compiles a mapping.
 * @param file the name in errors and evidence
 * @throws ConfigurationProblem with every error
 */
export function compileMapping(text: string, file: string): CompiledMapping {
  const source = new YamlSource(text, file);
  const columns = new Columns(source);
  if (source.faults.length > 0 && source.value === undefined) throw new ConfigurationProblem(source.faults);
  const raw = source.check(mappingSchema, source.value);
  const value = (source.value ?? {}) as Record<string, unknown>;
  const compiledKey = compileKey(source, columns, value["key"]);
  const user = compileUser(source, columns, value);
  const active = compileActive(source, columns, value["active"]);
  const scope = compileScope(source, columns, value["scope"], compiledKey?.normalize ?? ((listed) => listed));
  const managerOf = checkManager(source, columns, value["manager"]);
  const groups = compileGroups(source, columns, value["groups"]);
  for (const name of columns.sensitive) {
    if (name === columns.name(0)) source.fault(["key"], fact("mapping.key_sensitive", { column: shownText(name) }));
  }
  const sharedAddress = compileSharedAddress(source, columns, value, user);
  if (user.usernames !== undefined && columns.isSecret(user.usernames.places))
    source.fault(["on_create", "username"], "mapping.username_sensitive");
  if (source.faults.length > 0 || raw === undefined || compiledKey === undefined) throw new ConfigurationProblem(inOrder(source));
  const keyOf = compiledKey.read;
  const { read, map } = mapper(compiledKey, columns, user, active, scope, groups.rules);
  const managers = managerOf?.({ key: keyOf, normalize: compiledKey.normalize, read }) ?? null;
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
    sharedAddress,
    activeColumn: active?.leaving == null ? null : columns.name(active.leaving),
    sensitiveColumns: columns.sensitive,
    sensitiveFields: user.sensitiveFields,
    authority,
    unknownGroups: groups.unknown,
    usernames: user.usernames ?? null,
    creation: groups.creation,
    scope: scope ?? null,
    activeAt: active?.at ?? null,
    dated: active?.dated === true,
    dates: datesOf(active, user, columns),
    rules: groups.rules.map(({ name, at, columns: deciding, couldGive }) => ({ rule: name, at, columns: deciding, couldGive })),
    tables: tablesOf(active, user, groups.rules),
    fields: originsOf(user, columns),
    isManaged: (path, id) => managed(path) || managed(id.toLowerCase()),
    bind: (header, name = "the file") => bindRead(columns, managers, header, name),
    normalizeKey: compiledKey.normalize,
    key: keyOf,
    read,
    map,
    managers,
    rulesGiving: (path) =>
      ruleMatches
        .filter(({ gives }) => gives(groupName(path)))
        .map(({ rule }) => ({ rule: rule.name, at: rule.at, columns: rule.columns })),
  };
}

/** Binds the columns to a header, which does not have the computed ones: their index is -1. */
function bindRead(columns: Columns, managers: CompiledMapping["managers"], header: readonly string[], file: string): number[] {
  const computed = [managers?.hasReports, managers?.managerKey].filter((name) => name != null);
  const missing = computed.filter((name) => !header.some((one) => foldName(one) === foldName(name)));
  return columns.bind([...header, ...missing], file).map((place) => (place < header.length ? place : -1));
}

function tablesOf(active: ReturnType<typeof compileActive>, user: UserForm, rules: readonly Rule[]): ValueTable[] {
  return [active, ...user.user, ...user.custom, ...user.onCreate, ...user.onUpdate, ...rules].flatMap((part) =>
    part?.table === undefined ? [] : [part.table],
  );
}

/** Returns the columns whose newest date tells how old a file is: not dates of birth, and no sensitive column. */
function datesOf(active: ReturnType<typeof compileActive>, user: UserForm, columns: Columns): CompiledMapping["dates"] {
  const fields = [...user.user, ...user.custom, ...user.onCreate, ...user.onUpdate].flatMap(({ field, places: [place], date }) =>
    date === undefined || place === undefined || field === "date_of_birth" ? [] : [{ place, date }],
  );
  const dates = [...(active?.dateColumns ?? []), ...fields].filter(({ place }) => !columns.isSecret([place]));
  return dates.map(({ place, date }) => ({ column: columns.name(place), place, date }));
}

function originsOf({ user, custom, onCreate, onUpdate, usernames }: UserForm, columns: Columns): FieldOrigin[] {
  const origins = (section: FieldOrigin["section"], attributes: readonly Pick<Attribute, "field" | "at" | "places">[]): FieldOrigin[] =>
    attributes.map(({ field, at, places }) => ({ section, field, at, columns: places.map((place) => columns.name(place)) }));
  return [
    ...origins("user", [...user, ...custom]),
    ...origins("on_create", [...(usernames === undefined ? [] : [{ ...usernames, field: "username" }]), ...onCreate]),
    ...origins("on_update", onUpdate),
  ];
}

function inOrder(source: YamlSource): YamlSource["faults"] {
  return source.faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

interface CompiledKey {
  read(cells: Cells): string | null;
  /** Applies the transforms of the key to a text. */
  normalize(text: string): string;
}

function compileKey(source: YamlSource, columns: Columns, raw: unknown): CompiledKey | undefined {
  if (raw === undefined) return undefined;
  const form = source.check(keySchema, raw, ["key"]);
  if (form === undefined) return undefined;
  const { column, transform } = typeof form === "string" ? { column: form, transform: undefined } : form;
  if (column.trim() === "") {
    source.fault(["key"], "config.not_column");
    return undefined;
  }
  const place = columns.use(column, { path: typeof form === "string" ? ["key"] : ["key", "column"] });
  const joined = joinedPlaces(columns, [place]);
  const change = compileTransform(source, transform, ["key", "transform"]);
  const normalize = (text: string): string => change(text.trim()).trim();
  return {
    normalize,
    read(given) {
      const cells = joined.length === 0 ? given : agreed(given, joined);
      if ("place" in cells) return null;
      const key = readKey(cells[place], normalize);
      return "key" in key ? key.key : null;
    },
  };
}
