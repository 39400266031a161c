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
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      aborted.catch(() => undefined);
      const cancel = (): void => {
        line.ask("unlock", id).catch(() => undefined);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", cancel, { once: true });
      const taken = line.ask("lock", id, name);
      taken.catch(() => undefined);
      try {
        await Promise.race([taken, aborted]);
      } finally {
        signal?.removeEventListener("abort", cancel);
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
