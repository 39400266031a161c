import { fact, type Fact } from "../domain/facts/fact.ts";
import { answerOf, showsOtherCause, textOf, type Answer, type RefusedRow, type RowPlace } from "../reporting/workbook/rows.ts";
import type { WorkbookRow } from "../reporting/workbook/read.ts";
import type { Seal } from "../reporting/workbook/seal.ts";
import { findRemoval } from "../store/review/removals.ts";
import type { Db } from "../store/schema/tables.ts";

/** The valid decisions on causes, by the cause's id, and the rows that are refused. */
interface CauseAnswers {
  answers: ReadonlyMap<string, Answer>;
  refused: RefusedRow[];
}

/**
 * Reads the decisions on whole causes. Each covers the people that the workbook was made for and that still have a row,
 * so a deleted row decides nothing.
 */
export async function readCauses(
  db: Db,
  causes: readonly WorkbookRow[],
  people: readonly WorkbookRow[],
  seal: Seal,
  now: Date,
): Promise<CauseAnswers> {
  const sealed = Map.groupBy(seal.rows, ([, { cause }]) => cause);
  const present = new Set(people.map(({ cells }) => textOf(cells.removal)));
  const answers = new Map<string, Answer>();
  const refused: RefusedRow[] = [];
  for (const [id, rows] of Map.groupBy(causes, ({ cells }) => textOf(cells.causeId))) {
    const [row] = rows;
    if (row === undefined) continue;
    const { decision, reason, keepUntil } = row.cells;
    const answer: Answer = { ...(decision && { decision }), ...(reason && { reason }), ...(keepUntil && { keepUntil }) };
    const meant = answerOf(answer, now);
    if ("left" in meant && rows.length === 1) continue;
    const removals = id === "" ? [] : (sealed.get(id) ?? []).map(([removal]) => removal);
    const why = "why" in meant ? meant.why : rows.length > 1 ? fact("review_row.cause_repeated", {}) : await obstacle(db, row, removals);
    const place: RowPlace = { sheet: row.sheet, row: row.row, id: id === "" ? null : id };
    if (why !== null) refused.push({ ...place, why });
    else answers.set(id, answer);
    const missing = removals.filter((removal) => !present.has(removal)).length;
    if (why === null && missing > 0) refused.push({ ...place, why: fact("review_row.cause_lacks_rows", { people: missing }) });
  }
  return { answers, refused };
}

async function obstacle(db: Db, row: WorkbookRow, removals: readonly string[]): Promise<Fact | null> {
  const [first] = removals;
  if (first === undefined) return fact("review_row.cause_unknown", {});
  const removal = await findRemoval(db, first);
  return removal === undefined ? fact("review_row.cause_gone", {}) : showsOtherCause(row, removal.group_path, removals.length);
}

/** Returns a person's row with the decision on the cause if it has none of its own. */
export function withCauseAnswer(row: WorkbookRow, answers: CauseAnswers["answers"], seal: Seal): WorkbookRow {
  const { decision, reason, keepUntil } = row.cells;
  const answer = answers.get(seal.rows.get(textOf(row.cells.removal))?.cause ?? "");
  // A reason or a date without a decision may be meant to differ from the cause, so it is not replaced.
  if (answer === undefined || [decision, reason, keepUntil].some((cell) => cell?.formula === true || textOf(cell) !== "")) return row;
  return { ...row, cells: { ...row.cells, ...answer } };
}

/** Returns why a row without a decision does not follow the decision on its cause, or `null`. */
export function whyNotFollowed({ cells }: WorkbookRow, answers: CauseAnswers["answers"], seal: Seal): Fact | null {
  const isDecided = answers.has(seal.rows.get(textOf(cells.removal))?.cause ?? "");
  if (!isDecided || textOf(cells.decision) !== "") return null;
  return fact("review_row.cause_not_followed", {});
}
