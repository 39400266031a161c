import { ServiceProblem } from "../learning-service/errors/errors.ts";
import { inOperation } from "../domain/telemetry/span.ts";
import { endOperation, requeueOperation } from "../store/runs/operations.ts";
import { claimOperation, type ClaimedOperation } from "../store/runs/outcomes.ts";
import { untilStored } from "../state/database-errors.ts";
import { isServiceTrouble, meaningOf } from "./answer.ts";
import { describeProblem, type ApplyContext, type Ended } from "./context.ts";
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

/** When to check again if another operation of the same person is running. */
const BUSY_RECHECK_MS = 100;

/** Returns a function that claims and applies an operation. Two operations of one person never overlap, in any process. */
export function operationRunner(context: ApplyContext, watch: ServiceWatch, pause: (attempts: number) => number) {
  const mayWait = waitLimit(context);
  return async (operationId: string, last: boolean): Promise<Step> => {
    const operation = await claimOperation(context.state.db, operationId, context.state.processId, context.now());
    if (operation === "busy") return { next: "look-again", ms: BUSY_RECHECK_MS };
    if (operation === undefined) return { next: "ended" };
    if ("dueAt" in operation) return { next: "not-due", ms: Math.max(0, operation.dueAt.getTime() - context.now().getTime()) };
    const { step } = await inOperation(
      operation,
      () => attempt(operation, last, context, watch, pause, mayWait),
      ({ result }) => ({ result }),
    );
    return step;
  };
}

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
    await untilStored(() => endOperation(db, operationId, { status, code, reason }, context.now()));
    return { step: { next: "ended" }, result: status };
  }
  const { problem } = ended;
  if (isServiceTrouble(problem)) watch.troubled(problem);
  const meaning = meaningOf(operation.kind === "create" ? "create" : "update", problem);
  const exhausted = meaning === "wait" ? !mayWait(operationId) : meaning !== "stop" && last;
  if (exhausted) {
    const tried = `Attempts: ${operation.attempts}. ${describeProblem(problem)}`;
    const status = operation.kind === "remove-groups" && problem.sent !== "no" ? "uncertain" : "failed";
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

async function applyOperation(operation: ClaimedOperation, context: ApplyContext): Promise<Ended> {
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
