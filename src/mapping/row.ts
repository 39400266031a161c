import { fact, type Fact } from "../domain/facts/fact.ts";
import type { CustomField, GroupClaim, Person, Undecided, UserAttributes } from "../domain/person.ts";
import type { Cells, Reject } from "../domain/record.ts";
import type { CompiledActive } from "./active.ts";
import type { Attribute } from "./attribute.ts";
import type { Columns } from "./columns.ts";
import type { CompiledMapping, Scope } from "./compiled.ts";
import { REQUIRED } from "./fields.ts";
import { isError, isNullWord } from "../domain/record.ts";
import { errorShown } from "./values/cell.ts";
import { isShortened, shownText } from "../domain/names.ts";
import { isBlank } from "./groups.ts";
import { agreed, joinedPlaces, severalValues } from "./joined.ts";
import { RowReport } from "./report.ts";
import type { Rule } from "./rules.ts";
import type { UserForm } from "./user.ts";

/** Longer than any HR key, and short enough for a database index. */
const MAX_KEY_CHARACTERS = 500;

/** Returns the key in a cell, or why it is unknown whose row this is. @param column its name for the fact */
export function readKey(
  cell: string | undefined,
  normalize: (text: string) => string,
  column = "",
): { key: string } | { code: string; fact: Fact } {
  const text = (cell ?? "").trim();
  const key = normalize(text);
  if (key === "") return { code: "missing_key", fact: fact("key.blank", { column }) };
  if (key.length > MAX_KEY_CHARACTERS) return { code: "key_too_long", fact: fact("key.too_long", { column, n: MAX_KEY_CHARACTERS }) };
  if (isError(text)) return { code: "error_cell", fact: errorShown(column, text) };
  if (isNullWord(text)) return { code: "no_key", fact: fact("key.no_key", { column, value: text }) };
  if (isShortened(text) || isShortened(key))
    return { code: "shortened_key", fact: fact("key.shortened", { column, value: shownText(text) }) };
  return { key };
}

/** A person before the group rules, and the cells that these are applied to. */
interface WithoutGroups {
  person: Omit<Person, "groups" | "undecided">;
  cells: Cells;
}

/** Returns the functions that map a row with the compiled parts of a mapping. */
export function mapper(
  { read: keyOf, normalize }: { read(cells: Cells): string | null; normalize(text: string): string },
  columns: Columns,
  user: UserForm,
  activeOf: CompiledActive | undefined,
  scopeOf: Scope | undefined,
  rules: readonly Rule[],
): Pick<CompiledMapping, "read" | "map"> {
  const required = new Set<string>(REQUIRED);
  const single = joinedPlaces(columns, activeOf === undefined ? [0] : [0, ...activeOf.places]);
  const read = (row: number, given: Cells): WithoutGroups | { rejects: Reject[]; user: UserAttributes } => {
    const cells = single.length === 0 ? given : agreed(given, single);
    // Rows of the joined file contradict each other: reject the row, so that the person keeps everything.
    if ("place" in cells) return { rejects: [several(row, columns, cells)], user: {} };
    const status = activeOf?.read(cells);
    const active = status?.active;
    const key = keyOf(cells);
    // Without a key, other rejects don't matter.
    if (key === null) return { rejects: [unreadKey(row, columns, cells[0], normalize)], user: {} };
    const scope = scopeOf?.decide(cells, key);
    const outside = scope?.state === "out";
    const lenient = active === false || outside;
    const report = new RowReport(row, lenient);
    const rejects: Reject[] = [];
    if (status?.note !== undefined) report.notes.push(status.note);
    const person: UserAttributes = {};
    for (const attribute of user.user) {
      const before = report.rejects.length;
      report.open = null;
      report.blank = undefined;
      const value = attribute.read(cells, report);
      if (value !== undefined && value !== "") person[attribute.field] = value;
      else if (!lenient && required.has(attribute.field)) {
        if (report.rejects.length === before) rejects.push(missingValue(report, attribute, columns, cells));
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
    if (rejects.length > 0 || report.rejects.length > 0) return { rejects: [...rejects, ...report.rejects], user: person };
    return {
      cells,
      person: {
        key,
        active,
        user: person,
        onCreate,
        onUpdate,
        // Nothing of this row is sent, so nothing about its values matters.
        notes: outside ? [] : report.notes,
        scope,
        dates: activeOf?.dates(cells),
      },
    };
  };
  return {
    read,
    map(row, given) {
      const found = read(row, given);
      if (!("person" in found)) return found;
      const { person, cells } = found;
      const groups: GroupClaim[] = [];
      const undecided: Undecided[] = [];
      if (person.scope?.state !== "out") for (const rule of rules) rule.apply(cells, { groups, undecided });
      return { person: { ...person, groups, undecided } };
    },
  };
}

function unreadKey(row: number, columns: Columns, cell: string | undefined, normalize: (text: string) => string): Reject {
  const column = columns.shownName(0);
  const found = readKey(cell, normalize, column);
  const why = "key" in found ? { code: "missing_key", fact: fact("key.blank", { column }) } : found;
  return { row, column: columns.name(0), ...why };
}

function readAll(attributes: readonly Attribute[], cells: Cells, report: RowReport): UserAttributes {
  const values: UserAttributes = {};
  for (const attribute of attributes) {
    const value = attribute.read(cells, report);
    if (value !== undefined) values[attribute.field] = value;
  }
  return values;
}

function missingValue({ row, open, blank: found }: RowReport, attribute: Attribute, columns: Columns, cells: Cells): Reject {
  const { field } = attribute;
  if (open !== null)
    return { row, column: open.column, code: "missing_value", fact: fact("field.required_undecided", { field, why: open.why }) };
  const blank = found ?? attribute.places.find((place) => isBlank(cells[place])) ?? attribute.places[0];
  const column = blank === undefined ? null : columns.name(blank);
  const cell = blank === undefined ? undefined : cells[blank];
  const shown = columns.shownName(blank ?? 0);
  if (cell !== undefined && isError(cell))
    return { row, column, code: "error_cell", fact: fact("field.required", { field, why: errorShown(shown, cell) }) };
  const missing = { row, column, code: "missing_value" };
  if (blank === undefined || !isBlank(cell)) return { ...missing, fact: fact("field.required_without_value", { field }) };
  if (cell === undefined) return { ...missing, fact: fact("field.row_too_short", { field, column: shown }) };
  return { ...missing, fact: fact("field.required", { field, why: fact("cell.blank", { column: shown }) }) };
}

function several(row: number, columns: Columns, found: { place: number; rows: number }): Reject {
  const key = fact("key.several_values", { column: columns.shownName(0), n: found.rows });
  const why = found.place === 0 ? key : severalValues("active", columns, found);
  return { row, column: columns.name(found.place), code: "several_values", fact: why };
}
