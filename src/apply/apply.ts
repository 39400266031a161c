import { ServiceProblem } from "../learning-service/errors.ts";
import { inOperation } from "../model/span.ts";
import { endOperation, requeueOperation } from "../store/operations.ts";
import { claimOperation, type ClaimedOperation } from "../store/outcomes.ts";
import { untilStored } from "../store/trouble.ts";
import { isServiceTrouble, meaningOf } from "./answer.ts";
import { inWords, type ApplyContext, type Ended } from "./context.ts";
import { createAccount } from "./create.ts";
import { removeGroups } from "./remove.ts";
import { updateAccount } from "./update.ts";
import type { ServiceWatch } from "./watch.ts";

/** What the queue is to do next with an operation. `stop`: nothing can be sent until a person has done something. */
export type Step =
  | { next: "ended" }
  | { next: "retry"; ms: number }
  | { next: "wait"; ms: number }
  | { next: "look-again"; ms: number }
  | { next: "not-due"; ms: number }
  | { next: "stop" };

/** Another operation of the same person runs: a look after so long, in ms, is soon enough. */
const NOT_YET = 100;

/** Takes operations up and carries them out; two of one person never overlap, in all processes. */
export function operationRunner(context: ApplyContext, watch: ServiceWatch, pause: (attempts: number) => number) {
  const patience = patienceWith(context);
  return async (operationId: string, last: boolean): Promise<Step> => {
    const operation = await claimOperation(context.state.db, operationId, context.state.me, context.now());
    if (operation === "busy") return { next: "look-again", ms: NOT_YET };
    if (operation === undefined) return { next: "ended" };
    if ("dueAt" in operation) return { next: "not-due", ms: Math.max(0, operation.dueAt.getTime() - context.now().getTime()) };
    const { step } = await inOperation(
      operation,
      () => attempt(operation, last, context, watch, pause, patience),
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
  patience: (operationId: string) => boolean,
): Promise<{ step: Step; result: string }> {
  const { db } = context.state;
  const operationId = operation.id;
  const ended = await carryOut(operation, context);
  if (ended.end === "left") return { step: { next: "ended" }, result: ended.end };
  if (ended.end !== "trouble") {
    const cause = ended.end === "uncertain" ? ended.problem : null;
    // A service that answers every create with 500 must not make the whole company uncertain: it counts as trouble.
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
  const atTheEnd = meaning === "wait" ? !patience(operationId) : meaning !== "stop" && last;
  if (atTheEnd) {
    const tried = `Tried ${operation.attempts} times. ${inWords(problem)}`;
    const status = operation.kind === "remove-groups" && problem.sent !== "no" ? "uncertain" : "failed";
    await untilStored(() => endOperation(db, operationId, { status, code: problem.code, reason: tried }, context.now()));
    return { step: { next: "ended" }, result: status };
  }
  const ms = (meaning === "wait" ? problem.retryAfterMs : null) ?? pause(operation.attempts);
  const dueAt = meaning === "stop" ? null : new Date(context.now().getTime() + ms);
  await untilStored(() => requeueOperation(db, operationId, dueAt));
  // What is to happen to it next is its result so far: not one that ends it.
  if (meaning === "stop") return { step: { next: "stop" }, result: "stop" };
  if (meaning === "wait") return { step: { next: "wait", ms }, result: "wait" };
  return { step: { next: "retry", ms }, result: "retry" };
}

/**
 * Waiting costs no attempt, so something has to end it: one person whom the service always asks to come later must
 * not keep the run, and the state that it holds, for ever. Says whether it is worth asking again.
 */
function patienceWith({ settings, now }: ApplyContext): (operationId: string) => boolean {
  const since = new Map<string, number>();
  return (operationId) => {
    const first = since.get(operationId) ?? now().getTime();
    since.set(operationId, first);
    return now().getTime() - first <= settings.retry.giveUp;
  };
}

async function carryOut(operation: ClaimedOperation, context: ApplyContext): Promise<Ended> {
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
    // Memberships had to be read first and could not be: nothing was sent for this person.
    if (error instanceof ServiceProblem) return { end: "trouble", problem: error };
    throw error;
  }
}
