import { fact, type Fact } from "../domain/facts/fact.ts";
import { cellRows, MISSING_MARK, ROWS_MARK } from "../domain/record.ts";
import type { Cells } from "../domain/record.ts";
import type { Unknown } from "./expression/values.ts";
import { normalName } from "./columns.ts";
import type { Columns } from "./columns.ts";

/**
 * Returns the indexes of columns of joined files, named `NAME.Column`. Only their cells can have values of several
 * rows, so only they need to be searched for separators.
 */
export function joinedPlaces(columns: Columns, places: readonly number[]): number[] {
  return places.filter((place) => columns.name(place).includes("."));
}

/** Returns the values of a cell: one for each row of a joined cell, otherwise one. */
export function valuesOf(cell: string | undefined, joined: readonly number[]): (string | undefined)[] {
  if (joined.length === 0) return [cell];
  return cell === MISSING_MARK ? [undefined] : cellRows(cell);
}

const fileOf = (columns: Columns, place: number): string => columns.name(place).split(".", 1)[0] ?? "";

const isSeveral = (cell: string | undefined): cell is string => cell?.includes(ROWS_MARK) === true;

/** Rows with one value in each joined cell; `ambiguous` if two joined files have several rows. */
export type JoinedRows = readonly Cells[] | { ambiguous: readonly [number, number] };

/**
 * Splits a row into one for each row of a joined file.
 * @param joined the indexes to check
 */
export function rowsOf(columns: Columns, cells: Cells, joined: readonly number[]): JoinedRows {
  const several = joined.filter((place) => isSeveral(cells[place]));
  const [first] = several;
  if (first === undefined) return [joined.some((place) => cells[place] === MISSING_MARK) ? without(cells, joined) : cells];
  const values = several.map((place) => cellRows(cells[place]));
  const count = values[0]?.length ?? 0;
  // Which row of one file belongs to which row of another is unknown.
  const other = several.find((place, index) => fileOf(columns, place) !== fileOf(columns, first) || values[index]?.length !== count);
  if (other !== undefined) return { ambiguous: [first, other] };
  return Array.from({ length: count }, (_, row) => {
    const one = [...without(cells, joined)];
    for (const [index, place] of several.entries()) one[place] = values[index]?.[row];
    return one;
  });
}

function without(cells: Cells, joined: readonly number[]): Cells {
  return cells.map((cell, place) => (cell === MISSING_MARK && joined.includes(place) ? undefined : cell));
}

/**
 * Reduces each joined cell to one value, if all rows of the joined file agree on it.
 * @returns the cells, or the index of a cell with several values and its number of rows
 */
export function agreed(cells: Cells, joined: readonly number[]): Cells | { place: number; rows: number } {
  let one: (string | undefined)[] | undefined;
  for (const place of joined) {
    const cell = cells[place];
    if (cell !== MISSING_MARK && !isSeveral(cell)) continue;
    const rows = cell === MISSING_MARK ? [undefined] : cellRows(cell);
    if (new Set(rows.map((value) => (value === undefined ? undefined : normalName(value)))).size > 1) return { place, rows: rows.length };
    one ??= [...cells];
    one[place] = rows[0];
  }
  return one ?? cells;
}

/** Returns why a field has no value: its cell must have one. */
export function severalValues(field: string, columns: Columns, { place, rows }: { place: number; rows: number }): Fact {
  return fact("field.several_values", { field, column: columns.shownName(place), n: rows });
}

/** Returns the Unknown of joined files whose rows cannot be matched to each other. */
export function unmatched(columns: Columns, [place, second]: readonly [number, number]): Unknown {
  const other = columns.shownName(second);
  return { place, reason: "rows", of: ({ column }) => fact("cell.rows_unmatched", { column, other }) };
}
