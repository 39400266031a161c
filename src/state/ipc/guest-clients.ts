import type { PgliteClient } from "../database/pglite-pool.ts";
import type { PoolResult, StatePool } from "../database/pool.ts";

export interface SessionClients {
  query(id: number, text: string, params?: readonly unknown[]): Promise<PoolResult>;
  release(id: number): void;
  /** Resolves when none of their transactions is open. */
  releaseAll(): Promise<void>;
  /** Returns how long, in ms, a client has been silent in the middle of a transaction; 0 if none is in one. */
  idleInTransaction(): number;
}

interface Held {
  client: PgliteClient;
  /** The last request and all before it. */
  busy: Promise<unknown>;
  waiting: number;
  lastUsedAt: number;
}

/** The pool clients of one session, by the numbers that the other process gave them. */
export function sessionClients(pool: StatePool, notified: (id: number, message: unknown) => void): SessionClients {
  const held = new Map<number, Promise<Held>>();
  const open = new Set<Held>();

  const heldOf = (id: number): Promise<Held> => {
    const known = held.get(id);
    if (known !== undefined) return known;
    const opened = (pool.connect() as Promise<PgliteClient>).then((client) => {
      client.on("notification", (message) => notified(id, message));
      const one: Held = { client, busy: Promise.resolve(), waiting: 0, lastUsedAt: performance.now() };
      open.add(one);
      return one;
    });
    held.set(id, opened);
    return opened;
  };

  async function releaseOne(id: number): Promise<void> {
    const opened = held.get(id);
    held.delete(id);
    if (opened === undefined) return;
    const one = await opened;
    // A BEGIN that still waits would get its turn later and never give it back.
    await one.busy;
    open.delete(one);
    one.client.release();
  }

  return {
    query: async (id, text, params) => {
      const one = await heldOf(id);
      one.waiting += 1;
      // In order, as a server does: a statement that overtakes its BEGIN would wait for the session of its own client.
      const done = one.busy.then(() => one.client.query(text, params));
      one.busy = Promise.allSettled([one.busy, done]);
      try {
        return await done;
      } finally {
        one.waiting -= 1;
        one.lastUsedAt = performance.now();
      }
    },
    release: (id) => void releaseOne(id),
    releaseAll: async () => {
      await Promise.all([...held.keys()].map(releaseOne));
    },
    idleInTransaction: () => {
      const silent = [...open].filter(({ client, waiting }) => waiting === 0 && client.inTransaction);
      return Math.max(0, ...silent.map(({ lastUsedAt }) => performance.now() - lastUsedAt));
    },
  };
}
