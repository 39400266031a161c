import type { Fact } from "../../domain/facts/fact.ts";
import type { SourceRow } from "../../domain/record.ts";

/** A request to the process that reads a workbook. */
export type ReaderRequest = OpenRequest | { is: "next" };

export interface OpenRequest {
  is: "open";
  file: string;
  sheet: string | null;
  headerRow: number | null;
  columns: readonly string[];
  /** Rows to skip at the top and directly below the header. */
  skip: { before: number; after: number };
  /** Bytes. */
  mostUnpacked: number;
}

/** Responses arrive in the order of the requests. */
export type ReaderResponse = Opened | Portion | Refusal;

export interface Opened {
  is: "opened";
  header: string[];
  /** The sheet that was read, and the row with the column names, from 1. */
  sheet: string;
  headerRow: number;
  /** The texts of the first rows, from row 1. */
  first: string[][];
  sha256: string;
}

/** The next rows; empty at the end. */
export interface Portion {
  is: "portion";
  rows: SourceRow[];
  /** The share of the sheet read so far, 0 to 1. */
  passed: number;
}

/** A problem with the file, or a defect. */
export type Refusal = { is: "refusal" } & (
  | { code: string; fact: Fact; next: Fact | undefined; choices: readonly string[] }
  | { defect: string }
);
