import type { SourceRow } from "../model/record.ts";

/** What the process that reads a workbook is told to do. */
export type Order = OpenOrder | { is: "next" };

export interface OpenOrder {
  is: "open";
  file: string;
  sheet: string | null;
  headerRow: number | null;
  columns: readonly string[];
  /** Rows that are passed over, at the top and directly below the header. */
  skip: { before: number; after: number };
  /** Bytes. */
  mostUnpacked: number;
}

/** The answer to each order, in their order. */
export type Answer = Opened | Portion | Refusal;

export interface Opened {
  is: "opened";
  header: string[];
  sha256: string;
}

/** The next rows; none at the end. */
export interface Portion {
  is: "portion";
  rows: SourceRow[];
  /** The share of the sheet that was gone through. */
  passed: number;
}

/** A problem with the file; without a code, a defect. */
export interface Refusal {
  is: "refusal";
  code: string | null;
  message: string;
  next: string | undefined;
}
