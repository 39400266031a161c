import type { UserUpdateBody } from "../learning-service/client.ts";
import { ServiceProblem } from "../learning-service/errors.ts";
import { resolveNamed } from "../learning-service/refusal.ts";
import type { UserAttributes } from "../model/person.ts";
import { appendAudit } from "../store/audit.ts";
import { findLink } from "../store/links.ts";
import type { Operation } from "../store/operations.ts";
import { claimForSending, endRemoval, stillApproved, type Removal } from "../store/removals.ts";
import { meaningOf } from "./answer.ts";
import { inWords, type ApplyContext, type Ended } from "./context.ts";
import { reducedSet } from "./sets.ts";
import { accepted } from "./update.ts";

const refusalCode = "group_removal_requires_confirmation";

/** Somebody may change memberships while we work; a person whose memberships never hold still is left for later. */
const mostRounds = 5;

/**
 * Carries out the approved removals of one person, by the two-step (design section 6, I1): on memberships read just
 * now, the reduced complete set goes out *without* confirmation; the service names what would go; only when that is
 * approved, readable and covers what we know goes the same set with `confirm_group_removal`. This is the only place
 * that sends it. Anything but 200 to a confirmed request starts over at the reading.
 */
export async function removeGroups(operation: Operation, context: ApplyContext): Promise<Ended> {
  const payload = operation.payload as unknown as RemovePayload;
  for (let round = 1; round <= mostRounds; round += 1) {
    const removals = await decided(operation, payload.removals, context);
    if (removals.length === 0) return { end: "done", code: "nothing_left", reason: "No approved removal is left: the facts changed." };
    if (!context.removalsAllowed) return held("policy_never", "The job's policy does not let memberships be removed.");
    const outcome = await oneRound(operation, payload.attributes, removals, context);
    if (outcome !== "again") return outcome;
  }
  return held("memberships_keep_changing", "The person's memberships changed each time they were read. Nothing was removed.");
}

export interface RemovePayload {
  removals: string[];
  /** Told again with the groups, for a service that forgets what an update leaves out. */
  attributes: UserAttributes;
}

/** The removals whose decision still stands for the account that the person is linked to. */
async function decided(operation: Operation, ids: readonly string[], context: ApplyContext): Promise<Removal[]> {
  const { db } = context.state;
  const link = await findLink(db, operation.account, operation.key);
  const standing: Removal[] = [];
  for (const removal of await stillApproved(db, ids)) {
    if (link?.user_id === removal.user_id) standing.push(removal);
    else await endRemoval(db, removal.id, { status: "superseded", outcome: "The person is linked to another account now." }, context.now());
  }
  return standing;
}

async function oneRound(
  operation: Operation,
  attributes: UserAttributes,
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
    return held(
      "last_group",
      "This would take the person's last group, and the interface cannot express a person without groups. Name a group under `policy.park`, or remove the membership in the service by hand.",
    );
  }
  const set = { ...attributes, group_ids: reduced };

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
    return held(
      "removal_refusal_unreadable",
      "Which memberships the service would remove cannot be read from its answer. Nothing was removed.",
    );
  }
  const beyond = ids.filter((group) => !approved.has(group));
  if (beyond.length > 0) {
    // Joined since, or never told to us: nobody approved it, so it stays.
    await context.directory.changed({ userId, added: beyond, removed: [] });
    return "again";
  }
  // The service does not see a membership that we see: one of us is wrong, so look again.
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
  operation: Operation,
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
  // Somebody took an approval back a moment ago: what is sent now must not name it.
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
    return error.code === refusalCode ? "again" : troubled(error);
  }
  await appendAudit(state, { actor: "rollcall", action: "removal_answer", detail: { ...detail, answer: "ok", status: 200 } }, now());
  await context.directory.changed({ userId, added: set.group_ids, removed: leaving });
  for (const removal of removals) {
    await endRemoval(state.db, removal.id, { status: "applied", outcome: "Removed, as approved." }, now());
  }
  return { end: "done" };
}

/** Whoever approved a removal from a group of one name has not approved it under another. */
async function dropRenamed(removals: readonly Removal[], context: ApplyContext): Promise<boolean> {
  const paths = new Map((await context.directory.groups()).map((group) => [group.id, group.path]));
  const renamed = removals.filter(({ group_id: id, group_path: path }) => paths.has(id) && paths.get(id) !== path);
  for (const { id, group_id: group } of renamed) {
    const outcome = `The group is called ${paths.get(group) ?? ""} now, which is not what was decided on.`;
    await endRemoval(context.state.db, id, { status: "superseded", outcome }, context.now());
  }
  return renamed.length > 0;
}

/** The membership is no more: through us when a confirmed request had left, else through somebody else. */
async function alreadyGone(removals: readonly Removal[], context: ApplyContext): Promise<Ended> {
  for (const removal of removals) {
    await context.directory.changed({ userId: removal.user_id, added: [], removed: [removal.group_id] });
    const end = removal.confirm_sent
      ? { status: "applied" as const, outcome: "Removed, as approved; the answer had been lost." }
      : { status: "superseded" as const, outcome: "The membership was gone before we removed it." };
    await endRemoval(context.state.db, removal.id, end, context.now());
  }
  return { end: "done", code: "already_gone", reason: "The memberships were gone already." };
}

function held(code: string, reason: string): Ended {
  return { end: "held", code, reason };
}

function troubled(problem: ServiceProblem): Ended {
  if (meaningOf("update", problem) === "failed" && problem.code !== "answer_unreadable") {
    return { end: "failed", code: problem.code, reason: inWords(problem) };
  }
  return { end: "trouble", problem };
}
