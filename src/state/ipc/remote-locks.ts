import pTimeout from "p-timeout";
import type { Locks } from "../locks.ts";
import type { Connection } from "./connection.ts";

/** The locks of a state that another process has open; they end with the connection. */
export function remoteLocks(line: Connection): Locks {
  let last = 0;

  async function withLock<T>(id: number, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      await line.ask("unlock", id).catch(() => undefined);
    }
  }

  return {
    exclusively: async (name, work, signal, waits) => {
      signal?.throwIfAborted();
      if (waits !== undefined) {
        last += 1;
        const first = last;
        if ((await line.ask("trylock", first, name)) === true) return withLock(first, work);
        waits();
      }
      last += 1;
      const id = last;
      try {
        await pTimeout(line.ask("lock", id, name), { milliseconds: Number.POSITIVE_INFINITY, ...(signal === undefined ? {} : { signal }) });
      } catch (error) {
        // The lock may be granted after the abort.
        line.ask("unlock", id).catch(() => undefined);
        throw error;
      }
      return withLock(id, () => {
        signal?.throwIfAborted();
        return work();
      });
    },
    unlessBusy: async (name, work) => {
      last += 1;
      const id = last;
      return (await line.ask("trylock", id, name)) === true ? withLock(id, work) : null;
    },
    close: async () => undefined,
  };
}
