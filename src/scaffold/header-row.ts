import { fact } from "../domain/facts/fact.ts";
import { FileProblem } from "../domain/problem.ts";
import { isEmail } from "../mapping/convert.ts";
import { firstRows } from "../source/first-rows.ts";
import type { SourceForm } from "../source/open.ts";
import { normalize } from "./fold.ts";
import { HeaderProblem } from "./sample.ts";

/** Rows that are searched for the column names. */
const DEPTH = 30;
/** A row with at least this number of known names has the column names. */
const MIN_KNOWN = 2;
const IS_VALUE = /^[\d\s.,:/-]+$/;

/** Returns a problem with the header, with the row that probably names the columns; any other error as it is. */
export async function withLikelyRow(error: unknown, path: string, form: SourceForm, names: readonly string[]): Promise<unknown> {
  const isLost = error instanceof FileProblem && (error.code === "no_header" || error.code === "missing_column");
  if (!isLost && !(error instanceof HeaderProblem)) return error;
  const used = form.xlsx?.headerRow ?? (form.skip?.before ?? 0) + 1;
  const row = likelyRow(await firstRows(path, form, names, DEPTH).catch(() => []), names, used);
  if (row === null) return error;
  const next = fact("advice.likely_header_row", { row });
  if (error instanceof HeaderProblem) return new HeaderProblem(error.reason, error.fact, next);
  return new FileProblem(error.code, error.fact, next, error.choices);
}

/** Returns the row with the most known names, otherwise the first of the widest rows with a different text in each cell. */
function likelyRow(rows: readonly (readonly string[])[], names: readonly string[], used: number): number | null {
  const known = new Set(names.map(normalize));
  const counted = rows.map((cells, at) => {
    const filled = cells.filter((cell) => cell.trim() !== "");
    const isNames = new Set(filled).size === filled.length && !filled.some((cell) => IS_VALUE.test(cell) || isEmail(cell));
    return { row: at + 1, known: filled.filter((cell) => known.has(normalize(cell))).length, width: filled.length, isNames };
  });
  const others = counted.filter(({ row }) => row !== used);
  const most = Math.max(0, ...others.map((one) => one.known));
  const widest = Math.max(0, ...counted.map(({ width }) => width));
  const found =
    most >= MIN_KNOWN
      ? others.find((one) => one.known === most)
      : others.find(({ width, isNames }) => width > 1 && width === widest && isNames);
  return found?.row ?? null;
}
