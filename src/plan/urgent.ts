import { urgentReason } from "../domain/protection/urgent.ts";
import { asLeaver } from "./account-names.ts";
import type { PersonState, PlanContext, PlanResult } from "./person-plan.ts";

/** Outcomes that need no urgent deactivation: nothing is sent, or the account is closed. */
const CLOSED: ReadonlySet<PlanResult["outcome"]> = new Set(["deactivate", "rejected"]);
const SENDING: ReadonlySet<PlanResult["outcome"]> = new Set(["create", "update", "reactivate"]);

/**
 * Blocks what would reactivate an account that a person closed, or create another one, until HR's file agrees. An account
 * that is still open is closed. Removals stay as HR's rules find them.
 */
export function withUrgent(
  { urgent = null, link, person }: PersonState,
  { updateBody, secrecy }: PlanContext,
  result: PlanResult,
): PlanResult {
  if (urgent === null || CLOSED.has(result.outcome)) return result;
  const reason = urgentReason(urgent);
  const nothing = { desired: [], gains: [], fields: [] };
  if (link !== null && link.userId === urgent.userId && link.active !== false) {
    const full = updateBody === "full" && (result.outcome === "unchanged" || SENDING.has(result.outcome));
    const { user, onUpdate } = asLeaver(person, link, secrecy);
    const attributes = full ? { ...user, ...onUpdate } : {};
    return {
      ...result,
      ...nothing,
      outcome: "deactivate",
      code: "urgently_deactivated",
      reason,
      payload: { ...attributes, active: false },
    };
  }
  if (!SENDING.has(result.outcome)) return result;
  return {
    ...result,
    ...nothing,
    outcome: "held",
    code: urgent.overdue ? "urgent_deactivation_overdue" : "urgently_deactivated",
    reason,
    payload: {},
  };
}
