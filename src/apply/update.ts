import { fact, type Fact } from "../domain/facts/fact.ts";
import { ServiceProblem } from "../learning-service/errors/errors.ts";
import { resolveNamed } from "../learning-service/errors/refusal.ts";
import { untilStored } from "../state/database-errors.ts";
import type { ClaimedOperation } from "../store/runs/claim.ts";
import { NAME_NOT_FREED, NEVER_SENT, notFreed } from "../store/runs/name-chains.ts";
import type { WriteResult } from "../store/runs/outcomes.ts";
import { meaningOf } from "./answer.ts";
import { describeProblem, payloadOf, type ApplyContext, type Ended } from "./context.ts";
import { completeSet } from "./sets.ts";

const refusalCode = "group_removal_requires_confirmation";

/**
 * Updates, deactivates or reactivates one account. Sends either no groups or a complete set that includes every current
 * membership; never sends `confirm_group_removal` (I1).
 * Interface: "PUT /users/{user_id}", rules 1 to 5.
 */
export async function updateAccount(operation: ClaimedOperation, context: ApplyContext): Promise<Ended> {
  const { client, directory } = context;
  const userId = operation.linked_user;
  if (userId === null || userId !== operation.user_id) {
    return { end: "held", code: "link_changed", reason: fact("operation.linked_elsewhere", {}) };
  }
  const { code, reason, before } = operation;
  if (code !== null && NEVER_SENT.has(code)) return { end: "held", code, reason: reason ?? notFreed(operation.key) };
  if (before !== null && before.status !== "done") return { end: "held", code: NAME_NOT_FREED, reason: notFreed(before.key) };
  const attributes = payloadOf(operation);
  const current = (await directory.ensureFresh()) ? await directory.membershipsOf(userId) : operation.memberships;
  const groups = completeSet(current, operation.desired);
  await context.writer.sending({ operation, userId, at: context.now() });

  try {
    await context.sending(() => client.users.update(userId, { ...attributes, ...groupIds(groups) }));
    return await succeeded(operation, userId, groups, context);
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    if (accepted(error)) return succeeded(operation, userId, groups, context);
    if (error.code !== refusalCode) return troubled(error);
    return keepNamedGroups(operation, userId, groups, error, context);
  }
}

/**
 * Handles a refusal because our set leaves out memberships: someone added the person to groups after the snapshot, or
 * the service does not list all memberships. Adds the named groups and sends the set once more, unconfirmed.
 */
async function keepNamedGroups(
  operation: ClaimedOperation,
  userId: string,
  sent: readonly string[] | null,
  refusal: ServiceProblem,
  context: ApplyContext,
): Promise<Ended> {
  const { ids, unresolved } = resolveNamed(refusal.named, await context.directory.groups());
  if (sent === null || ids.length === 0 || unresolved.length > 0) return unreadable();
  await context.directory.learned(userId, ids);
  const groups = [...new Set([...sent, ...ids])];
  try {
    await context.sending(() => context.client.users.update(userId, { ...payloadOf(operation), ...groupIds(groups) }));
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    if (error.code === refusalCode) {
      return {
        end: "held",
        code: "removal_still_refused",
        reason: fact("operation.removal_still_refused", {}),
      };
    }
    if (!accepted(error)) return troubled(error);
  }
  return succeeded(operation, userId, groups, context, {
    code: "drift",
    reason: fact("operation.unknown_memberships_kept", {}),
  });
}

function unreadable(): Ended {
  return {
    end: "held",
    code: "removal_refusal_unreadable",
    reason: fact("operation.removal_refusal_unreadable", {}),
  };
}

function groupIds(groups: readonly string[] | null): { group_ids?: readonly string[] } {
  return groups === null ? {} : { group_ids: groups };
}

/** Returns whether the service accepted the request although its answer cannot be read; an update may answer null. */
export function accepted(problem: ServiceProblem): boolean {
  return problem.code === "answer_unreadable" && problem.status !== null && problem.status >= 200 && problem.status < 300;
}

function troubled(problem: ServiceProblem): Ended {
  return meaningOf("update", problem) === "failed"
    ? { end: "failed", code: problem.code, reason: describeProblem(problem) }
    : { end: "trouble", problem };
}

/** Records the update. With the note `drift` the next run looks at the person again. */
async function succeeded(
  operation: ClaimedOperation,
  userId: string,
  groups: readonly string[] | null,
  context: ApplyContext,
  note?: { code: string; reason: Fact },
): Promise<Ended> {
  const attributes = payloadOf(operation);
  const active = attributes["active"];
  const result: WriteResult = {
    userId,
    sent: context.remember(attributes),
    active: typeof active === "boolean" ? active : null,
    groups: groups ?? [],
    ...(note === undefined ? {} : { note }),
  };
  await untilStored(() => context.writer.updated({ operation, result, at: context.now() }));
  return { end: "done", recorded: true };
}
