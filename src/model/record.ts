/** One row of the source file. */
export interface SourceRow {
  /** As a spreadsheet counts: the header is row 1, empty lines count. */
  row: number;
  /** One text a column of the header; `undefined` where a short row ends before the column: unknown, not blank. */
  cells: readonly (string | undefined)[];
  /**
   * Set when the row cannot be used whatever the mapping says, as when it has more cells than the header. With a
   * column it is about that cell alone, and the others can be read.
   */
  problem?: { code: string; message: string; column?: string };
}

/** The columns that a mapping uses, of one row, in the order of `CompiledMapping.columns`. */
export type Cells = readonly (string | undefined)[];

/** A row that cannot be used: where, a stable code, and a sentence. Never the value of a sensitive column. */
export interface Reject {
  row: number;
  column: string | null;
  code: string;
  message: string;
}

/** Between the values of several rows of a joined file in one cell; ASCII has it for this (record separator). */
export const ROWS_MARK = "\u001e";
/** In such a cell: a row that ends before the column. */
export const MISSING_MARK = "\u001a";

/** The values of a cell, one for each row of a joined file; of an ordinary cell, its one value. */
export function cellRows(cell: string | undefined): (string | undefined)[] {
  if (cell === undefined || !cell.includes(ROWS_MARK)) return [cell];
  return cell.split(ROWS_MARK).map((value) => (value === MISSING_MARK ? undefined : value));
}

/** A cell as people are shown it: the values of several rows as a list. */
export function shownCell(cell: string): string {
  if (!cell.includes(ROWS_MARK)) return cell;
  return cellRows(cell)
    .map((value) => value ?? "?")
    .join("; ");
}

/** Rows of the second file are numbered from here on, those of the third from twice as much. */
export const FILE_ROWS = 10_000_000;

/** In which of the source's files, counted from 0, a row stands, and which row it is there. */
export function rowPlace(row: number): { file: number; row: number } {
  return { file: Math.floor(row / FILE_ROWS), row: row % FILE_ROWS };
}

/** A row as people are told it: `17`, or `17 of contractors.csv` where the people stand in several files. */
export function rowText(row: number, files: readonly string[] = []): string {
  const place = rowPlace(row);
  if (files.length < 2 && place.file === 0) return String(row);
  return `${place.row} of ${files[place.file] ?? `file ${place.file + 1}`}`;
}
