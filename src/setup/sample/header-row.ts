import { fact } from "../../domain/facts/fact.ts";
import { FileProblem, Problem } from "../../domain/problem.ts";
import { isEmail } from "../../mapping/convert.ts";
import { guessEncoding } from "../../source/csv/guess-encoding.ts";
import { firstRows } from "../../source/first-rows.ts";
import { formatOf, openSource, type SourceForm } from "../../source/open.ts";
import type { Vocabulary } from "../languages/vocabulary.ts";
import { formOf, type FormGiven } from "./form.ts";
import { HeaderProblem } from "./sample.ts";

/** Rows that are searched for the column names. */
const DEPTH = 30;
/** A row with at least this number of known names has the column names: it may be proposed, or taken. */
const MIN_PROPOSED = 2;
const MIN_TAKEN = 3;
const IS_VALUE = /^[\d\s.,:/-]+$/;

/**
 * Returns how a file is best read: as given, but a CSV file from the row that has the most known column names, if rows above it
 * have none. The header of a workbook is found by its names already.
 */
export async function bestForm(path: string, given: FormGiven, vocabulary: Vocabulary): Promise<FormGiven> {
  if ((await formatOf(path, null).catch(() => "xlsx")) === "xlsx") return given;
  const known = await knownColumns(path, given, vocabulary);
  const likely = namesRow(await topRows(path, await formOf(path, given), vocabulary), vocabulary);
  if (likely === null || likely.known <= known * 2) return given;
  const form = { ...given, headerRow: likely.row };
  return (await knownColumns(path, form, vocabulary)) > known ? form : given;
}

/** Returns the settings of another file, unless the columns of this one are known only without them. */
export async function fittingForm(path: string, form: FormGiven, vocabulary: Vocabulary): Promise<FormGiven> {
  const isLost = (await knownColumns(path, form, vocabulary)) <= 0 && (await knownColumns(path, {}, vocabulary)) > 0;
  return isLost ? {} : form;
}

/** Returns how many names of the header are known; -1 if the file cannot be read like that. */
async function knownColumns(path: string, given: FormGiven, vocabulary: Vocabulary): Promise<number> {
  try {
    const source = await openSource(path, await formOf(path, given), vocabulary.names);
    await source.close();
    return knownNames(source.header, vocabulary);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const guess = error.code === "undecodable" && given.encoding === undefined ? await guessEncoding(path) : null;
    return guess === null ? -1 : knownColumns(path, { ...given, encoding: guess }, vocabulary);
  }
}

/** Returns the rows at the top of a file; none if it cannot be read. */
export async function topRows(path: string, form: SourceForm, { names }: Vocabulary): Promise<string[][]> {
  return firstRows(path, form, names, DEPTH).catch((error: unknown) => {
    if (error instanceof Problem) return [];
    throw error;
  });
}

/** Returns the first row with the most known column names; `null` if no row has enough. @param other a row that it is not */
export function namesRow(
  rows: readonly (readonly string[])[],
  vocabulary: Vocabulary,
  { least = MIN_TAKEN, other = 0 } = {},
): { row: number; known: number } | null {
  const counted = rows.map((cells, at) => ({ row: at + 1, known: at + 1 === other ? 0 : knownNames(cells, vocabulary) }));
  const best = counted.reduce((most, one) => (one.known > most.known ? one : most), { row: 0, known: 0 });
  return best.known >= least ? best : null;
}

function knownNames(cells: readonly string[], vocabulary: Vocabulary): number {
  return cells.filter((name) => vocabulary.column(name).length > 0).length;
}

/** Returns a problem with the header, with the row that probably names the columns; any other error as it is. */
export async function withLikelyRow(error: unknown, path: string, form: SourceForm, vocabulary: Vocabulary): Promise<unknown> {
  const isLost = error instanceof FileProblem && (error.code === "no_header" || error.code === "missing_column");
  if (!isLost && !(error instanceof HeaderProblem)) return error;
  const used = form.xlsx?.headerRow ?? (form.skip?.before ?? 0) + 1;
  const rows = await topRows(path, form, vocabulary);
  const row = namesRow(rows, vocabulary, { least: MIN_PROPOSED, other: used })?.row ?? widestRow(rows, used);
  if (row === undefined) return error;
  const next = fact("advice.likely_header_row", { row });
  if (error instanceof HeaderProblem) return new HeaderProblem(error.reason, error.fact, next);
  return new FileProblem(error.code, error.fact, next, error.choices);
}

/** Returns the first of the widest rows with a different text in each cell. */
function widestRow(rows: readonly (readonly string[])[], used: number): number | undefined {
  const counted = rows.map((cells, at) => {
    const filled = cells.filter((cell) => cell.trim() !== "");
    const isNames = new Set(filled).size === filled.length && !filled.some((cell) => IS_VALUE.test(cell) || isEmail(cell));
    return { row: at + 1, width: filled.length, isNames };
  });
  const widest = Math.max(0, ...counted.map(({ width }) => width));
  return counted.find(({ row, width, isNames }) => row !== used && width > 1 && width === widest && isNames)?.row;
}
