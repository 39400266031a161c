import { fact, type Fact } from "../domain/facts/fact.ts";
import { adviceOn, advisedRemovals } from "../reporting/removals/advice.ts";
import type { Removal } from "../store/review/removals.ts";
import type { Db } from "../store/schema/tables.ts";

/** Returns which of the removals are no longer recommended to be removed. */
export async function changedAdvice(db: Db, removals: readonly Removal[], now: Date): Promise<Set<string>> {
  const advice = await adviceOn(db, advisedRemovals(removals), now);
  return new Set(removals.flatMap(({ id }) => (advice.get(id)?.recommendation.advice === "remove" ? [] : [id])));
}

export function adviceChanged(): Fact {
  return fact("removal.advice_has_changed", {});
}
