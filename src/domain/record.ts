import type { Fact } from "./facts/fact.ts";

/** One row of the source file. */
export interface SourceRow {
  /** Counted like a spreadsheet: the header is row 1, empty lines count. */
  row: number;
  /** One text per column of the header; `undefined` where a short row ends before the column: unknown, not blank. */
  cells: readonly (string | undefined)[];
  /**
   * Set when no mapping could use the row, for example because it has more cells than the header. With a `column`, only
   * that cell is unusable.
   */
  problem?: { code: string; fact: Fact; column?: string };
  /** `no`: `source.rows.keep` leaves the row out; `unknown`: its cell does not say. */
  kept?: "no" | "unknown";
}

/** The columns of one row that a mapping uses, in the order of `CompiledMapping.columns`. */
export type Cells = readonly (string | undefined)[];

/** A row that cannot be used: its place, a stable code, and why. Never contains the value of a sensitive column. */
export interface Reject {
  row: number;
  column: string | null;
  code: string;
  fact: Fact;
}

/** Stands for a sensitive value in stored data and in JSON (I9). Readers get a message in its place. */
export const HIDDEN = "(not shown)";

/** Separates the values of several rows of a joined file in one cell (ASCII record separator). */
export const ROWS_MARK = "\u001e";
/** Marks, in such a cell, a row that ends before the column. */
export const MISSING_MARK = "\u001a";

/** Returns the values of a cell, one for each row of a joined file; an ordinary cell has one value. */
export function cellRows(cell: string | undefined): (string | undefined)[] {
  if (cell === undefined || !cell.includes(ROWS_MARK)) return [cell];
  return cell.split(ROWS_MARK).map((value) => (value === MISSING_MARK ? undefined : value));
}

/** Returns a cell for display, with the values of several rows as a list. */
export function shownCell(cell: string): string {
  if (!cell.includes(ROWS_MARK)) return cell;
  return cellRows(cell)
    .map((value) => value ?? "?")
    .join("; ");
}

/** Row numbers of the second file start here, those of the third at twice this number. */
export const FILE_ROWS = 10_000_000;

/** Returns which of the source's files, counted from 0, contains a row, and its row number there. */
export function rowPlace(row: number): { file: number; row: number } {
  return { file: Math.floor(row / FILE_ROWS), row: row % FILE_ROWS };
}

/** Returns a row for display: `17`, or `17 of contractors.csv` where the source has several files. */
export function rowText(row: number, files: readonly string[] = []): string {
  const place = rowPlace(row);
  if (files.length < 2 && place.file === 0) return String(row);
  return `${place.row} of ${files[place.file] ?? `file ${place.file + 1}`}`;
}

/** Spreadsheets write their errors in the language of the user: #REF!, #BEZUG!, #¡REF!, #NAME?, Err:502. */
const ERROR = /^(?:#[¡¿]?[\p{Lu}\d/_ ]{2,30}[!?]|#(?:N\/[ADB]|NV|NA|GETTING_DATA)|#{3,}|Err:5\d\d)$/u;

/** A letter that was lost, because the text was once written or read in the wrong encoding. */
export const LOST_LETTER = "\u{FFFD}";

/** Returns whether a text shows an error instead of a value: a spreadsheet's error, or lost letters. */
export function isError(text: string): boolean {
  return text.includes(LOST_LETTER) || ((text.includes("#") || text.includes("Err:")) && ERROR.test(text.trim()));
}

/** Texts that programs write for a value that does not exist. */
const NULL_WORDS: ReadonlySet<string> = new Set(["NULL", "null", "(null)", "<null>", "NaN", "nan", "None", "none", "undefined"]);

const FIRST: ReadonlySet<number> = new Set([...NULL_WORDS].map((word) => word.charCodeAt(0)));

/** Returns whether a text means that there is no value. `Null` is not one of them, because it is a surname. */
export function isNullWord(text: string): boolean {
  const first = text.charCodeAt(0);
  // Most texts begin with another letter, which spares the search.
  return (first <= 0x20 || first > 0x7f || FIRST.has(first)) && NULL_WORDS.has(text.trim());
}
