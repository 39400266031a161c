import type { Sample } from "../scaffold/sample.ts";
import { formOf, type Form, type FormGiven } from "../scaffold/read-export.ts";
import { Problem } from "../domain/problem.ts";
import { guessEncoding } from "../source/csv/guess-encoding.ts";
import { firstRows } from "../source/first-rows.ts";
import { formatOf, openSource } from "../source/open.ts";
import { isSensitive } from "./columns.ts";
import { vocabulary } from "./samples.ts";
import type { FirstRow } from "./types.ts";

/** Rows that are searched for the column names. */
const DEPTH = 30;
const SHOWN = 8;
const MAX_CELLS = 8;
const MAX_TEXT = 40;
/** A row with at least this number of known names has the column names, not a person. */
const MIN_KNOWN = 3;

/** Returns the rows at the top of a file, and which one names the columns. Values of sensitive columns are left out. */
export async function topOf(path: string, form: Form, sample: Sample | null): Promise<FirstRow[]> {
  const delimiter = form.csv.delimiter ?? sample?.recognized.csv?.delimiter ?? null;
  const rows = sample?.first ?? (await readTop(path, { ...form, csv: { ...form.csv, delimiter } }));
  const likely = likelyHeader(rows)?.row ?? null;
  const used = sample?.recognized.headerRow ?? null;
  const hidden = new Set(rows.flatMap((cells) => cells.flatMap((text, place) => (isSensitive(text) ? [place] : []))));
  const last = used === null ? Math.max(SHOWN, (likely ?? 0) + 2) : used + 3;
  return rows.slice(0, last).map((cells, at) => ({
    row: at + 1,
    cells: cells.slice(0, MAX_CELLS).map((text, place) => (hidden.has(place) && !isSensitive(text) && text !== "" ? null : short(text))),
    more: Math.max(0, cells.length - MAX_CELLS),
    header: at + 1 === used ? "used" : at + 1 === likely ? "likely" : null,
  }));
}

/**
 * Returns how a file is best read: as given, otherwise as detected; of a CSV file also from the row that has the most
 * known column names, if rows above it have none.
 */
export async function bestForm(path: string, given: FormGiven): Promise<FormGiven> {
  const workbook = (await formatOf(path, null)) === "xlsx";
  // The header of a workbook is found by its names already.
  if (workbook && Object.keys(given).length === 0) return given;
  let best = { form: given, known: await knownColumns(path, given) };
  if (Object.keys(given).length > 0) {
    const detected = await knownColumns(path, {});
    if (best.known <= 0 && detected > best.known) best = { form: {}, known: detected };
  }
  const likely = workbook ? null : likelyHeader(await readTop(path, await formOf(path, best.form)));
  if (likely === null || likely.known <= best.known * 2) return best.form;
  const form = { ...best.form, headerRow: likely.row };
  return (await knownColumns(path, form)) > best.known ? form : best.form;
}

/** Returns the first row with the most known column names; `null` if no row has enough. */
function likelyHeader(rows: readonly string[][]): { row: number; known: number } | null {
  const counted = rows.map((cells, at) => ({ row: at + 1, known: known(cells) }));
  const best = counted.reduce((most, one) => (one.known > most.known ? one : most), { row: 0, known: 0 });
  return best.known >= MIN_KNOWN ? best : null;
}

/** Returns how many names of the header are known; -1 if the file cannot be read like that. */
async function knownColumns(path: string, given: FormGiven): Promise<number> {
  try {
    const source = await openSource(path, await formOf(path, given), vocabulary.names);
    await source.close();
    return known(source.header);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const guess = error.code === "undecodable" && given.encoding === undefined ? await guessEncoding(path) : null;
    return guess === null ? -1 : knownColumns(path, { ...given, encoding: guess });
  }
}

async function readTop(path: string, form: Form): Promise<string[][]> {
  return firstRows(path, form, vocabulary.names, DEPTH).catch((error: unknown) => {
    if (error instanceof Problem) return [];
    throw error;
  });
}

function known(cells: readonly string[]): number {
  return cells.filter((name) => vocabulary.column(name).length > 0).length;
}

function short(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}…` : line;
}
