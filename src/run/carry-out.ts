import type { ServiceWatch } from "../apply/watch.ts";
import { ServiceProblem } from "../learning-service/errors.ts";
import { tell } from "../model/happening.ts";
import { EXIT, Problem } from "../model/problem.ts";
import { retryDelay } from "../queue/backoff.ts";
import type { OperationQueue } from "../queue/operations.ts";
import { listQueued, lookAtRun, recoverOperations, takePortion } from "../store/operations.ts";
import { isDatabaseGone } from "../store/trouble.ts";
import { openCrew, type Crew } from "./crew.ts";
import { untilRedisAnswers } from "./redis.ts";
import { refuseIfStopped } from "./emergency-stop.ts";
import { stoppedByHand, type Service, type Session } from "./session.ts";

/** So many operations lie in the queue at once at most; the store holds the rest. */
const portion = 1000;
/** The store is looked at so often, in ms, while others may be at work too. */
const LOOK = 250;
/** After so long without any operation ending, in ms, the queue may have lost what it was given. */
const QUIET = 3000;
/** How long a run waits for a database that is away, in ms. */
const DATABASE_PATIENCE = 120_000;

/**
 * Carries out the planned operations of a run, alone or with other processes. Comes back when all have ended, or throws
 * what stopped it: everything that was not sent is then still in the store, and `runs resume` goes on.
 * @throws ServiceProblem or Problem `service_down`, exit 5; whatever aborted `session.stop`
 */
export async function carryOut(session: Session, service: Service, run: string, total: number): Promise<void> {
  const { state, progress } = session;
  await takeOver(state);
  if (total > 0) await service.directory.beginChanges();
  const crew = await openCrew(session, service, run, { begin: true });
  progress.phase("Sending", total);
  try {
    await conduct(session, service, run, crew);
  } finally {
    await crew.close();
    progress.end();
  }
}

/** What processes that have ended left in the middle is judged, and said. */
async function takeOver({ db, me }: Session["state"]): Promise<void> {
  for (const { run, job, operations } of await recoverOperations(db, me)) tell("worker_took_over", { operations }, { ids: { run, job } });
}

/** Hands operations to the queue in portions until there is none left, here or with anybody else. */
async function conduct(session: Session, service: Service, run: string, crew: Crew): Promise<void> {
  const { state, job, progress, now } = session;
  const { retry } = job.service;
  let handed = 0;
  let more = true;
  let active = 0;
  let looked = { at: Number.NEGATIVE_INFINITY, ended: 0 };
  let moved = performance.now();

  const handOver = async (ids: readonly string[]): Promise<void> => {
    moved = performance.now();
    try {
      await crew.queue.add(ids);
    } catch (error) {
      // Redis comes back by itself, and what it did not take is handed over again.
      if (state.redis === null) throw error;
      progress.say("Waiting for Redis, which does not answer.");
    }
  };
  const look = async (): Promise<void> => {
    looked = { at: performance.now(), ended: crew.ended() };
    const seen = await lookAtRun(state.db, run);
    if (seen.stop) throw stoppedByHand();
    await refuseIfStopped(session);
    if (seen.active !== active) moved = performance.now();
    ({ active } = seen);
    progress.at(Math.max(0, handed - active));
  };

  const handOverLeft = async (): Promise<number> => {
    const left = (await listQueued(state.db, run)).map(({ id }) => id);
    await handOver(left);
    return left.length;
  };
  const patiently = patienceWith(progress);

  handed = await handOverLeft();
  for (;;) {
    session.stop.throwIfAborted();
    const refused = crew.refused();
    if (refused !== null) throw refused;
    refuseEndlessTrouble(crew.watch.trouble()?.since ?? null, retry.giveUp, now());
    if (crew.watch.inARow() >= retry.pauseAfter) await waitForService(session, service, crew.queue, crew.watch);
    // What ended here is known at once; what ended elsewhere when the store is looked at.
    const over = await patiently(async () => {
      const known = active - (crew.ended() - looked.ended);
      if (known <= 0 || performance.now() - looked.at >= LOOK) await look();
      if (more && active < portion / 2) {
        const taken = (await takePortion(state.db, run, portion)).map(({ id }) => id);
        more = taken.length > 0;
        handed += taken.length;
        active += taken.length;
        if (more) await handOver(taken);
      }
      if (active === 0 && !more) return true;
      if (performance.now() - moved > QUIET) {
        // A worker may have died with operations in its hands, and Redis may have been lost and come back empty.
        await takeOver(state);
        await handOverLeft();
      }
      return false;
    });
    if (over) return;
    await crew.wakeUp.wait(LOOK);
  }
}

/** A database that restarts is waited for; what was answered meanwhile is kept by those who wait to write it down. */
function patienceWith(progress: Session["progress"]): (look: () => Promise<boolean>) => Promise<boolean> {
  let since: number | null = null;
  return async (look) => {
    try {
      const over = await look();
      since = null;
      return over;
    } catch (error) {
      if (!isDatabaseGone(error) || (since !== null && performance.now() - since > DATABASE_PATIENCE)) throw error;
      if (since === null) progress.say("Waiting for the database, which does not answer.");
      since ??= performance.now();
      return false;
    }
  };
}

/** Nothing is taken from the queue until the service answers again; then everything goes on by itself. */
async function waitForService(session: Session, service: Service, queue: OperationQueue, watch: ServiceWatch): Promise<void> {
  const { retry } = session.job.service;
  const trouble = watch.trouble();
  await untilRedisAnswers(session, () => queue.pause());
  session.progress.say(`Waiting for the service: ${trouble?.problem.message ?? "it does not answer."}`);
  const until = session.now().getTime() + retry.giveUp;
  for (let attempt = 1; ; attempt += 1) {
    await session.sleep(retryDelay(attempt, retry.delay, Math.min(retry.maxDelay, 10_000), Math.random()), session.stop);
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
  await untilRedisAnswers(session, () => queue.resume());
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
