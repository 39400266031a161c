import type { Advice, AdviceReason, Recommendation } from "./recommend.ts";
import type { ImpactedItem, StoredImpact } from "./stored-impact.ts";

/** The recommendations of the people of one cause. */
export interface AdviceCounts {
  people: number;
  remove: number;
  reasons: readonly { advice: Advice; reason: AdviceReason; people: number }[];
}

/** The impact of a cause on all its people. */
export interface CauseImpact {
  /** Everything is known about everybody. */
  known: boolean;
  /** The time of the oldest part; `null`: not read yet. */
  as_of: string | null;
  /** The assignments of the group; empty and not `items_known`: not known. */
  items: Pick<ImpactedItem, "kind" | "name" | "due">[];
  items_known: boolean;
  /** People who have started something and not completed it. */
  started: number;
  /** People about whom something is not known. */
  unknown: number;
}

/** Counts the recommendations of the people of one cause by reason. */
export function countAdvice(people: readonly { recommendation: Recommendation | null }[]): AdviceCounts {
  const recommendations = people.flatMap(({ recommendation }) => recommendation ?? []);
  return {
    people: recommendations.length,
    remove: recommendations.filter(({ advice }) => advice === "remove").length,
    reasons: [...Map.groupBy(recommendations, ({ advice, reason }) => `${advice} ${reason}`).values()].flatMap((same) =>
      same.slice(0, 1).map((recommendation) => ({ ...recommendation, people: same.length })),
    ),
  };
}

/** The people of a cause lose the same group, so its items are the same for all; due dates can differ. */
export function impactOfAll(people: readonly { impact: StoredImpact | null }[]): CauseImpact {
  const impacts = people.flatMap(({ impact }) => impact ?? []);
  const times = impacts.flatMap(({ as_of: at }) => at ?? []).sort();
  const longest = impacts.reduce<(typeof impacts)[number] | null>(
    (most, impact) => (most !== null && most.items.length >= impact.items.length ? most : impact),
    null,
  );
  return {
    known: impacts.every(({ known }) => known),
    as_of: times[0] ?? null,
    items: (longest?.items ?? []).map(({ kind, name, due }) => ({ kind, name, due })),
    items_known: impacts.every(({ items_known: known }) => known),
    started: impacts.filter(({ started }) => started > 0).length,
    unknown: impacts.filter(({ known }) => !known).length,
  };
}
