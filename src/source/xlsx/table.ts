import { fact } from "../../domain/facts/fact.ts";
import { foldName, shownText } from "../../domain/names.ts";
import { MISSING_MARK, ROWS_MARK, type SourceRow } from "../../domain/record.ts";
import { nothingBelow } from "../csv/csv-problems.ts";
import { unusable } from "../unusable.ts";
import { errorOf, textOf, type Cell } from "./cell.ts";
import { findHeader, headerText } from "./header.ts";
import type { Sheet } from "./workbook.ts";

const MAX_ROW_CHARACTERS = 1_000_000;
const MAX_TEXT_CHARACTERS = 1_000_000_000;
/** NUL, which a database rejects in text, and the separators of cells that come from several rows. */
const UNUSABLE = new RegExp(`[\\0${ROWS_MARK}${MISSING_MARK}]`);
const NOTHING = { before: 0, after: 0 };

/** The table on a sheet: a header and the rows below it, without notes at the end. */
export class Table {
  readonly header: string[];
  /** The row of the header, from 1. */
  readonly headerRow: number;
  readonly #file: string;
  readonly #sheet: Sheet;
  readonly #columns: { at: number; name: string; asked: boolean }[];
  readonly #start: number;
  readonly #end: number;
  #next: number;
  #text = 0;
  /** Rows returned so far. */
  #rows = 0;

  /**
   * @param columns the columns to read; all if empty
   * @param skip rows to skip at the top and directly below the header
   * @throws FileProblem `no_header`
   */
  constructor(file: string, sheet: Sheet, headerRow: number | null, columns: readonly string[], skip = NOTHING) {
    this.#file = file;
    this.#sheet = sheet;
    if (sheet.rows.length > 0 && sheet.rows.length <= skip.before) throw nothingBelow(file, skip.before, sheet.rows.length);
    const at = findHeader(sheet, headerRow, columns, skip.before);
    this.header = at === null ? [] : headerText(sheet, at);
    if (at === null || this.header.length === 0) {
      const name = shownText(sheet.name);
      const what =
        headerRow === null ? fact("file.sheet_empty", { sheet: name }) : fact("file.sheet_row_empty", { row: headerRow, sheet: name });
      throw unusable("no_header", file, what, fact("advice.set_header_row", {}));
    }
    this.headerRow = at + 1;
    const wanted = new Set(columns.map(foldName));
    this.#columns = this.header.flatMap((name, place) =>
      name === "" ? [] : [{ at: place, name, asked: wanted.size === 0 || wanted.has(foldName(name)) }],
    );
    this.#start = this.#next = at + 1 + skip.after;
    this.#end = this.#findEnd();
    this.#spreadMerged();
  }

  /** The share of the table read so far, 0 to 1. */
  get passed(): number {
    return this.#next >= this.#end ? 1 : (this.#next - this.#start) / (this.#end - this.#start);
  }

  /**
   * Returns the next rows with about this many cells, empty at the end, and releases their memory.
   * @throws FileProblem `no_rows`, `row_too_long`, `workbook_too_large`
   */
  take(cells: number): SourceRow[] {
    const rows: SourceRow[] = [];
    let left = cells;
    for (; this.#next < this.#end && left > 0; this.#next++) {
      const row = this.#sheet.rows[this.#next];
      if (row === undefined) continue;
      const next = this.#row(row, this.#next + 1);
      this.#sheet.rows[this.#next] = undefined;
      if (next === null) continue;
      rows.push(next);
      // A row of long texts counts as much as many short ones.
      left -= this.header.length + this.#weigh(next) / 100;
    }
    this.#rows += rows.length;
    if (this.#rows === 0 && this.#next >= this.#end) {
      const what = fact("file.sheet_without_rows", { sheet: shownText(this.#sheet.name) });
      throw unusable("no_rows", this.#file, what, fact("advice.export_again", {}));
    }
    return rows;
  }

  /** Returns `null` for a row that is blank in all named columns. */
  #row(row: Cell[], number: number): SourceRow | null {
    const cells: (string | undefined)[] = Array<string>(this.header.length).fill("");
    const { date1904 } = this.#sheet;
    let filled = false;
    let problem: SourceRow["problem"];
    for (const { at, name, asked } of this.#columns) {
      const cell = row[at];
      if (cell === undefined) continue;
      const shown = errorOf(cell);
      const text = shown ?? textOf(cell, date1904);
      const isUnusable = UNUSABLE.test(text) || !text.isWellFormed();
      const error = isUnusable ? "#TEXT" : shown === "#GETTING_DATA" ? shown : undefined;
      // Another error is a text for the mapping, as in a CSV file.
      if (error === undefined) {
        cells[at] = text;
        filled ||= text !== "" && text.trim() !== "";
        continue;
      }
      filled = true;
      // Unknown, not blank. The row has a problem only if the column is used.
      cells[at] = undefined;
      if (asked) problem ??= { column: name, ...problemOf(name, error) };
    }
    if (!filled) return null;
    return problem === undefined ? { row: number, cells } : { row: number, cells, problem };
  }

  #weigh({ row, cells }: SourceRow): number {
    let length = 0;
    for (const cell of cells) length += cell?.length ?? 0;
    this.#text += length;
    if (length > MAX_ROW_CHARACTERS)
      throw unusable("row_too_long", this.#file, fact("file.row_too_long", { row }), fact("advice.check_row", {}));
    // A small file can repeat one text in any number of cells.
    if (this.#text > MAX_TEXT_CHARACTERS)
      throw unusable("workbook_too_large", this.#file, fact("file.sheet_too_much_text", {}), fact("advice.check_sheet", {}));
    return length;
  }

  /**
   * Returns the row after the last one of the table. Notes may follow: rows after an empty one, each with one filled
   * cell of several words, which is never a key.
   */
  #findEnd(): number {
    const { rows, date1904 } = this.#sheet;
    let end = rows.length;
    if (this.#columns.length < 2) return end;
    for (let at = end - 1; at >= this.#next; at--) {
      const texts = (rows[at] ?? []).flatMap((cell) => (errorOf(cell) === undefined ? textOf(cell, date1904).trim() || [] : "#"));
      if (texts.length === 0) end = at;
      else if (texts.length > 1 || !/\s/.test(texts[0] ?? "")) break;
    }
    return end;
  }

  /** Copies a cell merged over several rows to each of them; one merged over columns stays in the first. */
  #spreadMerged(): void {
    const { rows, merges } = this.#sheet;
    for (const { s, e } of merges) {
      const value = rows[s.r]?.[s.c];
      // A merged header must not become a row, nor a merged cell turn an empty row into one.
      if (s.r < this.#start || s.c >= this.header.length || value === undefined) continue;
      for (let at = s.r + 1; at <= Math.min(e.r, this.#end - 1); at++) {
        const row = rows[at];
        if (row?.some(isFilled) === true && row[s.c]?.v === undefined) row[s.c] = value;
      }
    }
  }
}

function isFilled(cell: Cell): boolean {
  return cell.v !== undefined && cell.v !== "";
}

function problemOf(name: string, error: string): NonNullable<SourceRow["problem"]> {
  const column = shownText(name);
  if (error === "#TEXT") return { code: "control_character", fact: fact("cell.control_character", { column }) };
  return { code: "error_cell", fact: fact("cell.formula_not_calculated", { column }) };
}
