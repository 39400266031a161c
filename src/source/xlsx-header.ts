import { errorOf, textOf } from "./xlsx-cell.ts";
import type { Sheet } from "./xlsx-workbook.ts";

/** How far down a header is looked for. */
const DEPTH = 50;

/**
 * The place of the header row, or `null` on an empty sheet. Above it may stand titles: it is the row that names
 * most of the columns that will be asked for, the first of such; where none is named, the row with the most
 * texts in it.
 * @param given the row that the job names, counted from 1
 * @param above how many rows at the top are passed over
 */
export function findHeader(sheet: Sheet, given: number | null, columns: readonly string[], above = 0): number | null {
  if (given !== null) return given - 1;
  const wanted = new Set(columns.map(looseName));
  const first = sheet.rows.findIndex((row, at) => at >= above && row !== undefined);
  if (first < 0) return null;
  const depth = Math.min(first + DEPTH, sheet.rows.length);
  let best: number | null = null;
  let most: Merit = { named: 0, texts: -1 };
  for (let at = first; at < depth; at++) {
    const names = headerText(sheet, at).filter((name) => name !== "");
    if (names.length === 0) continue;
    const named = new Set(names.map(looseName).filter((name) => wanted.has(name))).size;
    const texts = sheet.rows[at]?.filter((cell) => cell.t === "s").length ?? 0;
    if (!beats({ named, texts }, most)) continue;
    most = { named, texts };
    best = at;
  }
  return best;
}

interface Merit {
  named: number;
  texts: number;
}

/** A row that names some of the columns does not lose to one with more texts. */
function beats(row: Merit, other: Merit): boolean {
  return row.named > other.named || (row.named === 0 && other.named === 0 && row.texts > other.texts);
}

/**
 * The names in a row, up to the last filled cell: trimmed, a line break in a name read as a blank. A name that is
 * merged over several rows stands in each of them.
 */
export function headerText(sheet: Sheet, at: number): string[] {
  const cells = [...(sheet.rows[at] ?? [])];
  for (const { s, e } of sheet.merges) {
    const value = sheet.rows[s.r]?.[s.c];
    if (s.r < at && e.r >= at && value !== undefined) cells[s.c] ??= value;
  }
  const names = Array.from(cells, (cell) =>
    cell === undefined || errorOf(cell) !== undefined
      ? ""
      : textOf(cell, sheet.date1904)
          .trim()
          .replaceAll(/\s*[\r\n]\s*/g, " ")
          // What cannot be stored can neither be a name.
          .replaceAll("\0", "\uFFFD")
          .toWellFormed(),
  );
  return names.slice(0, names.findLastIndex((name) => name !== "") + 1);
}

function looseName(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[\s_-]/g, "");
}
