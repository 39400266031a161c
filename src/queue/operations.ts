import { DelayedError, type Job, type Worker as AnyWorker } from "bullmq";
import { systemClock, type Clock } from "../model/clock.ts";
import type { ServiceSettings } from "../model/settings.ts";
import { tellQueueTrouble } from "../model/happening.ts";
import { openBackend, type QueuePlace } from "./backend.ts";
import { inThisCall } from "../model/telemetry.ts";

/** The store is the truth and the queue only carries it: a payload is an id and nothing else. */
interface Payload {
  operationId: string;
}

/** What is to become of an operation after one attempt. */
export type Next =
  | { next: "ended" }
  /** The store says when it is due again; the queue wakes it after so long (ms). Counts as an attempt. */
  | { next: "retry"; ms: number }
  /** The service asks everybody to wait: so long (ms), nothing is taken from the queue, by any process. */
  | { next: "wait"; ms: number }
  /** It was woken too early, as after a restart: the store says that it is due in so long (ms). Costs no attempt. */
  | { next: "not-due"; ms: number }
  /** Another operation of the same person runs: look again after so long (ms) of this machine's time. */
  | { next: "look-again"; ms: number };

export interface Attempt {
  operationId: string;
  /** True when the queue will not try it again. */
  last: boolean;
}

export interface OperationQueue {
  /** Hands operations over, by id; one that is there already stays as it is. */
  add(operationIds: readonly string[]): Promise<void>;
  /** Takes operations from now on, until `close`. A handler that throws has met a defect: the operation is let go. */
  work(handler: (attempt: Attempt) => Promise<Next>, onDefect: (operationId: string, error: unknown) => Promise<void>): Promise<void>;
  /** Nothing is taken from it any more, by any process, until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Waits for what is in flight. */
  close(): Promise<void>;
}

/** Tells the queue when to wake an operation again. */
class DueLater extends Error {
  readonly ms: number;
  constructor(ms: number) {
    super("The operation is due again later.");
    this.ms = ms;
  }
}

/** The name of the queue of a run's operations. */
export function operationsOf(run: string): string {
  return `operations-${run}`;
}

/** A worker that died keeps its operation from others for so long at most, in ms. */
const LOCK = 30_000;

/**
 * The queue of one run's operations. All processes that take from it share its limits: so many a second, and so many
 * at once. `atOnce`: this process alone takes no more than so many, so that others have something to do. `begin`: the process that carries the run on begins with an empty queue, because whatever was in an earlier
 * one is in the store and is handed over again.
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
  queue.on("error", inThisCall(tellQueueTrouble));
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
        limiter: { max: settings.rate.perSecond, duration: 1000 },
        lockDuration: LOCK,
        maxStalledCount: 100,
        settings: { backoffStrategy: (_made, _type, error) => (error instanceof DueLater ? timer(error.ms) : 0) },
      });
      worker.on("error", inThisCall(tellQueueTrouble));
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
      // Nothing of an ended run stays behind; what did not end is in the store.
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
