import { fact } from "../../domain/facts/fact.ts";
import type { Cells, Reject } from "../../domain/record.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";

/** Codes with which a value in the wrong column is rejected. */
const WRONG_VALUE = new Set(["invalid_date", "invalid_email", "invalid_phone", "invalid_gender", "invalid_id", "unmapped_value"]);

/**
 * Adds a hint to a rejected row whose values fit after a shift by one column. A missing or extra delimiter can still give
 * a row of the right width if a blank cell at its end makes up for it.
 * @param cells the whole row as in the file
 * @param places the positions of the mapping's columns in it
 */
export function withShiftHint(rejects: readonly Reject[], cells: Cells, places: readonly number[], mapping: CompiledMapping): Reject[] {
  const wrong = rejects.find(({ code }) => WRONG_VALUE.has(code));
  const start = places[mapping.columns.indexOf(wrong?.column ?? "")];
  if (wrong === undefined || start === undefined) return [...rejects];
  const fits = [1, -1].some((by) => {
    if ((cells[start + by] ?? "").trim() === "") return false;
    const moved = places.map((place) => cells[place < start ? place : place + by]);
    return "person" in mapping.read(wrong.row, moved);
  });
  return rejects.map((reject) =>
    fits && reject === wrong ? { ...reject, fact: fact("row.perhaps_shifted", { why: reject.fact }) } : reject,
  );
}
