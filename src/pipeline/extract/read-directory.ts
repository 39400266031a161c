import { setTimeout as sleep } from "node:timers/promises";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import { retryDelay } from "../../domain/clock.ts";
import { listUnconfirmedIntents } from "../../store/identities/intents.ts";
import { listInFlightCreates } from "../../store/runs/operations.ts";
import { recoverLostOperations } from "../execute/recover-operations.ts";
import type { Service, Session } from "../../session/session.ts";
import { settleCreates } from "../../identities/settle.ts";

/** Reads groups and memberships; retries a few times if the service does not answer. */
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
