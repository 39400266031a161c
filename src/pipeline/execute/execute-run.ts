import { fact } from "../../domain/facts/fact.ts";
import type { ServiceWatch } from "../../apply/watch.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import { EXIT, Problem } from "../../domain/problem.ts";
import { retryDelay } from "../../domain/clock.ts";
import type { OperationQueue } from "../../queue/operations.ts";
import { hasChains } from "../../store/runs/name-chains.ts";
import { listQueued, readRunActivity, takePortion, type QueuedOperation } from "../../store/runs/operations.ts";
import { isConnectionError, untilStored } from "../../state/database-errors.ts";
import { recoverLostOperations } from "./recover-operations.ts";
import { openRunWorker, type RunWorker } from "./run-worker.ts";
import { untilRedisAnswers } from "./redis-outage.ts";
import { refuseIfStopped } from "../../session/emergency-stop.ts";
import { stoppedByHand, type Service, type Session } from "../../session/session.ts";

/** The most operations in the queue at once; the rest stay in the store. */
const MAX_QUEUED_OPERATIONS = 1000;
/** How often the store is read while other processes may work on the run too. */
const POLL_INTERVAL_MS = 250;
/** After this long without an operation ending, the queue may have lost operations. */
const STALL_AFTER_MS = 3000;
/** How long a run waits for a database that does not answer. */
const DATABASE_TIMEOUT_MS = 120_000;

/**
 * Applies the planned operations of a run, alone or with other processes. Returns when all have ended, or throws what
 * stopped it; unsent operations then stay in the store for `runs resume`.
 * @throws ServiceProblem or Problem `service_down`, exit 5; the reason of an aborted `session.stop`
 */
export async function executeRun(session: Session, service: Service, run: string, total: number): Promise<void> {
  const { state, progress, now } = session;
  await recoverLostOperations(state, now());
  if (total > 0) await service.directory.beginChanges();
  const worker = await openRunWorker(session, service, run, { begin: true });
  progress.phase("sending", total);
  try {
    await dispatch(session, service, run, worker);
  } finally {
    await worker.close();
    progress.end();
  }
}

/** Adds operations to the queue in portions until none is left, here or in another process. */
async function dispatch(session: Session, service: Service, run: string, worker: RunWorker): Promise<void> {
  const { state, job, progress, now } = session;
  const { retry } = job.service;
  const chained = await hasChains(state.db, run);
  let queued = 0;
  let more = true;
  let active = 0;
  let lastPoll = { at: Number.NEGATIVE_INFINITY, ended: 0 };
  let lastProgressAt = performance.now();

  const enqueue = async (operations: readonly QueuedOperation[]): Promise<void> => {
    lastProgressAt = performance.now();
    try {
      await worker.queue.add(operations);
    } catch (error) {
      // Redis comes back without us, and operations it did not take are added again.
      if (state.redis === null) throw error;
      progress.say(fact("redis.waiting", {}));
    }
  };
  const poll = async (): Promise<void> => {
    lastPoll = { at: performance.now(), ended: worker.ended() };
    const seen = await readRunActivity(state.db, run);
    if (seen.stop) throw stoppedByHand();
    await refuseIfStopped(session);
    if (seen.active !== active) lastProgressAt = performance.now();
    ({ active } = seen);
    progress.at(Math.max(0, queued - active));
  };

  const enqueueAgain = async (): Promise<number> => {
    const left = await listQueued(state.db, run);
    await enqueue(left);
    return left.length;
  };
  const surviveOutage = outageTolerance(progress);

  queued = await enqueueAgain();
  for (;;) {
    session.stop.throwIfAborted();
    const refused = worker.refused();
    if (refused !== null) throw refused;
    throwIfStalled(worker.watch.trouble()?.since ?? null, retry.giveUp, now());
    if (worker.watch.inARow() >= retry.pauseAfter) await waitForService(session, service, worker.queue, worker.watch);
    // Operations that end here are known at once; those of other processes only from the store.
    const over = await surviveOutage(async () => {
      const known = active - (worker.ended() - lastPoll.ended);
      if (known <= 0 || performance.now() - lastPoll.at >= POLL_INTERVAL_MS) {
        await poll();
        // Those that waited for another operation may be free now.
        more ||= chained;
      }
      if (more && active < MAX_QUEUED_OPERATIONS / 2) {
        const taken = await takePortion(state.db, run, MAX_QUEUED_OPERATIONS - active);
        more = taken.length > 0;
        queued += taken.length;
        active += taken.length;
        if (more) await enqueue(taken);
      }
      if (active === 0 && !more) return true;
      if (performance.now() - lastProgressAt > STALL_AFTER_MS) {
        // A worker may have died with operations running, or Redis may have come back empty.
        await recoverLostOperations(state, now());
        await enqueueAgain();
      }
      return false;
    });
    if (over) return;
    await worker.wakeUp.wait(POLL_INTERVAL_MS);
  }
}

/** Returns a wrapper that survives a database outage. Answers received meanwhile are kept by those waiting to store them. */
function outageTolerance(progress: Session["progress"]): (step: () => Promise<boolean>) => Promise<boolean> {
  let since: number | null = null;
  return async (step) => {
    try {
      const over = await step();
      since = null;
      return over;
    } catch (error) {
      if (!isConnectionError(error) || (since !== null && performance.now() - since > DATABASE_TIMEOUT_MS)) throw error;
      if (since === null) progress.say(fact("database.waiting", {}));
      since ??= performance.now();
      return false;
    }
  };
}

/**
 * Pauses the queue until the service answers again.
 * @throws Problem `service_down` after `retry.give_up`; what stopped the run, if a person did
 */
async function waitForService(session: Session, service: Service, queue: OperationQueue, watch: ServiceWatch): Promise<void> {
  const { retry } = session.job.service;
  const trouble = watch.trouble();
  const throwIfStopped = async (): Promise<void> => {
    session.stop.throwIfAborted();
    await untilStored(() => refuseIfStopped(session));
  };
  // The requests that an emergency stop refuses count as service trouble too.
  await throwIfStopped();
  await untilRedisAnswers(session, () => queue.pause());
  session.progress.say(trouble === null ? fact("service.waiting_unanswered", {}) : fact("service.waiting", { why: trouble.problem.fact }));
  const until = session.now().getTime() + retry.giveUp;
  for (let attempt = 1; ; attempt += 1) {
    await session.sleep(retryDelay(attempt, retry.delay, Math.min(retry.maxDelay, 10_000), Math.random()), session.stop);
    const problem = await probe(service);
    await throwIfStopped();
    if (problem === null) break;
    if (!problem.retryable) throw problem;
    if (session.now().getTime() > until) {
      throw new Problem(fact("service.not_answering", { seconds: Math.round(retry.giveUp / 1000), why: problem.fact }), {
        code: "service_down",
        exit: EXIT.service,
        audience: "service",
        retryable: true,
        next: fact("advice.resume_when_service_works", { run: null }),
      });
    }
  }
  session.progress.say(fact("service.answers_again", {}));
  watch.worked();
  await untilRedisAnswers(session, () => queue.resume());
}

/** Throws if the service answers the probe but has accepted no operation for too long. */
function throwIfStalled(since: Date | null, giveUp: number, now: Date): void {
  if (since === null || now.getTime() - since.getTime() <= giveUp) return;
  throw new Problem(fact("service.accepted_no_change", { seconds: Math.round(giveUp / 1000) }), {
    code: "service_down",
    exit: EXIT.service,
    audience: "service",
    retryable: true,
    next: fact("advice.resume_when_service_works", { run: null }),
  });
}

/** Sends the cheapest request of the interface. @returns `null` if the service answered or denied permission, else the problem */
async function probe(service: Service): Promise<ServiceProblem | null> {
  try {
    await service.client.subscriptions.list().page();
    return null;
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    const answered = error.status !== null && error.status < 500 && (error.effect === null || error.effect === "refused");
    return answered ? null : error;
  }
}
