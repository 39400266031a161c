import { ServiceProblem } from "../learning-service/errors.ts";
import { retryDelay } from "../queue/backoff.ts";
import { listUnsettled } from "../store/intents.ts";
import { listInFlightCreates } from "../store/operations.ts";
import type { Service, Session } from "./session.ts";
import { settleCreates } from "./settle.ts";

/** A service that does not answer at once is asked again, a few times, before the run gives up on it. */
export async function readDirectory(session: Session, service: Service): Promise<void> {
  const { retry } = session.job.service;
  session.progress.phase("Reading groups and memberships", null);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await service.directory.refresh();
      break;
    } catch (error) {
      if (!(error instanceof ServiceProblem) || !error.retryable || attempt >= Math.min(3, retry.attempts)) throw error;
      await session.sleep(error.retryAfterMs ?? retryDelay(attempt, retry.delay, retry.maxDelay, Math.random()), session.stop);
    }
  }
  session.progress.end();
}

/** The longest wait for creates that other processes have in flight, in ms, and how often is looked. */
const LAND_WITHIN = 10_000;
const LOOK = 100;

/**
 * What another run creates at this moment may stand in the groups already, and its link does not stand in the store
 * yet: until it does, it would look like an account that nobody knows. Creates that take longer are held as unsettled.
 */
export async function letCreatesLand({ state, job, stop }: Session): Promise<void> {
  const inFlight = await listInFlightCreates(state.db, job.service.account);
  const until = performance.now() + LAND_WITHIN;
  for (let left = inFlight; left.length > 0 && performance.now() < until && !stop.aborted;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    const now = new Set(await listInFlightCreates(state.db, job.service.account));
    left = left.filter((operation) => now.has(operation));
  }
}

/** What this run's creates left open is looked for at once; what cannot be read now waits for the next run. @param since when it began to send */
export async function settleLeftOver(session: Session, service: Service, since: Date): Promise<void> {
  if ((await listUnsettled(session.state.db, session.job.service.account)).length === 0) return;
  try {
    await service.directory.refresh();
    await settleCreates(session, service, since);
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
  }
}
