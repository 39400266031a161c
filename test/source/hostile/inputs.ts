import type { SourceForm } from "../../../src/source/open.ts";

/** A hostile input and its exact outcome. */
export interface Hostile {
  /** Completes a title that starts with “a file”. */
  what: string;
  content: string | Uint8Array | (() => string | Uint8Array);
  /** `people.csv`, or `people.xlsx` in the table of workbooks. */
  name?: string;
  form?: Partial<SourceForm>;
  /** The code, message and advice if the file is refused. */
  refused?: readonly [code: string, says: string, next: string];
  /** The rows that are read: number and cells; an unknown cell is `undefined`. */
  read?: readonly (readonly [number, ...(string | undefined)[]])[];
  /** The rejected rows: number, code and message. */
  rejected?: readonly (readonly [row: number, code: string, says: string])[];
  /** The header, if it matters. */
  header?: readonly string[];
}

export const AGAIN = "Export the file from the HR system again, as CSV.";
export const CUT = "The export was cut short. Export the file again.";
export const UNPACK = "Unpack the archive first.";
