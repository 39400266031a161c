import { t } from "../reporting/locales/t.ts";
import { findRemovals } from "../store/review/removals.ts";
import type { Db } from "../store/schema/tables.ts";
import type { Chosen, Decided } from "./decisions.ts";
import { evidenceObstacle } from "./obstacles.ts";

/**
 * Refuses all parts of a decision that a reviewer made as one, such as a card with several causes of one person, if one
 * of them was decided or changed since it was shown. Returns the refusals; empty if everything is as it was shown.
 */
export async function refuseChangedTogether(
  db: Db,
  named: { chosen: readonly Chosen[]; refused: Decided["refused"] },
): Promise<Decided["refused"]> {
  const ids = named.chosen.map(({ removal }) => removal.id);
  const now = new Map((await findRemovals(db, ids)).map((removal) => [removal.id, removal]));
  const parts = named.chosen.map(({ removal, evidence }) => ({
    id: removal.id,
    why: evidenceObstacle(now.get(removal.id) ?? removal, evidence),
  }));
  if (named.refused.length === 0 && parts.every(({ why }) => why === null)) return [];
  const other = t("Another part of this card has changed since you opened it, so nothing of it was decided.");
  return [...named.refused, ...parts.map(({ id, why }) => ({ id, why: why ?? other }))];
}
