import { operationRunner } from "../apply/apply.ts";
import type { ApplyContext } from "../apply/context.ts";
import { createGate } from "../apply/gate.ts";
import { watchService } from "../apply/watch.ts";
import { ServiceProblem } from "../learning-service/errors.ts";
import { EXIT, Problem } from "../model/problem.ts";
import { indexGroups } from "../plan/groups.ts";
import { retryDelay } from "../queue/backoff.ts";
import { openOperationQueue, type Next, type OperationQueue } from "../queue/operations.ts";
import { answeredNull } from "../store/intents.ts";
import { failByDefect, listQueued, recoverOperations, takePortion, type QueuedOperation } from "../store/operations.ts";
import { remember, type Service, type Session } from "./session.ts";

/** So many operations lie in the queue at once at most; the store holds the rest. */
const portion = 1000;

/**
 * Carries out the planned operations of a run. Comes back when all have ended, or throws what stopped it: everything
 * that was not sent is then still in the store, and `runs resume` goes on.
 * @throws ServiceProblem or Problem `service_down`, exit 5; whatever aborted `session.stop`
 */
export async function carryOut(session: Session, service: Service, run: string, total: number): Promise<void> {
  const { state, job, progress, now } = session;
  const { retry } = job.service;
  await recoverOperations(state.db);
  const watch = watchService(now);
  const pause = (attempts: number): number => retryDelay(attempts, retry.delay, retry.maxDelay, Math.random());
  const runOperation = operationRunner(await applyContext(session, service), watch, pause);
  const queue = await openOperationQueue(state.pool, job.service);
  if (total > 0) await service.directory.beginChanges();
  const outstanding = new Map<string, string>();
  const wakeUp = signal();
  let ended = 0;
  let refused: ServiceProblem | null = null;

  const finished = (operationId: string): void => {
    outstanding.delete(operationId);
    progress.at((ended += 1));
    wakeUp.notify();
  };
  const handOver = async (operations: readonly QueuedOperation[]): Promise<void> => {
    for (const { id, key } of operations) outstanding.set(id, key);
    await queue.add(operations.map((operation) => operation.id));
  };

  progress.phase("Sending", total);
  await queue.work(
    async ({ operationId, last }): Promise<Next> => {
      const step = await runOperation(operationId, outstanding.get(operationId) ?? operationId, last);
      if (step.next === "ended") finished(operationId);
      if (step.next === "stop") refused = watch.trouble()?.problem ?? null;
      if (step.next !== "ended") wakeUp.notify();
      return step.next === "stop" ? { next: "wait", ms: 1000 } : step;
    },
    async (operationId, error) => {
      const reason = `A defect of Rollcall: ${error instanceof Error ? error.name : "unknown error"}. Please report it.`;
      await failByDefect(state.db, operationId, reason, now());
      finished(operationId);
    },
  );
  try {
    let more = true;
    await handOver(await listQueued(state.db, run));
    for (;;) {
      session.stop.throwIfAborted();
      if (refused !== null) throw refused as ServiceProblem;
      refuseEndlessTrouble(watch.trouble()?.since ?? null, retry.giveUp, now());
      if (watch.inARow() >= retry.pauseAfter) await waitForService(session, service, queue, watch);
      if (more && outstanding.size < portion / 2) {
        const taken = await takePortion(state.db, run, portion);
        more = taken.length > 0;
        if (more) await handOver(taken);
      }
      if (outstanding.size === 0) break;
      await wakeUp.wait(1000);
    }
  } finally {
    await queue.close();
    progress.end();
  }
}

async function applyContext(session: Session, service: Service): Promise<ApplyContext> {
  const { state, job, now } = session;
  const parked = job.policy.park === null ? null : indexGroups(await service.directory.groups()).find(job.policy.park);
  return {
    state,
    settings: job.service,
    client: service.client,
    directory: service.directory,
    remember: remember(session),
    park: parked === null || parked === "ambiguous" ? null : parked.id,
    removalsAllowed: job.policy.groupRemovals !== "never",
    creates: createGate((await answeredNull(session.state.db, job.service.account)) ? "null" : "unknown"),
    stop: session.stop,
    now,
  };
}

/** Nothing is taken from the queue until the service answers again; then everything goes on by itself. */
async function waitForService(
  session: Session,
  service: Service,
  queue: OperationQueue,
  watch: ReturnType<typeof watchService>,
): Promise<void> {
  const { retry } = session.job.service;
  const trouble = watch.trouble();
  await queue.pause();
  session.progress.say(`Waiting for the service: ${trouble?.problem.message ?? "it does not answer."}`);
  const until = session.now().getTime() + retry.giveUp;
  for (let attempt = 1; ; attempt += 1) {
    await sleep(retryDelay(attempt, retry.delay, Math.min(retry.maxDelay, 10_000), Math.random()), session.stop);
    if (session.stop.aborted) return;
    const problem = await probe(service);
    if (problem === null) break;
    if (!problem.retryable) throw problem;
    if (session.now().getTime() > until) {
      throw new Problem(
        `The service has not answered properly for ${Math.round(retry.giveUp / 1000)} s (${problem.message}). What was not sent is kept.`,
        {
          code: "service_down",
          exit: EXIT.service,
          audience: "service",
          retryable: true,
          next: "Go on with `rollcall runs resume` when the service is back.",
        },
      );
    }
  }
  session.progress.say("The service answers again.");
  watch.worked();
  queue.resume();
}

/** A service that answers our probe but carries out nothing at all is no better than one that is down. */
function refuseEndlessTrouble(since: Date | null, giveUp: number, now: Date): void {
  if (since === null || now.getTime() - since.getTime() <= giveUp) return;
  throw new Problem(`The service has carried out nothing for ${Math.round(giveUp / 1000)} s. What was not sent is kept.`, {
    code: "service_down",
    exit: EXIT.service,
    audience: "service",
    retryable: true,
    next: "Go on with `rollcall runs resume` when the service is well again.",
  });
}

/** The cheapest question of the interface: `null` when the service answered it, or said that we may not ask it. */
async function probe(service: Service): Promise<ServiceProblem | null> {
  try {
    await service.client.subscriptions.list().page();
    return null;
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    const answered = error.status !== null && error.status < 500 && error.status !== 401 && error.status !== 429 && error.status !== 408;
    return answered && error.code !== "credentials_refused" ? null : error;
  }
}

/** Something ended: worth a look. What was notified before the wait ends it at once. */
function signal() {
  let wake: () => void = () => undefined;
  let missed = false;
  return {
    notify: (): void => {
      missed = true;
      wake();
    },
    wait: async (ms: number): Promise<void> => {
      if (!missed) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      missed = false;
    },
  };
}

function sleep(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      stop.removeEventListener("abort", done);
      resolve();
    }
    stop.addEventListener("abort", done);
  });
}
