import type { CompiledMapping } from "../mapping/compiled.ts";
import type { Cells, Reject } from "../model/record.ts";

/** What a value is rejected for that stands in the wrong column. */
const WRONG_VALUE = new Set(["invalid_date", "invalid_email", "invalid_phone", "invalid_gender", "invalid_id", "unmapped_value"]);

const HINT = "the cell beside it would fit, so the cells of this row may have shifted: look for a missing or an unquoted delimiter";

/**
 * Says so where a row is rejected for values that fit once its cells move by one column: a delimiter too many or too
 * few gives a row of the right width too, where a blank cell at its end makes up for it.
 * @param cells the whole row, as the file has it
 * @param places where the columns of the mapping stand in it
 */
export function withShiftHint(rejects: readonly Reject[], cells: Cells, places: readonly number[], mapping: CompiledMapping): Reject[] {
  const wrong = rejects.find(({ code }) => WRONG_VALUE.has(code));
  const start = places[mapping.columns.indexOf(wrong?.column ?? "")];
  if (wrong === undefined || start === undefined) return [...rejects];
  const fits = [1, -1].some((by) => {
    if ((cells[start + by] ?? "").trim() === "") return false;
    const moved = places.map((place) => cells[place < start ? place : place + by]);
    const mapped = mapping.map(wrong.row, moved);
    return "person" in mapped;
  });
  return rejects.map((reject) => (fits && reject === wrong ? { ...reject, message: `${reject.message}; ${HINT}` } : reject));
}
