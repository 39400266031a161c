import type { SourceRow } from "../domain/record.ts";

/** The part of a mapping that a source needs. */
export interface SourceColumns {
  /** Every column that the mapping uses, the key first. */
  columns: readonly string[];
  bind(header: readonly string[], file: string): number[];
  /** Who manages whom, if the mapping asks for it. */
  managers?: ManagerColumns | null;
}

/** The columns from which a source computes who has reports. */
export interface ManagerColumns {
  /** The columns of `read`. */
  columns: readonly string[];
  key: string;
  column: string;
  /** The names of the computed columns; `null` for one that is not used. */
  hasReports: string | null;
  managerKey: string | null;
  /** Returns `undefined` for a key that cannot be read. */
  normalize(text: string): string | undefined;
  read(
    row: number,
    cells: readonly (string | undefined)[],
  ): { key: string | null; manager: string | null | undefined; counts: "works" | "left" | "unknown" | "rejected" };
}

/** How a file is read: as the job says, otherwise as it was detected. */
export interface Recognized {
  /** `null` for a workbook. */
  csv: { encoding: string; delimiter: string } | null;
  /** `null` for a CSV file. */
  sheet: string | null;
  /** The line or row with the column names, from 1. */
  headerRow: number;
}

/** Values that an export wrapped, so that a spreadsheet keeps their zeros: `="00123"`, `'00123`. */
export interface WrappedValues {
  column: string;
  rows: number;
  /** The first rows. */
  examples: number[];
}

/** A source file whose header has been read. Its rows can be read once. */
export interface OpenedSource {
  file: string;
  /** Trimmed names; an unnamed column is the empty string. */
  header: string[];
  recognized: Recognized;
  /** The texts of the first rows of a workbook, from row 1. */
  first?: readonly string[][];
  /** File size. */
  bytes: number;
  /**
   * Yields the rows in batches. Don't act on any before the last batch: a file can turn out to be unusable as a
   * whole anywhere, which throws a FileProblem.
   */
  rows(batchSize?: number): AsyncIterable<SourceRow[]>;
  /** Returns the bytes read so far, to show progress. */
  bytesRead(): number;
  /** Returns the values so far that were wrapped to keep them as text, by column. */
  wrapped?(): readonly WrappedValues[];
  /** Returns the number of the row below the header that is an example and was left out. */
  exampleRow?(): number | null;
  /** Returns the hex digest of the whole file; call it after the last row only. */
  sha256(): string;
  /** Closes the file; needed only if the rows aren't read to the end. */
  close(): Promise<void>;
}
