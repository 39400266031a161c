import { DelayedError, type Job, type Worker as AnyWorker } from "bullmq";
import { systemClock, type Clock } from "../domain/clock.ts";
import type { ServiceSettings } from "../domain/settings.ts";
import { emitQueueError } from "../domain/telemetry/events.ts";
import { openBackend, type QueuePlace } from "./backend.ts";
import { inThisCall } from "../domain/telemetry/telemetry.ts";

/** The store is the truth: a payload carries an id and nothing else. */
interface Payload {
  operationId: string;
}

/** The result of one attempt at an operation. */
export type Next =
  | { next: "ended" }
  /** The store says when it is due again; the queue wakes it after `ms`. Counts as an attempt. */
  | { next: "retry"; ms: number }
  /** The service asks all clients to wait: no process takes anything from the queue for `ms`. */
  | { next: "wait"; ms: number }
  /** It was woken too early, for example after a restart: it is due in `ms`. Does not count as an attempt. */
  | { next: "not-due"; ms: number }
  /** Another operation of the same person runs: check again after `ms` of this machine's time. */
  | { next: "look-again"; ms: number };

export interface Attempt {
  operationId: string;
  /** True when the queue will not retry it. */
  last: boolean;
}

export interface OperationQueue {
  /** Adds operations by id; one that is already queued stays unchanged. */
  add(operationIds: readonly string[]): Promise<void>;
  /** Takes operations until `close`. An error thrown by the handler is a defect: the operation leaves the queue. */
  work(handler: (attempt: Attempt) => Promise<Next>, onDefect: (operationId: string, error: unknown) => Promise<void>): Promise<void>;
  /** Stops all processes from taking operations until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Waits for operations in flight, then closes the queue. */
  close(): Promise<void>;
}

/** Tells the queue when to wake an operation again. */
class DueLater extends Error {
  readonly ms: number;
  constructor(ms: number) {
    super("The operation is due later.");
    this.ms = ms;
  }
}

/** Returns the name of the queue of a run's operations. */
export function operationsOf(run: string): string {
  return `operations-${run}`;
}

/** The longest time, in ms, that a dead worker blocks its operation. */
const LOCK_TIMEOUT_MS = 30_000;

/**
 * Opens the queue of one run's operations. All processes that take from it share its rate and concurrency limits.
 * @param options.begin set by the owner process, which starts with an empty queue: leftovers are in the store and are
 *   queued again
 * @param options.atOnce limit of this process, which leaves work for the others
 */
export async function openOperationQueue(
  place: QueuePlace,
  run: string,
  settings: ServiceSettings,
  { begin, atOnce, timer = systemClock.timer }: { begin: boolean; atOnce: number; timer?: Clock["timer"] },
): Promise<OperationQueue> {
  const name = operationsOf(run);
  const backend = openBackend(place);
  const queue = new backend.Queue<Payload>(name, backend.options);
  queue.on("error", inThisCall(emitQueueError));
  let worker: AnyWorker<Payload> | null = null;
  try {
    if (begin) {
      await backend.inTime(queue.obliterate({ force: true }));
      await backend.inTime(queue.resume());
      await backend.inTime(queue.setGlobalConcurrency(settings.rate.inFlight));
    }
  } catch (error) {
    await backend.inTime(queue.close()).catch(() => undefined);
    await backend.close();
    throw error;
  }

  return {
    add: async (operationIds) => {
      const jobs = operationIds.map((operationId) => ({
        name: "operation",
        data: { operationId },
        opts: {
          jobId: operationId,
          attempts: settings.retry.attempts,
          backoff: { type: "custom" },
          removeOnComplete: true,
          removeOnFail: true,
        },
      }));
      await backend.inTime(queue.addBulk(jobs));
    },
    work: async (handler, onDefect) => {
      worker = new backend.Worker<Payload>(name, (job: Job<Payload>, token) => attempt(job, token, handler, onDefect), {
        ...backend.workerOptions,
        concurrency: Math.min(settings.rate.inFlight, atOnce),
        limiter: limiterOf(settings.rate.perSecond),
        lockDuration: LOCK_TIMEOUT_MS,
        maxStalledCount: 100,
        settings: { backoffStrategy: (_made, _type, error) => (error instanceof DueLater ? timer(error.ms) : 0) },
      });
      worker.on("error", inThisCall(emitQueueError));
      await worker.waitUntilReady();
    },
    pause: async () => {
      await worker?.pause(true);
      await backend.inTime(queue.pause());
    },
    resume: async () => {
      await backend.inTime(queue.resume());
      void worker?.resume();
    },
    close: async () => {
      await worker?.close();
      // Nothing of an ended run stays in the queue; unfinished operations are in the store.
      if (begin) await backend.inTime(queue.obliterate({ force: true })).catch(() => undefined);
      await backend.inTime(queue.close()).catch(() => undefined);
      await backend.close();
    },
  };

  async function attempt(
    job: Job<Payload>,
    token: string | undefined,
    handler: (attempt: Attempt) => Promise<Next>,
    onDefect: (operationId: string, error: unknown) => Promise<void>,
  ): Promise<void> {
    const { operationId } = job.data;
    const last = job.attemptsMade + 1 >= settings.retry.attempts;
    let next: Next;
    try {
      next = await handler({ operationId, last });
    } catch (error) {
      await onDefect(operationId, error);
      return;
    }
    if (next.next === "wait") {
      await queue.rateLimit(timer(next.ms));
      throw backend.Worker.RateLimitError();
    }
    if (next.next === "look-again" || next.next === "not-due") {
      await job.moveToDelayed(Date.now() + (next.next === "not-due" ? timer(next.ms) : next.ms), token);
      throw new DelayedError();
    }
    if (next.next === "retry") throw new DueLater(next.ms);
  }
}

/** Returns BullMQ's limiter for a rate. BullMQ never ends a claim with `max` below 1, so a lower rate lengthens the window. */
function limiterOf(perSecond: number): { max: number; duration: number } {
  const max = Math.max(1, Math.floor(perSecond));
  return { max, duration: Math.ceil((max / perSecond) * 1000) };
}
