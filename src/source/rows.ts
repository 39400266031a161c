import { fact } from "../domain/facts/fact.ts";
import type { SourceRow } from "../domain/record.ts";
import type { RowIssues } from "./row-issues.ts";
import { unusable } from "./unusable.ts";

/**
 * Turns records into numbered rows. Empty lines are counted, but aren't rows. Blank rows (delimiters only) are dropped
 * at the end of the file, where spreadsheets leave them, and kept between other rows, where data may be missing.
 */
export class RowReader {
  header: string[] | null = null;
  /** Rows returned so far. */
  rows = 0;
  readonly #file: string;
  readonly #issues: RowIssues;
  /** Lines to skip after the header. */
  readonly #after: number;
  #record: number;
  #first = 0;
  #blank: SourceRow[] = [];

  /**
   * @param above lines above the first record
   * @param after lines to skip directly after the header, empty ones included
   */
  constructor(file: string, issues: RowIssues, above: number, after: number) {
    this.#file = file;
    this.#issues = issues;
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
      const next = sourceRow(row, record, this.header.length, this.#issues);
      if (isBlank(record)) {
        this.#blank.push(next);
        continue;
      }
      if (this.#blank.length > 0) {
        for (const blank of this.#blank) rows.push(blank);
        this.#blank = [];
      }
      rows.push(next);
    }
    this.rows += rows.length;
    return rows;
  }

  /** Takes the records at the end of the file, the last of which may be cut off. */
  takeLast(records: readonly string[][]): SourceRow[] {
    const rows = this.take(records.slice(0, -1));
    const last = records.at(-1);
    if (last !== undefined && this.header !== null && last.length < this.header.length && !isEmptyLine(last)) {
      const what = fact("file.ends_in_row", { row: this.#record + 1, cells: last.length, width: this.header.length });
      throw unusable("truncated", this.#file, what, fact("advice.export_cut_short", {}));
    }
    return last === undefined ? rows : [...rows, ...this.take([last])];
  }

  #namesIn(record: readonly string[]): string[] {
    const names = record.map((name) => name.trim());
    if (names.some((name) => name !== "")) return names;
    throw unusable("no_header", this.#file, fact("file.no_column_names", {}), fact("advice.name_columns", {}));
  }

  /** @throws FileProblem `no_rows` */
  refuseNone(): void {
    if (this.rows > 0) return;
    throw unusable("no_rows", this.#file, fact("file.no_rows", { skipped: this.#after }), fact("advice.export_again", {}));
  }
}

function isEmptyLine(record: readonly string[]): boolean {
  return record.length === 1 && record[0] === "";
}

function isBlank(record: readonly string[]): boolean {
  for (const cell of record) if (cell !== "" && cell.trim() !== "") return false;
  return true;
}

function sourceRow(row: number, record: string[], width: number, issues: RowIssues): SourceRow {
  const issue = issues.take(row);
  if (record.length === width && issue === undefined) return { row, cells: record };
  if (record.length < width) {
    const cells = [...record, ...Array<undefined>(width - record.length).fill(undefined)];
    return issue === undefined ? { row, cells } : { row, cells, problem: issue };
  }
  const cells = record.slice(0, width);
  if (issue !== undefined) return { row, cells, problem: issue };
  if (isBlank(record.slice(width))) return { row, cells };
  const problem = { code: "too_many_cells", fact: fact("row.too_many_cells", { cells: record.length, width }) };
  return { row, cells, problem };
}
