import {
  assertSchemaCompatibility,
  createPostgresBackend,
  FlowProducer,
  LATEST_SCHEMA_VERSION,
  Queue,
  runMigrations,
  SchemaMigrationRequiredError,
  withBackend,
  Worker,
} from "bullmq";
import pTimeout, { TimeoutError } from "p-timeout";
import type { StatePool } from "../state/database/pool.ts";
import { examineRedis } from "./redis-check.ts";
import { connectRedis, redisPlace } from "./redis.ts";

/** Where the queues are stored: in Redis, or in the state's database. */
export interface QueuePlace {
  queuePool: StatePool;
  redis: string | null;
}

const onPostgres = withBackend(createPostgresBackend);

/** Keeps all keys of a queue on one node of a Redis Cluster. */
const PREFIX = "{rollcall}";

/** BullMQ for the place that a state names: its classes and their connection options. */
export interface Backend {
  Queue: typeof Queue;
  Worker: typeof Worker;
  FlowProducer: typeof FlowProducer;
  /** For queues and flows. */
  options: BackendOptions;
  /** For workers, which wait longer. */
  workerOptions: BackendOptions;
  /**
   * Waits for an answer of Redis, at most `ANSWER_TIMEOUT_MS`; a later answer is ignored.
   * @throws Error after the timeout
   */
  inTime<T>(asked: Promise<T>): Promise<T>;
  /** Closes the connections opened for this backend. */
  close(): Promise<void>;
}

interface BackendOptions {
  connection: object;
  prefix?: string;
}

export function openBackend({ queuePool, redis }: QueuePlace): Backend {
  if (redis === null) {
    const { pool, giveBack } = lend(queuePool);
    const options = { connection: pool };
    // The same classes, except for the type of their connection.
    const classes = onPostgres as unknown as Pick<Backend, "Queue" | "Worker" | "FlowProducer">;
    return { ...classes, options, workerOptions: options, inTime: (asked) => asked, close: async () => giveBack() };
  }
  const place = redisPlace(redis);
  const impatient = connectRedis(place, false);
  // A process that takes nothing from a queue needs no worker connection.
  let patient: ReturnType<typeof connectRedis> | null = null;
  return {
    Queue,
    Worker,
    FlowProducer,
    options: { connection: impatient, prefix: PREFIX },
    inTime: (asked) => pTimeout(asked, { milliseconds: ANSWER_TIMEOUT_MS, message: new TimeoutError("Redis does not answer") }),
    get workerOptions() {
      patient ??= connectRedis(place, true);
      return { connection: patient, prefix: PREFIX };
    },
    close: async () => {
      impatient.disconnect();
      patient?.disconnect();
    },
  };
}

/**
 * Lends a pool to one backend. BullMQ adds error listeners and never removes them, but the pool outlives all queues:
 * `giveBack` removes them, so that a long-running process does not keep every queue in memory.
 */
function lend(pool: StatePool): { pool: object; giveBack(): void } {
  const listening: Parameters<StatePool["on"]>[] = [];
  return {
    pool: {
      options: pool.options,
      query: pool.query.bind(pool),
      connect: pool.connect.bind(pool),
      end: async () => undefined,
      on: (...listener: Parameters<StatePool["on"]>) => {
        listening.push(listener);
        pool.on(...listener);
      },
    },
    giveBack: () => {
      for (const listener of listening.splice(0)) pool.off(...listener);
    },
  };
}

/** The library waits without a limit for an unreachable Cluster or sentinel, even on connections that should fail fast. */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Prepares the queues: creates BullMQ's missing tables, or checks that Redis answers and is configured to keep its
 * data.
 * @throws Problem
 */
export async function prepareQueues({ queuePool, redis }: QueuePlace): Promise<void> {
  if (redis !== null) return examineRedis(redis);
  const client = await queuePool.connect();
  try {
    if ((await versionOf(client)) < LATEST_SCHEMA_VERSION) await runMigrations(client);
  } finally {
    client.release();
  }
}

/** The version of BullMQ's tables, 0 without them. Asking takes one statement; migrating changes tables even when nothing is missing. */
async function versionOf(client: Parameters<typeof assertSchemaCompatibility>[0]): Promise<number> {
  try {
    return await assertSchemaCompatibility(client);
  } catch (error) {
    if (error instanceof SchemaMigrationRequiredError) return 0;
    throw error;
  }
}
