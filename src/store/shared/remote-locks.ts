import type { Locks } from "../locks.ts";
import type { Line } from "./line.ts";

/** The locks of a state that another process has open; they end with the connection. */
export function remoteLocks(line: Line): Locks {
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
      const giveUp = (): void => {
        line.ask("unlock", id).catch(() => undefined);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      const taken = line.ask("lock", id, name);
      taken.catch(() => undefined);
      try {
        await Promise.race([taken, aborted]);
      } finally {
        signal?.removeEventListener("abort", giveUp);
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
