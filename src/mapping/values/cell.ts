import { fact, type Fact } from "../../domain/facts/fact.ts";
import { isError, LOST_LETTER, type Cells } from "../../domain/record.ts";

/** Returns the text of a cell; `undefined` if it is missing or shows an error: it is unknown, and not blank (I5). */
export function textIn(cells: Cells, place: number): string | undefined {
  const cell = cells[place];
  return cell === undefined || isError(cell) ? undefined : cell;
}

/** Returns what an error cell shows. */
export function errorShown(column: string, text: string): Fact {
  return text.includes(LOST_LETTER) ? fact("cell.letters_lost", { column }) : fact("cell.error", { column, error: text.trim() });
}

/** `1E5` may be a short number too, or a key like any other. */
const MAYBE_SHORTENED = /^\d+[eE]\d+$/;

/** Returns whether a key may be such a number: only the other keys of the file show. */
export function mayBeShortened(key: string): boolean {
  return MAYBE_SHORTENED.test(key);
}
