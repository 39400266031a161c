import { fact, type Fact } from "../facts/fact.ts";

/** A deactivation that a person ordered before HR's file said so, as a plan sees it. */
export interface UrgentDeactivation {
  by: string;
  /** The day, as `YYYY-MM-DD`. */
  at: string;
  userId: string;
  overdue: boolean;
}

export function urgentReason({ by, at, overdue }: UrgentDeactivation): Fact {
  return fact(overdue ? "operation.urgently_deactivated_overdue" : "operation.urgently_deactivated", { by, day: at });
}
