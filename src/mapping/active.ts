import { DateTime } from "luxon";
import type { z } from "zod";
import { fact, type Fact } from "../domain/facts/fact.ts";
import type { EffectiveDates, RowNote } from "../domain/person.ts";
import type { Cells } from "../domain/record.ts";
import type { YamlSource } from "../config/yaml.ts";
import { literals } from "./attribute.ts";
import { normalName } from "./columns.ts";
import type { Columns } from "./columns.ts";
import type { ValueTable } from "./compiled.ts";
import { dateConverter } from "./convert.ts";
import { whyMissing } from "./groups.ts";
import { joinedPlaces, valuesOf } from "./joined.ts";
import { activeSchema } from "./schema.ts";
import { isError } from "../domain/record.ts";
import { errorShown } from "./values/cell.ts";
import { isNoDate } from "./values/no-date.ts";
import { compileTransform } from "./values/transforms.ts";

export interface CompiledActive {
  read(cells: Cells): { active: boolean | "unknown"; note?: RowNote };
  /** Returns the effective dates of a row; `undefined` if the mapping has none. */
  dates(cells: Cells): EffectiveDates | undefined;
  /** The column that decides who leaves: the status, otherwise the last day; `null` if the mapping has neither. */
  leaving: number | null;
  /** `file:line` of what decides who leaves. */
  at: string;
  /** The columns that need one value: the status and the dates. */
  places: readonly number[];
  dated: boolean;
  /** Each date of `active`, as its cell has it. */
  dateColumns: readonly { place: number; date(cells: Cells): string | null }[];
  /** `undefined`: the dates alone decide. */
  table: ValueTable | undefined;
}

/** Compiles `active`. An unclear value is "unknown", and deactivates no one (I5). */
export function compileActive(source: YamlSource, columns: Columns, raw: unknown): CompiledActive | undefined {
  if (raw === undefined) return undefined;
  const form = source.check(activeSchema, raw, ["active"]);
  if (form === undefined) return undefined;
  const { column, values, from: fromForm, until: untilForm } = form;
  if (column === undefined && fromForm === undefined && untilForm === undefined) source.fault(["active"], "mapping.active_empty");
  const status = column === undefined ? null : compileStatus(source, columns, column, values);
  if (status === null && values !== undefined)
    source.fault(["active", "values"], fact("config.needs", { setting: "active.values", needs: "active.column" }), "key");
  const from = fromForm === undefined ? null : compileDate(source, columns, fromForm, "from");
  const until = untilForm === undefined ? null : compileDate(source, columns, untilForm, "until");
  const atOnce = new Set((form.at_once ?? []).map(normalName));
  for (const [index, text] of (form.at_once ?? []).entries())
    if (status?.values.get(normalName(text)) !== false) source.fault(["active", "at_once", index], "mapping.at_once_unknown");
  if (form.at_once !== undefined && until === null)
    source.fault(["active", "at_once"], fact("config.needs", { setting: "active.at_once", needs: "active.until" }), "key");
  return {
    leaving: status?.place ?? until?.place ?? null,
    at: source.at(untilForm === undefined ? ["active"] : ["active", "until"]),
    places: [status, from, until].flatMap((part) => part?.place ?? []),
    dated: from !== null || until !== null,
    dateColumns: [from, until].flatMap((part) => {
      if (part === null) return [];
      const date = (cells: Cells): string | null => {
        const found = part.read(cells);
        return found === null || "why" in found ? null : found.cell;
      };
      return [{ place: part.place, date }];
    }),
    table: status?.table,
    // Without a status, the dates of a row decide.
    read: status === null ? () => ({ active: true }) : (cells) => status.read(cells),
    dates(cells) {
      if (from === null && until === null) return undefined;
      const start = from?.read(cells) ?? null;
      const end = until?.read(cells) ?? null;
      const known = {
        atOnce: status !== null && atOnce.has(normalName(cells[status.place] ?? "")),
        fromAt: from?.at ?? "",
        untilAt: until?.at ?? "",
        fromColumn: from?.column ?? null,
      };
      const broken = [start, end].find((one) => one !== null && "why" in one);
      if (broken !== undefined && broken !== null && "why" in broken) return { ...known, from: null, until: null, unknown: broken };
      const [first, last] = [start, end].map((one) => (one === null || "why" in one ? null : one));
      if (from !== null && until !== null && first != null && last != null && first.cell > last.cell) {
        const why = fact("cell.before", { column: columns.shownName(until.place), other: columns.shownName(from.place) });
        return { ...known, from: null, until: null, unknown: { column: until.column, at: until.at, why } };
      }
      return { ...known, from: first?.day ?? null, until: last?.day ?? null, unknown: null };
    },
  };
}

interface CompiledStatus extends Pick<CompiledActive, "read"> {
  place: number;
  values: ReadonlyMap<string, unknown>;
  table: ValueTable;
}

function compileStatus(source: YamlSource, columns: Columns, name: string, listed: Record<string, unknown> | undefined): CompiledStatus {
  if (listed === undefined) source.fault(["active"], fact("config.needs", { setting: "active.column", needs: "active.values" }));
  const values = listed === undefined ? new Map<string, boolean>() : literals(source, listed, ["active", "values"], "boolean");
  const place = columns.use(name, { path: ["active", "column"] });
  const column = columns.name(place);
  const unknown = (code: string, why: Fact): { active: "unknown"; note: RowNote } => ({
    active: "unknown",
    note: { column, code, fact: fact("status.left", { why }) },
  });
  const joined = joinedPlaces(columns, [place]);
  return {
    place,
    values,
    read(cells) {
      const cell = cells[place];
      if (cell !== undefined && isError(cell)) return unknown("error_cell", errorShown(columns.shownName(place), cell));
      if (cell === undefined) return unknown("missing_cell", whyMissing(columns, place));
      const value = normalName(cell);
      const active = values.get(value);
      if (typeof active === "boolean") return { active };
      if (value === "") return unknown("blank_value", fact("cell.blank", { column: columns.shownName(place) }));
      return unknown("unmapped_value", fact("value.unlisted", { value: columns.shown(value, [place]) }));
    },
    table: {
      of: "active",
      at: source.at(["active", "values"]),
      column,
      known: [...values.keys()],
      otherwise: false,
      texts: (cells) => valuesOf(cells[place], joined).map((cell) => (cell === undefined ? undefined : normalName(cell))),
    },
  };
}

/** Later dates, such as 9999-12-31, mean that there is no end; adding days to them leaves the calendar of four-digit years. */
const LAST_DAY = "9990-12-31";

interface CompiledDate {
  place: number;
  column: string;
  at: string;
  /** Returns the date of the cell and the day with `days`; `null` if it is blank, or why it cannot be read. */
  read(cells: Cells): { cell: string; day: string } | { column: string; at: string; why: Fact } | null;
}

type DateForm = NonNullable<z.output<typeof activeSchema>["until"]>;

function compileDate(
  source: YamlSource,
  columns: Columns,
  { column: name, date, days, transform, blank }: DateForm,
  part: "from" | "until",
): CompiledDate {
  const path = ["active", part];
  const change = compileTransform(source, transform, [...path, "transform"]);
  const none = new Set((blank ?? []).map(normalName));
  const convert = dateConverter(date);
  if (convert === null) source.fault([...path, "date"], "mapping.date_format_invalid");
  const place = columns.use(name, { path: [...path, "column"] });
  const column = columns.name(place);
  const at = source.at(path);
  return {
    place,
    column,
    at,
    read(cells) {
      const text = cells[place]?.trim();
      if (text === undefined) return { column, at, why: whyMissing(columns, place) };
      if (isError(text)) return { column, at, why: errorShown(columns.shownName(place), text) };
      const day = change(text).trim();
      if (day === "" || isNoDate(day) || none.has(normalName(text)) || none.has(normalName(day))) return null;
      const cell = convert?.(day) ?? null;
      if (cell === null) {
        const of = { column: columns.shownName(place), value: columns.shown(text, [place]) };
        return { column, at, why: fact("cell.not_date", { ...of, format: date }) };
      }
      return {
        cell,
        day: days === 0 || cell > LAST_DAY ? cell : (DateTime.fromISO(cell, { zone: "utc" }).plus({ days }).toISODate() ?? cell),
      };
    },
  };
}
