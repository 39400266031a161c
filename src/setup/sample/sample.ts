import { fact, type Fact } from "../../domain/facts/fact.ts";
import { hash } from "node:crypto";
import { basename } from "node:path";
import { isEmail } from "../../mapping/convert.ts";
import { foldName } from "../../domain/names.ts";
import { FileProblem, UsageProblem } from "../../domain/problem.ts";
import type { SourceRow } from "../../domain/record.ts";
import { LOOKED_AT_ROWS } from "../../source/choosing-column.ts";
import { openSource, type SourceForm } from "../../source/open.ts";
import type { OpenedSource, Recognized } from "../../source/opened.ts";
import { ColumnStatistics } from "./statistics.ts";

/** The part of a file that was read. */
export interface Sample {
  /** The file name without folders. */
  name: string;
  header: readonly string[];
  recognized: Recognized;
  /** The texts of the first rows of a workbook. */
  first: readonly string[][] | null;
  /** The encoding that was guessed, because the file is not UTF-8 and none was given. */
  guessed: string | null;
  rows: number;
  /** False if only the first rows were read. */
  whole: boolean;
  /** Rows that no mapping can use. */
  unusable: number;
  /** The row below the header that is an example, and no person. */
  example: number | null;
  /** The first rows, which show what tells apart the rows of one key. */
  top: readonly SourceRow["cells"][];
  /** The columns that a mapping can use. */
  columns: readonly ColumnStatistics[];
  /** The number of columns without a name. */
  nameless: number;
  /** Of these, the columns that hold something. */
  filledNameless: number;
  doubled: readonly string[];
}

const NAME_THE_ROW = fact("advice.header_row", {});

/** The number of rows that are sampled per column. */
const MAX_ROWS = 50_000;
/** Values kept, over all columns: a few hundred megabytes at most. */
const MAX_VALUES = 2_000_000;

/** A file whose first row does not name its columns: it has values, or a title. */
export class HeaderProblem extends UsageProblem {
  readonly reason: "values" | "title";

  constructor(reason: "values" | "title", said: Fact, next: Fact) {
    super(said, next);
    this.reason = reason;
  }
}

/**
 * Reads the beginning of a file and counts the values of its columns.
 * @param names the column names that Rollcall knows; they identify the header row of a workbook
 * @throws FileProblem for a file that cannot be used as a whole
 * @throws UsageProblem if the first row has values instead of column names
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
  const most = Math.max(500, Math.min(MAX_ROWS, Math.floor(MAX_VALUES / Math.max(1, header.length))));
  const usable = header.map((name) => name.trim() !== "" && times.get(foldName(name)) === 1);
  const statistics = header.map((name, index) => new ColumnStatistics(name, index + 1, most));
  const seen = new Set<string>();
  const top: SourceRow["cells"][] = [];
  let rows = 0;
  let unusable = 0;
  let whole = true;
  for await (const batch of source.rows()) {
    if (rows >= MAX_ROWS) {
      whole = false;
      break;
    }
    for (const { cells, problem } of batch) {
      rows += 1;
      if (problem !== undefined) unusable += 1;
      // A shifted row would distort the counts, and a run ignores a row that repeats another one.
      if (problem !== undefined && problem.column === undefined) continue;
      const digest = hash("sha1", JSON.stringify(cells));
      if (seen.has(digest)) continue;
      seen.add(digest);
      if (top.length < LOOKED_AT_ROWS) top.push(cells);
      for (const [index, column] of statistics.entries()) column.add(cells[index]);
    }
  }
  return {
    name: basename(path),
    header,
    recognized: source.recognized,
    first: source.first ?? null,
    guessed: null,
    rows,
    whole,
    unusable,
    example: source.exampleRow?.() ?? null,
    top,
    columns: statistics.filter((_, index) => usable[index] === true),
    nameless: header.filter((name) => name.trim() === "").length,
    filledNameless: statistics.filter(({ name, filled }) => name.trim() === "" && filled > 0).length,
    doubled: [...new Set(header.filter((name, index) => name.trim() !== "" && usable[index] === false))],
  };
}

/** Without a header row, the mapping would use a person's data as column names. */
function refuseValues(header: readonly string[], path: string): void {
  const index = header.findIndex((name) => isEmail(name) || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/.test(name));
  if (index < 0) return;
  throw new HeaderProblem(
    "values",
    fact("file.header_has_value", { file: path, column: index + 1, kind: isEmail(header[index] ?? "") ? "email" : "date" }),
    fact("advice.export_header", {}),
  );
}

/**
 * A title above the header has fewer cells than every row below it, or holds no delimiter where the rows do. A
 * spreadsheet fills it up with delimiters: then most columns have no name, and those of the rows are filled.
 */
function refuseTitle({ rows, unusable, header, nameless, filledNameless, columns: [first] }: Sample, path: string): void {
  if (nameless > header.length / 2 && filledNameless > header.length / 2) {
    throw new HeaderProblem(
      "title",
      fact("file.header_names_few", { file: path, named: header.length - nameless, columns: header.length }),
      NAME_THE_ROW,
    );
  }
  const joined = header.length === 1 && first !== undefined && first.share((value) => /[;\t|]/.test(value)) > 0.5;
  if (rows === 0 || (unusable < rows && !joined)) return;
  throw new HeaderProblem("title", fact("file.header_too_short", { file: path, cells: header.length }), NAME_THE_ROW);
}

/** Replaces advice about the job file, which doesn't exist yet. */
function helpful(error: unknown): never {
  if (!(error instanceof FileProblem)) throw error;
  const options: Record<string, Fact> = {
    undecodable: fact("advice.pass_encoding", {}),
    unknown_encoding: fact("advice.pass_other_encoding", {}),
    file_not_found: fact("advice.check_path", {}),
    several_sheets: fact("advice.pass_sheet", {}),
    missing_sheet: fact("advice.pass_named_sheet", {}),
    no_header: NAME_THE_ROW,
    missing_column: NAME_THE_ROW,
  };
  const next = options[error.code];
  throw next === undefined ? error : new FileProblem(error.code, error.fact, next, error.choices);
}
