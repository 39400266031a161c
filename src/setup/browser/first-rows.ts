import type { Form } from "../sample/form.ts";
import { namesRow, topRows } from "../sample/header-row.ts";
import type { Sample } from "../sample/sample.ts";
import { isSensitive } from "./questions.ts";
import { vocabulary } from "./samples.ts";
import type { FirstRow } from "./types.ts";

/** Rows that are shown while nobody knows which one names the columns, and those below it afterwards. */
const SHOWN = 8;
const BELOW = 5;
const MAX_CELLS = 60;
const MAX_TEXT = 40;

/** Returns the rows at the top of a file, and which one names the columns. Values of sensitive columns are left out. */
export async function topOf(path: string, form: Form, sample: Sample | null): Promise<FirstRow[]> {
  const delimiter = form.csv.delimiter ?? sample?.recognized.csv?.delimiter ?? null;
  const rows = sample?.first ?? (await topRows(path, { ...form, csv: { ...form.csv, delimiter } }, vocabulary));
  const likely = namesRow(rows, vocabulary)?.row ?? null;
  const used = sample?.recognized.headerRow ?? null;
  const hidden = new Set(rows.flatMap((cells) => cells.flatMap((text, place) => (isSensitive(text) ? [place] : []))));
  const last = used === null ? Math.max(SHOWN, (likely ?? 0) + 2) : used + BELOW;
  return rows.slice(0, last).map((cells, at) => ({
    row: at + 1,
    cells: cells.slice(0, MAX_CELLS).map((text, place) => (hidden.has(place) && !isSensitive(text) && text !== "" ? null : short(text))),
    more: Math.max(0, cells.length - MAX_CELLS),
    header: at + 1 === used ? "used" : at + 1 === likely ? "likely" : null,
  }));
}

function short(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}…` : line;
}
