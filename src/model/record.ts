/** One row of the source file. */
export interface SourceRow {
  /** As a spreadsheet counts: the header is row 1, empty lines count. */
  row: number;
  /** One text a column of the header; `undefined` where a short row ends before the column: unknown, not blank. */
  cells: readonly (string | undefined)[];
  /**
   * Set when the row cannot be used whatever the mapping says, as when it has more cells than the header. With a
   * column it is about that cell alone, and the others can be read.
   */
  problem?: { code: string; message: string; column?: string };
}

/** The columns that a mapping uses, of one row, in the order of `CompiledMapping.columns`. */
export type Cells = readonly (string | undefined)[];

/** A row that cannot be used: where, a stable code, and a sentence. Never the value of a sensitive column. */
export interface Reject {
  row: number;
  column: string | null;
  code: string;
  message: string;
}
