import type { CauseKind } from "./causes.ts";

/** The recommended decision. It never decides anything by itself. */
export type Advice = "remove" | "look_closer" | "keep" | "none";

/** The fact that an advice rests on; `reporting/removals/advice-labels.ts` has a sentence for each. */
export type AdviceReason =
  | "last_group"
  | "has_new_group"
  | "new_group_not_seen"
  | "no_new_group"
  | "course_started"
  | "deadline"
  | "impact_unknown"
  | "changed_back"
  | "mapping_changed"
  | "deactivated"
  | "not_deactivated"
  | "added_by_hand";

export interface Recommendation {
  advice: Advice;
  reason: AdviceReason;
}

/** Stored facts about one pending removal. */
export interface AdviceFacts {
  kind: CauseKind;
  /** Groups that the person gains instead. */
  gains: number;
  /** All of them are in the latest snapshot of the person's memberships. */
  gainsSeen: boolean;
  /** The service reports the account as inactive, because Rollcall deactivated it. */
  deactivated: boolean;
  /** It leaves the person without any group, so an approval is refused. */
  lastGroup: boolean;
  impact: { known: boolean; started: number; deadlines: number };
}

/** Recommends what to do about one person, from stored facts alone. Pure. */
export function recommend({ kind, gains, gainsSeen, deactivated, lastGroup, impact }: AdviceFacts): Recommendation {
  if (lastGroup && kind !== "added_by_hand") return { advice: "look_closer", reason: "last_group" };
  switch (kind) {
    case "added_by_hand":
      return { advice: "keep", reason: "added_by_hand" };
    case "leaver":
      return deactivated ? { advice: "remove", reason: "deactivated" } : { advice: "look_closer", reason: "not_deactivated" };
    case "changed_back":
    case "mapping_changed":
      return { advice: "none", reason: kind };
    case "moved":
    case "renamed":
    case "split":
      if (gains === 0) return { advice: kind === "moved" ? "none" : "look_closer", reason: "no_new_group" };
      if (!gainsSeen) return { advice: "look_closer", reason: "new_group_not_seen" };
      if (impact.started > 0) return { advice: "look_closer", reason: "course_started" };
      if (impact.deadlines > 0) return { advice: "look_closer", reason: "deadline" };
      if (!impact.known) return { advice: "look_closer", reason: "impact_unknown" };
      return { advice: "remove", reason: "has_new_group" };
  }
}
