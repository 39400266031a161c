import { URGENT_CODE, URGENT_OVERDUE_CODE, urgentReason } from "../domain/protection/urgent.ts";
import type { PersonState, PlanContext, PlanResult } from "./decide.ts";

/** Outcomes that need no urgent deactivation: nothing is sent, or the account is closed. */
const CLOSED: ReadonlySet<PlanResult["outcome"]> = new Set(["deactivate", "rejected"]);
const SENDING: ReadonlySet<PlanResult["outcome"]> = new Set(["create", "update", "reactivate"]);

/**
 * Blocks what would reactivate an account that a person closed, or create another one, until HR's file agrees. An account
 * that is still open is closed. Removals stay as HR's rules find them.
 */
export function withUrgent({ urgent = null, link, person }: PersonState, { updateBody }: PlanContext, result: PlanResult): PlanResult {
  if (urgent === null || CLOSED.has(result.outcome)) return result;
  const reason = urgentReason(urgent);
  const nothing = { desired: [], gains: [], fields: [] };
  if (link !== null && link.userId === urgent.userId && link.active !== false) {
    const full = updateBody === "full" && (result.outcome === "unchanged" || SENDING.has(result.outcome));
    const attributes = full ? { ...person.user, ...person.onUpdate } : {};
    return { ...result, ...nothing, outcome: "deactivate", code: URGENT_CODE, reason, payload: { ...attributes, active: false } };
  }
  if (!SENDING.has(result.outcome)) return result;
  return { ...result, ...nothing, outcome: "held", code: urgent.overdue ? URGENT_OVERDUE_CODE : URGENT_CODE, reason, payload: {} };
}
