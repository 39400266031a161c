import { fact, inTurn } from "../domain/facts/fact.ts";
import { ServiceProblem } from "../learning-service/errors/errors.ts";
import { protectedGroupReason } from "../domain/protection/protect.ts";
import { urgentReason } from "../domain/protection/urgent.ts";
import { inOperation } from "../domain/telemetry/span.ts";
import { doubtAccount } from "../store/identities/links.ts";
import { endOperation, requeueOperation } from "../store/runs/operations.ts";
import { claimOperations, isBusy, releaseOperations, type Claim, type ClaimedOperation } from "../store/runs/claim.ts";
import { groupCalls } from "../state/database/group-calls.ts";
import { untilStored } from "../state/database-errors.ts";
import { isServiceTrouble, meaningOf } from "./answer.ts";
import { describeProblem, payloadOf, type ApplyContext, type Ended } from "./context.ts";
import { createAccount } from "./create.ts";
import { removeGroups } from "./remove.ts";
import { updateAccount } from "./update.ts";
import type { ServiceWatch } from "./watch.ts";

/** The queue's next step for an operation. `stop`: nothing can be sent until a person acts. */
export type Step =
  | { next: "ended" }
  | { next: "retry"; ms: number }
  | { next: "wait"; ms: number }
  | { next: "look-again"; ms: number }
  | { next: "not-due"; ms: number }
  | { next: "stop" };

/** One attempt at an operation, as the queue makes it. */
interface Attempt {
  operationId: string;
  last: boolean;
  turn(): Promise<boolean>;
}

/** When to check again if another operation of the same person is running. */
const BUSY_RECHECK_MS = 100;

/**
 * Returns a function that claims an operation, and applies it in its turn. Two operations of one person never overlap, in
 * any process. The function returns `null` for an operation that had no turn.
 */
export function operationRunner(context: ApplyContext, watch: ServiceWatch, pause: (attempts: number) => number) {
  const mayWait = waitLimit(context);
  const claim = claimer(context);
  const { db, processId } = context.state;
  const release = groupCalls((ids: readonly string[]) => releaseOperations(db, ids, processId));
  // Claimed before its turn, so that one statement claims a whole portion.
  return async ({ operationId, last, turn }: Attempt): Promise<Step | null> => {
    const found = await claim(operationId);
    if (found === "busy") return { next: "look-again", ms: BUSY_RECHECK_MS };
    if (found === "over") return { next: "ended" };
    if ("notDue" in found) return { next: "not-due", ms: Math.max(0, found.notDue.getTime() - context.now().getTime()) };
    const operation = found.claimed;
    if (!(await turn())) {
      await untilStored(() => release(operationId));
      return null;
    }
    const { step } = await inOperation(
      operation,
      () => attempt(operation, last, context, watch, pause, mayWait),
      ({ result }) => ({ result }),
    );
    return step;
  };
}

/** Returns a function that claims an operation; claims of the same moment share one statement. */
function claimer({ state, now }: ApplyContext): (operationId: string) => Promise<Claim> {
  const claim = groupCalls((ids: readonly string[]) => claimOperations(state.db, ids, state.processId, now()));
  return async (operationId) => {
    try {
      return await claim(operationId);
    } catch (error) {
      if (isBusy(error)) return "busy";
      throw error;
    }
  };
}

const UNCLEAR_REFUSALS: ReadonlySet<string> = new Set(["removal_refusal_unreadable", "removal_still_refused"]);

async function attempt(
  operation: ClaimedOperation,
  last: boolean,
  context: ApplyContext,
  watch: ServiceWatch,
  pause: (attempts: number) => number,
  mayWait: (operationId: string) => boolean,
): Promise<{ step: Step; result: string }> {
  const { db } = context.state;
  const operationId = operation.id;
  const ended = await applyOperation(operation, context);
  if (ended.end === "left") return { step: { next: "ended" }, result: ended.end };
  if (ended.end !== "trouble") {
    const cause = ended.end === "uncertain" ? ended.problem : null;
    // Counts as service trouble, so that a service that answers every create with 500 does not leave all of them unconfirmed.
    if (cause !== null && isServiceTrouble(cause)) watch.troubled(cause);
    else watch.worked();
    if (ended.end === "done" && ended.recorded === true) return { step: { next: "ended" }, result: ended.end };
    const { end: status, code = null, reason = null } = ended;
    // A refusal that is not clear does not prove that nothing was applied.
    if (status === "held" && code !== null && UNCLEAR_REFUSALS.has(code)) await untilStored(() => doubtAccount(db, operation));
    await untilStored(() => endOperation(db, operationId, { status, code, reason }, context.now()));
    return { step: { next: "ended" }, result: status };
  }
  const { problem } = ended;
  if (isServiceTrouble(problem)) watch.troubled(problem);
  const meaning = meaningOf(operation.kind === "create" ? "create" : "update", problem);
  const exhausted = meaning === "wait" ? !mayWait(operationId) : meaning !== "stop" && last;
  if (exhausted) {
    const tried = inTurn(fact("operation.attempts", { n: operation.attempts }), describeProblem(problem));
    const status = operation.kind === "remove-groups" && problem.sent !== "no" ? "uncertain" : "failed";
    if (status === "failed" && problem.sent !== "no") await untilStored(() => doubtAccount(db, operation));
    await untilStored(() => endOperation(db, operationId, { status, code: problem.code, reason: tried }, context.now()));
    return { step: { next: "ended" }, result: status };
  }
  const ms = (meaning === "wait" ? problem.retryAfterMs : null) ?? pause(operation.attempts);
  const dueAt = meaning === "stop" ? null : new Date(context.now().getTime() + ms);
  await untilStored(() => requeueOperation(db, operationId, dueAt));
  // The span's result is the next step, because the operation has not ended.
  if (meaning === "stop") return { step: { next: "stop" }, result: "stop" };
  if (meaning === "wait") return { step: { next: "wait", ms }, result: "wait" };
  return { step: { next: "retry", ms }, result: "retry" };
}

/**
 * Returns whether an operation may wait once more, up to `retry.give_up`. Waiting uses no attempt, so without this limit
 * one person whom the service always defers would keep the run open forever.
 */
function waitLimit({ settings, now }: ApplyContext): (operationId: string) => boolean {
  const since = new Map<string, number>();
  return (operationId) => {
    const first = since.get(operationId) ?? now().getTime();
    since.set(operationId, first);
    return now().getTime() - first <= settings.retry.giveUp;
  };
}

/** The last check before any request: the plan already leaves protected accounts and groups out, but may be older than `protect`. */
async function blockIfProtected(operation: ClaimedOperation, { protection, directory }: ApplyContext): Promise<Ended | null> {
  const usernames = [operation.row_username, operation.linked_username, payloadOf(operation)["username"]];
  const by = protection.person(operation.key, usernames);
  if (by !== null) return { end: "held", code: "protected", reason: by };
  if (!protection.byGroup) return null;
  const joined = new Set(operation.desired.filter((id) => !operation.memberships.includes(id)));
  const group = (await directory.groups()).find(({ id, path }) => joined.has(id) && protection.group(path, id));
  return group === undefined ? null : { end: "held", code: "protected", reason: protectedGroupReason(group.path, protection.at) };
}

/** The last check before a request that could reactivate an account, or create another one: the plan may be older than the deactivation. */
function blockIfUrgent({ kind, urgent }: ClaimedOperation): Ended | null {
  if (urgent === null || kind === "deactivate" || kind === "remove-groups") return null;
  return { end: "held", code: "urgently_deactivated", reason: urgentReason(urgent) };
}

async function applyOperation(operation: ClaimedOperation, context: ApplyContext): Promise<Ended> {
  const blocked = blockIfUrgent(operation) ?? (await blockIfProtected(operation, context));
  if (blocked !== null) return blocked;
  try {
    switch (operation.kind) {
      case "create":
        return await createAccount(operation, context);
      case "remove-groups":
        return await removeGroups(operation, context);
      default:
        return await updateAccount(operation, context);
    }
  } catch (error) {
    // The memberships could not be read first, so nothing was sent for this person.
    if (error instanceof ServiceProblem) return { end: "trouble", problem: error };
    throw error;
  }
}
