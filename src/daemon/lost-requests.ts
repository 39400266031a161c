import { firstStep, type StepQueue } from "../queue/steps.ts";
import { listRunRequests } from "../store/schedule/run-requests.ts";
import { KINDS } from "../store/schema/processes.ts";
import type { State } from "../state/state.ts";
import type { Call } from "../app/io.ts";

const POLL_INTERVAL_MS = 15_000;
/** A newer request may still be on its way to the queue. */
const MIN_REQUEUE_AGE_MS = 10_000;

/**
 * Requeues requests that the queue has lost, such as after a Redis that lost its data. This is safe: a finished step does
 * nothing the second time, and two steps of one request never run at once.
 */
async function requeueLost(io: Call, { db }: State, queue: StepQueue, minAgeMs: number): Promise<void> {
  const now = io.now();
  for (const { id, kind, at, ended_at: ended } of await listRunRequests(db, now)) {
    // Only a newer version knows the first step of its own kinds.
    if (!KINDS.includes(kind)) continue;
    if (ended !== null || now.getTime() - at.getTime() < minAgeMs) continue;
    if (!(await queue.has(id))) await queue.add(id, firstStep(kind));
  }
}

/**
 * Keeps every stored request in the queue. The embedded state has only one process that performs steps, so locks in its
 * queue belong to a dead process and are dropped at once.
 * @returns a function that stops it
 */
export async function restoreLostRequests(io: Call, state: State, queue: StepQueue): Promise<() => Promise<void>> {
  const alone = state.kind === "embedded";
  if (alone) await queue.clear();
  // Redis may be unavailable now; the timer tries again.
  await requeueLost(io, state, queue, alone ? 0 : MIN_REQUEUE_AGE_MS).catch((error: unknown) => {
    if (alone) throw error;
  });
  let polling: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    polling = polling.then(() => requeueLost(io, state, queue, MIN_REQUEUE_AGE_MS)).catch(() => undefined);
  }, POLL_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await polling;
  };
}
