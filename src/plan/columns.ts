import { shownText } from "../domain/names.ts";
import { fact, type Fact } from "../domain/facts/fact.ts";
import type { Held } from "../domain/facts/held.ts";

/** Statistics of one column of a file. */
export interface ColumnProfile {
  column: string;
  rows: number;
  /** Rows with a value. */
  filled: number;
  /** Distinct values; `null`: more than `MAX_VALUES`. */
  distinct: number | null;
  /** Rows with the most frequent value; 0 if there are more than `MAX_VALUES` values. */
  most: number;
  /** Rows whose value looks like a number, or like a date. */
  numbers: number;
  dates: number;
}

const MAX_VALUES = 50;
/** With fewer rows no change counts as sudden. */
const MIN_ROWS = 10;

/** Collects column statistics row by row. Keeps at most `MAX_VALUES` values per column in memory. */
export function columnProfiler(columns: readonly string[]) {
  const watched = columns.map((column) => ({
    column,
    filled: 0,
    numbers: 0,
    dates: 0,
    values: new Map<string, { n: number }>(),
    many: false,
  }));
  let rows = 0;
  return {
    see(cells: readonly (string | undefined)[]): void {
      rows += 1;
      for (let at = 0; at < watched.length; at += 1) {
        const text = cells[at]?.trim();
        const one = watched[at];
        if (text === undefined || text === "" || one === undefined) continue;
        one.filled += 1;
        const first = text.charCodeAt(0);
        // Most texts do not start like a number, so this spares the patterns.
        if ((first >= 48 && first <= 57) || first === 43 || first === 45) {
          if (NUMBER.test(text)) one.numbers += 1;
          else if (DATE.test(text)) one.dates += 1;
        }
        if (one.many) continue;
        const known = one.values.get(text);
        if (known !== undefined) {
          known.n += 1;
          continue;
        }
        one.values.set(text, { n: 1 });
        if (one.values.size > MAX_VALUES) {
          one.many = true;
          one.values.clear();
        }
      }
    },
    profile: (): ColumnProfile[] =>
      watched.map(({ column, filled, numbers, dates, values, many }) => ({
        column,
        rows,
        filled,
        distinct: many ? null : values.size,
        most: many ? 0 : Math.max(0, ...values.values().map(({ n }) => n)),
        numbers,
        dates,
      })),
  };
}

const NUMBER = /^[+-]?\d+(?:[.,\s'\u00a0]\d+)*%?$/;
const DATE = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[T ].*)?$/;

/** A sudden change of a column, with the number of its values that show it now (`found`) and before (`allowed`). */
interface Sudden {
  factOf(values: { column: string; before: Fact; now: Fact }): Fact;
  found: number;
  allowed: number;
}

/** Returns limits for columns that changed suddenly since the last successful run: empty, constant, or of another kind (I7). */
export function suddenColumns(before: readonly ColumnProfile[], now: readonly ColumnProfile[]): Held[] {
  const known = new Map(before.map((profile) => [profile.column, profile]));
  return now.flatMap((profile) => {
    const then = known.get(profile.column);
    if (then === undefined || then.rows < MIN_ROWS || profile.rows < MIN_ROWS) return [];
    const sudden = emptied(then, profile) ?? constant(then, profile) ?? otherKind(then, profile);
    if (sudden === undefined) return [];
    const { found, allowed, factOf } = sudden;
    const why = factOf({ column: shownText(profile.column), before: figures(then), now: figures(profile) });
    return [{ limit: "columns", found, allowed, of: profile.column, ...why }];
  });
}

/** Returns whether the count is at least a tenth of the rows and at least `MIN_ROWS`. */
const common = (count: number, rows: number): boolean => count >= MIN_ROWS && count * 10 >= rows;

function emptied(then: ColumnProfile, now: ColumnProfile): Sudden | undefined {
  if (!common(then.filled, then.rows)) return undefined;
  const blank = { found: now.rows - now.filled, allowed: then.rows - then.filled };
  if (now.filled === 0) return { factOf: (values) => fact("limit.column_empty", values), ...blank };
  return (now.filled / now.rows) * 10 < then.filled / then.rows
    ? { factOf: (values) => fact("limit.column_almost_empty", values), ...blank }
    : undefined;
}

function constant(then: ColumnProfile, now: ColumnProfile): Sudden | undefined {
  if (now.distinct !== 1 || now.filled < MIN_ROWS) return undefined;
  const others = then.distinct === null ? then.filled : then.filled - then.most;
  return common(others, then.filled)
    ? { factOf: (values) => fact("limit.column_one_value", values), found: now.filled, allowed: then.most }
    : undefined;
}

function otherKind(then: ColumnProfile, now: ColumnProfile): Sudden | undefined {
  const [from, to] = [kindOf(then), kindOf(now)];
  if (from === null || to === null || from === to) return undefined;
  const [was, is] = [fact(`column.${from}`, {}), fact(`column.${to}`, {})];
  return {
    factOf: (values) => fact("limit.column_other_kind", { ...values, was, is }),
    found: countOf(now, to),
    allowed: countOf(then, to),
  };
}

function countOf({ filled, numbers, dates }: ColumnProfile, kind: "numbers" | "dates" | "texts"): number {
  return kind === "numbers" ? numbers : kind === "dates" ? dates : filled - numbers - dates;
}

/** Returns the kind of nearly all values; `null` if they are mixed or few. */
function kindOf({ filled, numbers, dates }: ColumnProfile): "numbers" | "dates" | "texts" | null {
  if (filled < MIN_ROWS) return null;
  if (numbers >= filled * 0.9) return "numbers";
  if (dates >= filled * 0.9) return "dates";
  return numbers + dates <= filled * 0.1 ? "texts" : null;
}

function figures({ rows, filled, distinct, most, numbers, dates }: ColumnProfile): Fact {
  const share = (n: number): number => Math.round((n / Math.max(1, filled)) * 100);
  const values = { filled, rows, values: distinct ?? MAX_VALUES, numbers: share(numbers), dates: share(dates) };
  if (distinct === null) return fact("column.figures_many", values);
  return distinct < 2 ? fact("column.figures", values) : fact("column.figures_most", { ...values, most: share(most) });
}

/** Returns notes on columns added or removed since the previous header. Ignores their order. */
export function headerNotes(
  before: readonly string[],
  now: readonly string[],
  fold: (name: string) => string,
): { code: string; column: string | null; fact: Fact }[] {
  const names = (header: readonly string[]): Map<string, string> =>
    new Map(header.filter((name) => name.trim() !== "").map((name) => [fold(name), name]));
  const [old, fresh] = [names(before), names(now)];
  const only = (here: Map<string, string>, there: Map<string, string>): string[] =>
    [...here].filter(([folded]) => !there.has(folded)).map(([, name]) => shownText(name));
  const added = only(fresh, old);
  const gone = only(old, fresh);
  return [
    ...(added.length > 0 ? [{ code: "new_columns", column: null, fact: fact("export.columns_new", listed(added)) }] : []),
    ...(gone.length > 0 ? [{ code: "gone_columns", column: null, fact: fact("export.columns_gone", listed(gone)) }] : []),
  ];
}

const MAX_COLUMNS = 20;

function listed(names: readonly string[]): { columns: Fact[] } {
  const shown = names.slice(0, MAX_COLUMNS).map((value) => fact("value.shown", { value }));
  return { columns: names.length > MAX_COLUMNS ? [...shown, fact("value.more", { n: names.length - MAX_COLUMNS })] : shown };
}
