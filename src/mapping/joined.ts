import { cellRows, MISSING_MARK, ROWS_MARK } from "../model/record.ts";
import type { Cells } from "../model/record.ts";
import { normalName } from "./columns.ts";
import type { Columns } from "./columns.ts";

/**
 * Columns of joined files are called `NAME.Column`, and only they may hold the values of several rows: what stands
 * between those is nothing to look for anywhere else.
 */
export function joinedPlaces(columns: Columns, places: readonly number[]): number[] {
  return places.filter((place) => columns.name(place).includes("."));
}

/** The values of one cell: of a joined one each row's, of any other its one. */
export function valuesOf(cell: string | undefined, joined: readonly number[]): (string | undefined)[] {
  if (joined.length === 0) return [cell];
  return cell === MISSING_MARK ? [undefined] : cellRows(cell);
}

const fileOf = (columns: Columns, place: number): string => columns.name(place).split(".", 1)[0] ?? "";

const isSeveral = (cell: string | undefined): cell is string => cell?.includes(ROWS_MARK) === true;

/** A row whose joined cells each hold the value of one row; `"apart"` where two joined files have several rows. */
export type JoinedRows = readonly Cells[] | { apart: readonly [number, number] };

/**
 * Takes a row apart into one for each row of a joined file.
 * @param joined the places to look at
 */
export function rowsOf(columns: Columns, cells: Cells, joined: readonly number[]): JoinedRows {
  const several = joined.filter((place) => isSeveral(cells[place]));
  const [first] = several;
  if (first === undefined) return [joined.some((place) => cells[place] === MISSING_MARK) ? without(cells, joined) : cells];
  const values = several.map((place) => cellRows(cells[place]));
  const count = values[0]?.length ?? 0;
  // Nobody knows which row of one file belongs to which of another.
  const other = several.find((place, index) => fileOf(columns, place) !== fileOf(columns, first) || values[index]?.length !== count);
  if (other !== undefined) return { apart: [first, other] };
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
 * A row in which each joined cell has one value, where all rows of the joined file agree on it.
 * @returns the cells, or the place of a cell with several values, and how many rows it comes from
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

/** The sentence for a cell that must have one value. */
export function severalWords(columns: Columns, { place, rows }: { place: number; rows: number }): string {
  return `${columns.quoted(place)} comes from ${rows} rows with different values, and there can be one`;
}
