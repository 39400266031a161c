import { errorOf, textOf } from "./cell.ts";
import type { Sheet } from "./workbook.ts";

/** Rows searched for a header. */
const DEPTH = 50;

/**
 * Returns the index of the header row, or `null` on an empty sheet. Titles may precede it: the header is the first row
 * with the most wanted columns or, if no row has any, with the most text cells.
 * @param given the row number in the job, counted from 1
 * @param above rows to skip at the top
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

/** A row that has some of the wanted columns wins over one with more text cells. */
function beats(row: Merit, other: Merit): boolean {
  return row.named > other.named || (row.named === 0 && other.named === 0 && row.texts > other.texts);
}

/**
 * Returns the names in a row up to the last filled cell, trimmed, with line breaks as spaces. A name merged over
 * several rows counts for each of them.
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
          // Replace characters that cannot be stored.
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
