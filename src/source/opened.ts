import type { SourceRow } from "../model/record.ts";

/** A source file whose header was read. Rows can be read once. */
export interface OpenedSource {
  file: string;
  /** Trimmed; a column without a name is the empty string. */
  header: string[];
  /** Size of the file. */
  bytes: number;
  /**
   * The rows, in batches. Nothing may be acted upon before the last batch: a file that proves to be wrong as a
   * whole is thrown as a FileProblem where that is found.
   */
  rows(batchSize?: number): AsyncIterable<SourceRow[]>;
  /** Bytes read so far, to show progress. */
  bytesRead(): number;
  /** Of the whole file, in hex; only after the last row. */
  sha256(): string;
  /** Lets go of the file; needed only when the rows are not read to their end. */
  close(): Promise<void>;
}
