import { createPostgresBackend, FlowProducer, Queue, runMigrations, withBackend, Worker } from "bullmq";
import type { StatePool } from "../store/pool.ts";
import { checkRedis, connectRedis, redisPlace } from "./redis.ts";

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
    return { ...classes, options, workerOptions: options, close: async () => giveBack() };
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

/** Makes the place ready: BullMQ's tables where they are missing, or a look whether Redis answers. @throws Problem */
export async function prepareQueues({ queuePool, redis }: QueuePlace): Promise<void> {
  if (redis !== null) return checkRedis(redis);
  const client = await queuePool.connect();
  try {
    await runMigrations(client);
  } finally {
    client.release();
  }
}
