import type { SourceRow } from "../model/record.ts";
import { unusable } from "./unusable.ts";
import { errorOf, textOf, type Cell } from "./xlsx-cell.ts";
import { findHeader, headerText } from "./xlsx-header.ts";
import type { Sheet } from "./xlsx-workbook.ts";

const LONGEST_ROW = 1_000_000;
const MOST_TEXT = 1_000_000_000;

/** The table on a sheet: a header, and the rows below it up to the notes. */
export class Table {
  readonly header: string[];
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
   * @param columns those that will be asked for; none: all
   * @throws FileProblem `no_header`
   */
  constructor(file: string, sheet: Sheet, headerRow: number | null, columns: readonly string[]) {
    this.#file = file;
    this.#sheet = sheet;
    const at = findHeader(sheet, headerRow, columns);
    this.header = at === null ? [] : headerText(sheet, at);
    if (at === null || this.header.length === 0) {
      const where = headerRow === null ? `the sheet “${sheet.name}” is empty` : `row ${headerRow} of the sheet “${sheet.name}” is empty`;
      throw unusable("no_header", file, where, "A row of the sheet must name the columns; source.xlsx.header_row of the job says which.");
    }
    const wanted = new Set(columns.map(plainName));
    this.#columns = this.header.flatMap((name, place) =>
      name === "" ? [] : [{ at: place, name, asked: wanted.size === 0 || wanted.has(plainName(name)) }],
    );
    this.#start = this.#next = at + 1;
    this.#end = this.#findEnd();
    this.#spreadMerged(at);
  }

  /** The share of the table that was gone through. */
  get passed(): number {
    return this.#next >= this.#end ? 1 : (this.#next - this.#start) / (this.#end - this.#start);
  }

  /**
   * The next rows, of about so many cells; none at the end. Each is let go of on the sheet.
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
      // A row of long texts weighs as much as many short ones.
      left -= this.header.length + this.#weigh(next) / 100;
    }
    this.#rows += rows.length;
    if (this.#rows === 0 && this.#next >= this.#end) {
      const what = `the sheet “${this.#sheet.name}” has a header and no rows`;
      throw unusable("no_rows", this.#file, what, "Export the file from the HR system again.");
    }
    return rows;
  }

  /** `null` for a row that is empty in all columns that have a name. */
  #row(row: Cell[], number: number): SourceRow | null {
    const cells: (string | undefined)[] = Array<string>(this.header.length).fill("");
    const { date1904 } = this.#sheet;
    let filled = false;
    let problem: SourceRow["problem"];
    for (const { at, name, asked } of this.#columns) {
      const cell = row[at];
      if (cell === undefined) continue;
      const error = errorOf(cell);
      if (error === undefined) {
        const text = textOf(cell, date1904);
        cells[at] = text;
        filled ||= text !== "" && text.trim() !== "";
        continue;
      }
      filled = true;
      // Unknown, not blank. Only where somebody asks for the column it matters to the row.
      cells[at] = undefined;
      if (asked) problem ??= { code: "error_cell", column: name, message: errorMessage(name, error) };
    }
    if (!filled) return null;
    return problem === undefined ? { row: number, cells } : { row: number, cells, problem };
  }

  #weigh({ row, cells }: SourceRow): number {
    let length = 0;
    for (const cell of cells) length += cell?.length ?? 0;
    this.#text += length;
    if (length > LONGEST_ROW)
      throw unusable("row_too_long", this.#file, `row ${row} is longer than 1 MB`, "Check what stands in the cells of that row.");
    // One text may stand in any number of cells of a small file.
    if (this.#text > MOST_TEXT)
      throw unusable("workbook_too_large", this.#file, "the cells of the sheet hold more than 1 GB of text", "Check what stands in them.");
    return length;
  }

  /**
   * The row after the last one of the table. Below it may stand notes: rows after an empty one, each with a single
   * filled cell of several words, which nobody's key is.
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

  /** What is merged over several rows of the table holds for each of them; over several columns, for the first. */
  #spreadMerged(header: number): void {
    const { rows, merges } = this.#sheet;
    for (const { s, e } of merges) {
      const value = rows[s.r]?.[s.c];
      // A merged header must not become a row, nor a merged cell make one of an empty row.
      if (s.r <= header || s.c >= this.header.length || value === undefined) continue;
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

/** As the mapping compares names. */
function plainName(name: string): string {
  return name.trim().normalize("NFC");
}

function errorMessage(column: string, error: string): string {
  if (error === "#GETTING_DATA")
    return `“${column}” holds a formula that was never calculated: open the workbook in Excel and save it once`;
  return `“${column}” shows the error ${error} in place of a value`;
}
