import type { SourceForm } from "../../../src/source/open.ts";

/** An odd input, and exactly what becomes of it. */
export interface Hostile {
  /** Ends a sentence that begins with “a file”. */
  what: string;
  content: string | Uint8Array | (() => string | Uint8Array);
  /** `people.csv`, or `people.xlsx` in the table of workbooks. */
  name?: string;
  form?: Partial<SourceForm>;
  /** Why it is refused as a whole, and what to do next. */
  refused?: readonly [code: string, says: string, next: string];
  /** Or the rows that are read: their number and cells, `undefined` where a cell is unknown. */
  read?: readonly (readonly [number, ...(string | undefined)[]])[];
  /** Of those that are rejected: their number, code and sentence. */
  rejected?: readonly (readonly [row: number, code: string, says: string])[];
  /** The header, where it is of interest. */
  header?: readonly string[];
}

export const AGAIN = "Export the file from the HR system again, as CSV.";
export const CUT = "The export was cut short: export the file again.";
export const UNPACK = "Unpack the archive first.";
