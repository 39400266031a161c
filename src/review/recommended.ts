import { adviceOn, advisedRemovals } from "../reporting/removals/advice.ts";
import { t } from "../reporting/locales/t.ts";
import type { Db } from "../store/schema/tables.ts";
import type { Chosen, Decided } from "./decisions.ts";

/**
 * Refuses the removals that were selected only because they were recommended, and no longer are. A reviewer who selected
 * someone by hand is not asked again.
 * @param recommended ids of removals that were selected by their recommendation
 */
export async function refuseChangedAdvice(
  db: Db,
  chosen: readonly Chosen[],
  recommended: ReadonlySet<string>,
  now: Date,
): Promise<{ chosen: Chosen[]; refused: Decided["refused"] }> {
  const named = chosen.flatMap(({ removal }) => (recommended.has(removal.id) ? [removal] : []));
  const advice = await adviceOn(db, advisedRemovals(named), now);
  const changed = new Set(named.flatMap(({ id }) => (advice.get(id)?.recommendation.advice === "remove" ? [] : [id])));
  return {
    chosen: chosen.filter(({ removal }) => !changed.has(removal.id)),
    refused: [...changed].map((id) => ({
      id,
      why: t("The recommendation has changed since you opened the page. Open the removal again."),
    })),
  };
}
