import type { SourceRow } from "../model/record.ts";
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
  /** Lines above the header that are no records. */
  readonly skipped: number;
  readonly #file: string;
  #record: number;
  #hollow: SourceRow[] = [];

  constructor(file: string, skipped: number) {
    this.#file = file;
    this.skipped = skipped;
    this.#record = skipped;
  }

  take(records: readonly string[][]): SourceRow[] {
    const rows: SourceRow[] = [];
    for (const record of records) {
      const row = ++this.#record;
      if (record.length === 1 && record[0] === "") continue;
      if (this.header === null) {
        this.header = record.map((name) => name.trim());
        continue;
      }
      const next = sourceRow(row, record, this.header.length);
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
    if (last !== undefined && this.header !== null && last.length < this.header.length && !(last.length === 1 && last[0] === "")) {
      const what = `the file ends in the middle of row ${this.#record + 1} (${last.length} of ${this.header.length} cells, no line end)`;
      throw unusable("truncated", this.#file, what, "The export was cut short: export the file again.");
    }
    return last === undefined ? rows : [...rows, ...this.take([last])];
  }
}

function isHollow(record: readonly string[]): boolean {
  for (const cell of record) if (cell !== "" && cell.trim() !== "") return false;
  return true;
}

function sourceRow(row: number, record: string[], width: number): SourceRow {
  if (record.length === width) return { row, cells: record };
  if (record.length < width) {
    return { row, cells: [...record, ...Array<undefined>(width - record.length).fill(undefined)] };
  }
  const cells = record.slice(0, width);
  if (isHollow(record.slice(width))) return { row, cells };
  const message = `the row has ${record.length} cells, the header ${width}: an unquoted delimiter may have shifted them`;
  return { row, cells, problem: { code: "too_many_cells", message } };
}
