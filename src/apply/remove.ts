import { fact, inTurn, type Fact } from "../domain/facts/fact.ts";
import type { UserUpdateBody } from "../learning-service/client.ts";
import { ServiceProblem } from "../learning-service/errors/errors.ts";
import { resolveNamed } from "../learning-service/errors/refusal.ts";
import type { UserAttributes } from "../domain/person.ts";
import { protectedGroupReason } from "../domain/protection/protect.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { findLink } from "../store/identities/links.ts";
import type { ClaimedOperation } from "../store/runs/claim.ts";
import { stillApproved, type Removal } from "../store/review/removals.ts";
import { claimForSending, clearSending, endApplied, supersede } from "../store/review/removal-ends.ts";
import { meaningOf } from "./answer.ts";
import { describeProblem, type ApplyContext, type Ended } from "./context.ts";
import { reducedSet } from "./sets.ts";
import { accepted } from "./update.ts";

const refusalCode = "group_removal_requires_confirmation";

/** How often to start over if the person's memberships change meanwhile. */
const MAX_ROUNDS = 5;

/**
 * Applies the approved removals of one person in two steps (I1). First sends the reduced complete set, based on
 * memberships read now, *without* confirmation, so that the service names what it would remove. Only if that is readable,
 * approved and covers what we know, sends the same set with `confirm_group_removal`; no other place does. After anything
 * but 200 to the confirmed request, starts over with a new snapshot.
 */
export async function removeGroups(operation: ClaimedOperation, context: ApplyContext): Promise<Ended> {
  const payload = operation.payload as unknown as RemovePayload;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const removals = await stillValid(operation, payload.removals, context);
    if (removals.length === 0) return { end: "done", code: "nothing_left", reason: fact("operation.nothing_left", {}) };
    if (!context.removalsAllowed) return held("policy_never", fact("operation.policy_never", {}));
    const guarded = removals.find(({ group_path: path, group_id: group }) => context.protection.group(path, group));
    if (guarded !== undefined) return held("protected", protectedGroupReason(guarded.group_path, context.protection.at));
    const outcome = await oneRound(operation, payload, removals, context);
    if (outcome !== "again") return outcome;
  }
  return held("memberships_keep_changing", fact("operation.memberships_keep_changing", {}));
}

interface RemovePayload {
  removals: string[];
  /** Sent again with the groups, for a service that clears fields missing from an update; with the names that the account has then. */
  attributes: UserAttributes;
  leaves: boolean;
}

/** Returns the removals still approved for the account the person is linked to; supersedes those of another account. */
async function stillValid(operation: ClaimedOperation, ids: readonly string[], context: ApplyContext): Promise<Removal[]> {
  const { db } = context.state;
  const link = await findLink(db, operation.account, operation.key);
  const approved: Removal[] = [];
  for (const removal of await stillApproved(db, ids)) {
    if (link?.user_id === removal.user_id) approved.push(removal);
    else await supersede(db, [removal.id], fact("outcome.linked_elsewhere", {}), context.now(), "owner");
  }
  return approved;
}

async function oneRound(
  operation: ClaimedOperation,
  { attributes, leaves }: RemovePayload,
  removals: readonly Removal[],
  context: ApplyContext,
): Promise<Ended | "again"> {
  const userId = removals[0]?.user_id ?? "";
  await context.directory.refresh();
  if (await dropRenamed(removals, context)) return "again";
  const current = await context.directory.membershipsOf(userId);
  const approved = new Map(removals.map((removal) => [removal.group_id, removal]));
  const leaving = current.filter((group) => approved.has(group));
  if (leaving.length === 0) return alreadyGone(removals, context);

  const reduced = reducedSet(current, new Set(approved.keys()));
  if (reduced.length === 0 && context.park !== null && !approved.has(context.park)) reduced.push(context.park);
  if (reduced.length === 0) {
    return held("last_group", inTurn(fact("operation.last_group", {}), fact("operation.set_park", {})));
  }
  // An update of the same run may have given the account other names since.
  const link = await findLink(context.state.db, operation.account, operation.key);
  const set = { ...context.repeated(attributes, { sent: link?.sent ?? null, leaves }), group_ids: reduced };

  let named: readonly string[];
  try {
    await context.client.users.update(userId, set);
    return alreadyGone(removals, context);
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    if (accepted(error)) return alreadyGone(removals, context);
    if (error.code !== refusalCode) return troubled(error);
    named = error.named;
  }
  const { ids, unresolved } = resolveNamed(named, await context.directory.groups());
  if (ids.length === 0 || unresolved.length > 0) {
    return held("removal_refusal_unreadable", fact("operation.removal_answer_unreadable", {}));
  }
  const beyond = ids.filter((group) => !approved.has(group));
  if (beyond.length > 0) {
    // A membership added since, or never listed to us: not approved, so it stays.
    await context.directory.learned(userId, beyond);
    return "again";
  }
  // The service does not name a membership that we know of: read again.
  if (leaving.some((group) => !ids.includes(group))) return "again";
  return confirm(
    operation,
    userId,
    set,
    ids.map((group) => approved.get(group)).filter((r) => r !== undefined),
    context,
  );
}

async function confirm(
  operation: ClaimedOperation,
  userId: string,
  set: UserUpdateBody & { group_ids: readonly string[] },
  removals: readonly Removal[],
  context: ApplyContext,
): Promise<Ended | "again"> {
  const { state, now } = context;
  const leaving = removals.map((removal) => removal.group_id);
  const detail = {
    operation: operation.id,
    job: operation.job,
    key: operation.key,
    user_id: userId,
    removals: removals.map((r) => r.id),
    decided_by: removals.map((r) => r.decided_by),
    evidence: removals.map((r) => r.evidence_digest),
    groups: leaving,
    group_ids: set.group_ids,
  };
  const ids = removals.map((removal) => removal.id);
  // If an approval was undone a moment ago, the request must not include it.
  if (!(await claimForSending(state.db, ids))) return "again";
  await appendAudit(state, { actor: "rollcall", action: "removal_sent", detail }, now());
  try {
    await context.client.users.update(userId, { ...set, confirm_group_removal: true });
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    await appendAudit(
      state,
      { actor: "rollcall", action: "removal_answer", detail: { ...detail, answer: error.code, status: error.status } },
      now(),
    );
    if (isRefusal(error.status)) await clearSending(state.db, ids);
    // After a 401 the client has renewed the token; someone may have changed the memberships meanwhile.
    return error.code === refusalCode || error.status === 401 ? "again" : troubled(error);
  }
  await appendAudit(state, { actor: "rollcall", action: "removal_answer", detail: { ...detail, answer: "ok", status: 200 } }, now());
  await context.directory.changed({ userId, added: set.group_ids, removed: leaving });
  for (const removal of removals) {
    await endApplied(state.db, removal.id, fact("outcome.removed", {}), now());
  }
  return { end: "done" };
}

/** Supersedes removals from groups that were renamed since: the approval was for the old name. @returns whether there were any */
async function dropRenamed(removals: readonly Removal[], context: ApplyContext): Promise<boolean> {
  const paths = new Map((await context.directory.groups()).map((group) => [group.id, group.path]));
  const renamed = removals.filter(({ group_id: id, group_path: path }) => paths.has(id) && paths.get(id) !== path);
  for (const { id, group_id: group } of renamed) {
    const outcome = fact("outcome.group_renamed", { group: paths.get(group) ?? "" });
    await supersede(context.state.db, [id], outcome, context.now(), "owner");
  }
  return renamed.length > 0;
}

/** Ends removals whose membership no longer exists: applied if our confirmed request had left, else superseded. */
async function alreadyGone(removals: readonly Removal[], context: ApplyContext): Promise<Ended> {
  for (const removal of removals) {
    await context.directory.changed({ userId: removal.user_id, added: [], removed: [removal.group_id] });
    await supersede(context.state.db, [removal.id], fact("outcome.already_gone", {}), context.now(), "owner");
  }
  return { end: "done", code: "already_gone", reason: fact("operation.memberships_gone", {}) };
}

/** Whether a status says that the request changed nothing. */
function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408;
}

function held(code: string, reason: Fact): Ended {
  return { end: "held", code, reason };
}

function troubled(problem: ServiceProblem): Ended {
  if (meaningOf("update", problem) === "failed" && problem.code !== "answer_unreadable") {
    return { end: "failed", code: problem.code, reason: describeProblem(problem) };
  }
  return { end: "trouble", problem };
}
