import { basename } from "node:path";
import { isEmail } from "../mapping/convert.ts";
import { foldName } from "../model/names.ts";
import { FileProblem, UsageProblem } from "../model/problem.ts";
import { openSource, type SourceForm } from "../source/open.ts";
import type { OpenedSource } from "../source/opened.ts";
import { ColumnStatistics } from "./statistics.ts";

/** A file as far as it was looked at. */
export interface Sample {
  /** Its name without its folders. */
  name: string;
  header: readonly string[];
  rows: number;
  /** False where only the first rows were read. */
  whole: boolean;
  /** Rows that cannot be used whatever a mapping says. */
  unusable: number;
  /** The columns that a mapping can name. */
  columns: readonly ColumnStatistics[];
  /** Columns that it cannot: no name, or one that another column has too. */
  nameless: number;
  doubled: readonly string[];
}

/** So many rows show what a column is like. */
export const MOST_ROWS = 50_000;
/** Values that are kept, over all columns: some hundred megabytes at worst. */
const MOST_VALUES = 2_000_000;

/**
 * Reads the beginning of a file and counts what its columns hold.
 * @param names names of columns that are recognised, by which the header of a workbook is found
 * @throws FileProblem for a file that cannot be used as a whole
 * @throws UsageProblem where the first row holds values instead of names
 */
export async function readSample(path: string, form: SourceForm, names: readonly string[]): Promise<Sample> {
  const source = await openSource(path, form, names).catch(helpful);
  try {
    refuseValues(source.header, path);
    const sample = await count(source, path);
    refuseTitle(sample, path);
    return sample;
  } catch (error) {
    return helpful(error);
  } finally {
    await source.close();
  }
}

async function count(source: OpenedSource, path: string): Promise<Sample> {
  const { header } = source;
  const times = new Map<string, number>();
  for (const name of header) times.set(foldName(name), (times.get(foldName(name)) ?? 0) + 1);
  const most = Math.max(500, Math.min(MOST_ROWS, Math.floor(MOST_VALUES / Math.max(1, header.length))));
  const usable = header.map((name) => name.trim() !== "" && times.get(foldName(name)) === 1);
  const statistics = header.map((name, index) => new ColumnStatistics(name, index + 1, most));
  let rows = 0;
  let unusable = 0;
  let whole = true;
  for await (const batch of source.rows()) {
    if (rows >= MOST_ROWS) {
      whole = false;
      break;
    }
    for (const { cells, problem } of batch) {
      rows += 1;
      if (problem !== undefined) unusable += 1;
      // The cells of a row that is shifted would only confuse.
      if (problem === undefined || problem.column !== undefined)
        for (const [index, column] of statistics.entries()) column.add(cells[index]);
    }
  }
  return {
    name: basename(path),
    header,
    rows,
    whole,
    unusable,
    columns: statistics.filter((_, index) => usable[index] === true),
    nameless: header.filter((name) => name.trim() === "").length,
    doubled: [...new Set(header.filter((name, index) => name.trim() !== "" && usable[index] === false))],
  };
}

/** A file without a line of names would become a mapping that names a person as a column. */
function refuseValues(header: readonly string[], path: string): void {
  const index = header.findIndex((name) => isEmail(name) || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/.test(name));
  if (index < 0) return;
  throw new UsageProblem(
    `${path}: the first row holds values (column ${index + 1} has ${isEmail(header[index] ?? "") ? "an e-mail address" : "a date"}) where the names of the columns belong. Nothing was written.`,
    "Let the export begin with a line of names, or name the row that holds them, as in --header-row 3.",
  );
}

/** A title above the header has fewer cells than every row below it, or holds no delimiter where the rows do. */
function refuseTitle({ rows, unusable, header, columns: [first] }: Sample, path: string): void {
  const joined = header.length === 1 && first !== undefined && first.share((value) => /[;\t|]/.test(value)) > 0.5;
  if (rows === 0 || (unusable < rows && !joined)) return;
  throw new UsageProblem(
    `${path}: the first line has ${header.length} ${header.length === 1 ? "cell" : "cells"}, and the rows below it have more: it does not name the columns. Nothing was written.`,
    "Name the row that holds the names of the columns, as in --header-row 3.",
  );
}

/** Advice for somebody who has no job file yet. */
function helpful(error: unknown): never {
  if (!(error instanceof FileProblem)) throw error;
  const options: Record<string, string> = {
    undecodable: "Name its encoding, as in --encoding windows-1252.",
    unknown_encoding: "Name another one, as in --encoding windows-1252.",
    file_not_found: "Check the path of the file.",
    several_sheets: "Name the one to read, as in --sheet Employees.",
    missing_sheet: "Name one of these with --sheet.",
    no_header: "Name the row that holds the names of the columns, as in --header-row 3.",
    missing_column: "Name the row that holds the names of the columns, as in --header-row 3.",
  };
  const next = options[error.code];
  throw next === undefined ? error : new FileProblem(error.code, error.message, next);
}
