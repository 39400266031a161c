import { hash } from "node:crypto";
import { createPostgresBackend, runMigrations, withBackend, type Job } from "bullmq";
import type { ServiceSettings } from "../model/settings.ts";
import type { PglitePool } from "../store/pglite-pool.ts";
import { retryDelay } from "./backoff.ts";

const { Queue, Worker } = withBackend(createPostgresBackend);

/** The store is the truth and the queue only carries it: a payload is an id and nothing else. */
interface Payload {
  operationId: string;
}

/** What is to become of an operation after one attempt. */
export type Next =
  | { next: "ended" }
  /** Try this operation again after a backoff; counts as an attempt. */
  | { next: "retry" }
  /** The service asks everybody to wait: so long (ms), nothing is taken from the queue. */
  | { next: "wait"; ms: number };

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
  pause(): Promise<void>;
  resume(): void;
  /** Waits for what is in flight. */
  close(): Promise<void>;
}

/** Creates BullMQ's tables; a no-op where they are. */
export async function migrateQueue(pool: PglitePool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client);
  } finally {
    client.release();
  }
}

/**
 * The queue of one service account, on BullMQ over the embedded database. It starts empty: only one process has the
 * state, so whatever an earlier one left is in the store and is handed over again.
 */
export async function openOperationQueue(pool: PglitePool, settings: ServiceSettings): Promise<OperationQueue> {
  const name = `operations-${hash("sha256", settings.account).slice(0, 12)}`;
  const queue = new Queue<Payload>(name, { connection: pool });
  await queue.obliterate({ force: true });
  let worker: InstanceType<typeof Worker<Payload>> | null = null;

  return {
    add: async (operationIds) => {
      await queue.addBulk(
        operationIds.map((operationId) => ({
          name: "operation",
          data: { operationId },
          opts: {
            jobId: operationId,
            attempts: settings.retry.attempts,
            backoff: { type: "custom" },
            removeOnComplete: true,
            removeOnFail: true,
          },
        })),
      );
    },
    work: async (handler, onDefect) => {
      worker = new Worker<Payload>(name, (job: Job<Payload>) => attempt(job, handler, onDefect), {
        connection: pool,
        concurrency: settings.rate.inFlight,
        limiter: { max: settings.rate.perSecond, duration: 1000 },
        settings: {
          backoffStrategy: (made: number) => retryDelay(made, settings.retry.delay, settings.retry.maxDelay, Math.random()),
        },
      });
      // BullMQ reports what it will try again by itself; without a listener the event would end the process.
      worker.on("error", () => undefined);
      await worker.waitUntilReady();
    },
    pause: async () => worker?.pause(true),
    resume: () => {
      void worker?.resume();
    },
    close: async () => {
      await worker?.close();
      await queue.close();
    },
  };

  async function attempt(
    job: Job<Payload>,
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
      await queue.rateLimit(next.ms);
      throw Worker.RateLimitError();
    }
    if (next.next === "retry") throw new Error("to be tried again");
  }
}
