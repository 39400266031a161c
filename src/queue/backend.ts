import { createPostgresBackend, FlowProducer, Queue, runMigrations, withBackend, Worker } from "bullmq";
import type { StatePool } from "../store/pool.ts";
import { examineRedis } from "./redis-check.ts";
import { connectRedis, redisPlace } from "./redis.ts";

/** Where the queues lie: on Redis, else in the database of the state. */
export interface QueuePlace {
  queuePool: StatePool;
  redis: string | null;
}

const onPostgres = withBackend(createPostgresBackend);

/** Keeps all keys of a queue on one node of a Redis Cluster. */
const PREFIX = "{rollcall}";

/** BullMQ over the place that a state names: the classes, and what each of them is opened with. */
export interface Backend {
  Queue: typeof Queue;
  Worker: typeof Worker;
  FlowProducer: typeof FlowProducer;
  /** For queues and flows, and for workers, which wait for longer. */
  options: BackendOptions;
  workerOptions: BackendOptions;
  /** Waits no longer than Redis may take; what it answers later counts for nothing. @throws where it takes longer */
  inTime<T>(asked: Promise<T>): Promise<T>;
  /** Closes the connections that were opened for it. */
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
    // The same classes but for the type of their connection.
    const classes = onPostgres as unknown as Pick<Backend, "Queue" | "Worker" | "FlowProducer">;
    return { ...classes, options, workerOptions: options, inTime: (asked) => asked, close: async () => giveBack() };
  }
  const place = redisPlace(redis);
  const hasty = connectRedis(place, false);
  // Whoever takes nothing from a queue needs none.
  let patient: ReturnType<typeof connectRedis> | null = null;
  return {
    Queue,
    Worker,
    FlowProducer,
    options: { connection: hasty, prefix: PREFIX },
    inTime: answered,
    get workerOptions() {
      patient ??= connectRedis(place, true);
      return { connection: patient, prefix: PREFIX };
    },
    close: async () => {
      hasty.disconnect();
      patient?.disconnect();
    },
  };
}

/**
 * A pool as it is lent to one backend: BullMQ listens for its errors and never stops to, and the pool outlives all queues.
 * Until it is given back, so that a process that runs for years does not keep every queue that it ever had.
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

/** A Cluster or sentinels that are away are waited for by the library without an end, also by those who are in a hurry. */
const PATIENCE = 10_000;

async function answered<T>(asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Error("Redis does not answer")), PATIENCE)));
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
    // It may still fail, with nobody listening any more.
    asked.catch(() => undefined);
  }
}

/** Makes the place ready: BullMQ's tables where they are missing, or a look whether Redis answers and keeps what it is given. @throws Problem */
export async function prepareQueues({ queuePool, redis }: QueuePlace): Promise<void> {
  if (redis !== null) return examineRedis(redis);
  const client = await queuePool.connect();
  try {
    await runMigrations(client);
  } finally {
    client.release();
  }
}
