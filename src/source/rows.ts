import type { SourceRow } from "../model/record.ts";
import type { Flaws } from "./flaws.ts";
import { unusable } from "./unusable.ts";

/**
 * Turns records into numbered rows. Empty lines count and are no rows. Rows of nothing but delimiters at the
 * end of the file are what spreadsheets leave behind, and are dropped; one between other rows is kept, because
 * there somebody's data may have gone.
 */
export class RowReader {
  header: string[] | null = null;
  /** Rows returned so far. */
  rows = 0;
  readonly #file: string;
  readonly #flaws: Flaws;
  /** Lines after the header that are no rows. */
  readonly #after: number;
  #record: number;
  #first = 0;
  #hollow: SourceRow[] = [];

  /**
   * @param above how many lines stand above the first record
   * @param after how many lines directly after the header are passed over, empty ones included
   */
  constructor(file: string, flaws: Flaws, above: number, after: number) {
    this.#file = file;
    this.#flaws = flaws;
    this.#record = above;
    this.#after = after;
  }

  take(records: readonly string[][]): SourceRow[] {
    const rows: SourceRow[] = [];
    for (const record of records) {
      const row = ++this.#record;
      if (this.header === null) {
        if (isEmptyLine(record)) continue;
        this.header = this.#namesIn(record);
        this.#first = row + this.#after + 1;
        continue;
      }
      if (row < this.#first || isEmptyLine(record)) continue;
      const next = sourceRow(row, record, this.header.length, this.#flaws);
      if (isHollow(record)) {
        this.#hollow.push(next);
        continue;
      }
      if (this.#hollow.length > 0) {
        for (const hollow of this.#hollow) rows.push(hollow);
        this.#hollow = [];
      }
      rows.push(next);
    }
    this.rows += rows.length;
    return rows;
  }

  /** What came with the end of the file: the last record may have been cut off. */
  takeLast(records: readonly string[][]): SourceRow[] {
    const rows = this.take(records.slice(0, -1));
    const last = records.at(-1);
    if (last !== undefined && this.header !== null && last.length < this.header.length && !isEmptyLine(last)) {
      const what = `the file ends in the middle of row ${this.#record + 1} (${last.length} of ${this.header.length} cells, no line end)`;
      throw unusable("truncated", this.#file, what, "The export was cut short: export the file again.");
    }
    return last === undefined ? rows : [...rows, ...this.take([last])];
  }

  #namesIn(record: readonly string[]): string[] {
    const names = record.map((name) => name.trim());
    if (names.some((name) => name !== "")) return names;
    throw unusable("no_header", this.#file, "the first line that is not empty names no columns", "The first line must name the columns.");
  }

  /** @throws FileProblem `no_rows` */
  refuseNone(): void {
    if (this.rows > 0) return;
    const passed =
      this.#after === 0 ? "" : ` after the ${this.#after === 1 ? "line" : `${this.#after} lines`} that \`skip\` of the job passes over`;
    throw unusable("no_rows", this.#file, `the file has a header and no rows${passed}`, "Export the file from the HR system again.");
  }
}

function isEmptyLine(record: readonly string[]): boolean {
  return record.length === 1 && record[0] === "";
}

function isHollow(record: readonly string[]): boolean {
  for (const cell of record) if (cell !== "" && cell.trim() !== "") return false;
  return true;
}

function sourceRow(row: number, record: string[], width: number, flaws: Flaws): SourceRow {
  const flaw = flaws.take(row);
  if (record.length === width && flaw === undefined) return { row, cells: record };
  if (record.length < width) {
    const cells = [...record, ...Array<undefined>(width - record.length).fill(undefined)];
    return flaw === undefined ? { row, cells } : { row, cells, problem: flaw };
  }
  const cells = record.slice(0, width);
  if (flaw !== undefined) return { row, cells, problem: flaw };
  if (isHollow(record.slice(width))) return { row, cells };
  const message = `the row has ${record.length} cells, the header ${width}: an unquoted delimiter may have shifted them`;
  return { row, cells, problem: { code: "too_many_cells", message } };
}
