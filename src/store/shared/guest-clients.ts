import type { PgliteClient } from "../pglite-pool.ts";
import type { PoolResult, StatePool } from "../pool.ts";

export interface GuestClients {
  query(id: number, text: string, params?: readonly unknown[]): Promise<PoolResult>;
  release(id: number): void;
  /** Resolves when nothing that they began goes on. */
  releaseAll(): Promise<void>;
  /** So long, in ms, one of them has been silent in the middle of a transaction; 0 where none is in any. */
  idleInTransaction(): number;
}

interface Held {
  client: PgliteClient;
  /** What it was asked last, and everything before. */
  busy: Promise<unknown>;
  waiting: number;
  heardAt: number;
}

/** The clients of the pool that a guest uses, by the numbers that it gave them. */
export function guestClients(pool: StatePool, notified: (id: number, message: unknown) => void): GuestClients {
  const held = new Map<number, Promise<Held>>();
  const open = new Set<Held>();

  const heldOf = (id: number): Promise<Held> => {
    const known = held.get(id);
    if (known !== undefined) return known;
    const opened = (pool.connect() as Promise<PgliteClient>).then((client) => {
      client.on("notification", (message) => notified(id, message));
      const one: Held = { client, busy: Promise.resolve(), waiting: 0, heardAt: performance.now() };
      open.add(one);
      return one;
    });
    held.set(id, opened);
    return opened;
  };

  async function letGo(id: number): Promise<void> {
    const opened = held.get(id);
    held.delete(id);
    if (opened === undefined) return;
    const one = await opened;
    // A BEGIN that still waits for its turn would take it after all, and never give it back.
    await one.busy;
    open.delete(one);
    one.client.release();
  }

  return {
    query: async (id, text, params) => {
      const one = await heldOf(id);
      one.waiting += 1;
      const done = one.client.query(text, params);
      one.busy = Promise.allSettled([one.busy, done]);
      try {
        return await done;
      } finally {
        one.waiting -= 1;
        one.heardAt = performance.now();
      }
    },
    release: (id) => void letGo(id),
    releaseAll: async () => {
      await Promise.all([...held.keys()].map(letGo));
    },
    idleInTransaction: () => {
      const silent = [...open].filter(({ client, waiting }) => waiting === 0 && client.inTransaction);
      return Math.max(0, ...silent.map(({ heardAt }) => performance.now() - heardAt));
    },
  };
}
