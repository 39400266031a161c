import { fact } from "../../domain/facts/fact.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import { retryDelay } from "../../domain/clock.ts";
import { listUnconfirmedIntents } from "../../store/identities/intents.ts";
import { listInFlightCreates } from "../../store/runs/operations.ts";
import { recoverLostOperations } from "../execute/recover-operations.ts";
import type { Service, Session } from "../../session/session.ts";
import { refuseIfStopped } from "../../session/emergency-stop.ts";
import { settleCreates } from "../../identities/settle.ts";

/** The longest pause between two attempts to read the groups. */
const MAX_PAUSE_MS = 10_000;

/** Reads groups and memberships. Waits for a service that is down, as sending does: up to `retry.give_up`. */
export async function readDirectory(session: Session, service: Service): Promise<void> {
  session.progress.phase("reading_groups", null);
  await readGroups(session, service);
  session.progress.end();
}

/** Takes a new snapshot. @throws ServiceProblem if the service did not answer properly within `retry.give_up` */
export async function readGroups(session: Session, service: Service): Promise<void> {
  const { retry } = session.job.service;
  const until = session.now().getTime() + retry.giveUp;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await service.directory.refresh();
      if (attempt > 1) session.progress.say(fact("service.answers_again", {}));
      return;
    } catch (error) {
      if (!(error instanceof ServiceProblem) || !error.retryable || session.now().getTime() > until) throw error;
      if (attempt === 1) session.progress.say(fact("service.waiting", { why: error.fact }));
      const pause = retryDelay(attempt, retry.delay, Math.min(retry.maxDelay, MAX_PAUSE_MS), Math.random());
      await session.sleep(error.retryAfterMs ?? pause, session.stop);
      session.stop.throwIfAborted();
      await refuseIfStopped(session);
    }
  }
}

/** How long to wait for creates that other processes have in flight, and how often to check. */
const CREATE_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 100;

/**
 * Waits for creates that other runs have in flight: their accounts may already be in the groups while their links are not
 * yet stored, so they would look like unknown accounts. Creates that take longer count as unconfirmed.
 */
export async function waitForInFlightCreates({ state, job, stop, now }: Session): Promise<void> {
  await recoverLostOperations(state, now());
  const inFlight = await listInFlightCreates(state.db, job.service.account);
  const until = performance.now() + CREATE_TIMEOUT_MS;
  for (let left = inFlight; left.length > 0 && performance.now() < until && !stop.aborted;) {
    await sleep(POLL_INTERVAL_MS);
    const still = new Set(await listInFlightCreates(state.db, job.service.account));
    left = left.filter((operation) => still.has(operation));
  }
}

/**
 * Looks for the accounts of this run's unconfirmed creates. If the service cannot be read, the next run does it.
 * @param since when the run began to send
 */
export async function settleOpenCreates(session: Session, service: Service, since: Date): Promise<void> {
  if ((await listUnconfirmedIntents(session.state.db, session.job.service.account)).length === 0) return;
  try {
    await service.directory.refresh();
    await settleCreates(session, service, since);
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
  }
}
