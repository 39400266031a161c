import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import pLimit, { type LimitFunction } from "p-limit";

/** Locks across all processes that share a state. Names are `kind:id`. */
export interface Locks {
  /**
   * Runs `work` while no other caller in any process has this name. Not reentrant.
   * @param waits called once if the lock is taken
   */
  exclusively<T>(name: string, work: () => Promise<T>, signal?: AbortSignal, waits?: () => void): Promise<T>;
  /** Like `exclusively`, but returns `null` at once if the lock is taken. */
  unlessBusy<T>(name: string, work: () => Promise<T>): Promise<T | null>;
  close(): Promise<void>;
}

/** Returns locks for a state that only this process uses. */
export function localLocks(): Locks {
  const mutex = createMutex();
  return {
    exclusively: (name, work, signal, waits) => {
      if (mutex.busy(name)) waits?.();
      return mutex.take(name, () => {
        signal?.throwIfAborted();
        return work();
      });
    },
    unlessBusy: async (name, work) => (mutex.busy(name) ? null : mutex.take(name, work)),
    close: async () => undefined,
  };
}

const MIN_POLL_INTERVAL_MS = 20;
const MAX_POLL_INTERVAL_MS = 500;

/**
 * Returns locks for a state on a server: advisory locks, which end with the connection and so with the process. One
 * connection holds all locks of a process. When it breaks, others can take them while the work here may continue:
 * locked work must be harmless if it runs twice.
 */
export function serverLocks(url: string): Locks {
  const mutex = createMutex();
  let holder: Promise<Client> | null = null;

  const connect = (): Promise<Client> => {
    holder ??= (async () => {
      const { default: pg } = await import("pg");
      const client = new pg.Client({ connectionString: url, application_name: "rollcall locks", keepAlive: true });
      const gone = (): void => {
        holder = null;
      };
      client.on("error", gone);
      client.on("end", gone);
      await client.connect();
      return client;
    })();
    holder.catch(() => (holder = null));
    return holder;
  };
  const tryLock = async (name: string): Promise<boolean> => {
    const { rows } = await (await connect()).query<{ got: boolean }>("SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got", [name]);
    return rows[0]?.got === true;
  };
  // A broken connection has already released everything.
  const unlock = async (name: string): Promise<void> => {
    await (await connect()).query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [name]).catch(() => undefined);
  };
  const locked = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } finally {
      await unlock(name).catch(() => undefined);
    }
  };

  return {
    exclusively: (name, work, signal, waits) => {
      let reported = mutex.busy(name);
      if (reported) waits?.();
      return mutex.take(name, async () => {
        for (let pause = MIN_POLL_INTERVAL_MS; ; pause = Math.min(MAX_POLL_INTERVAL_MS, 2 * pause)) {
          signal?.throwIfAborted();
          if (await tryLock(name)) return locked(name, work);
          if (!reported) waits?.();
          reported = true;
          await sleep(pause * (0.5 + Math.random() / 2));
        }
      });
    },
    unlessBusy: async (name, work) => {
      if (mutex.busy(name)) return null;
      return mutex.take(name, async () => ((await tryLock(name)) ? locked(name, work) : null));
    },
    close: async () => {
      await (await holder?.catch(() => null))?.end().catch(() => undefined);
    },
  };
}

/** Runs work of the same name one after another within this process, in the order of the calls. */
interface Mutex {
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Returns whether a caller has this name or waits for it. */
  busy(name: string): boolean;
}

function createMutex(): Mutex {
  const limits = new Map<string, LimitFunction>();
  const busy = (name: string): boolean => {
    const limit = limits.get(name);
    return limit !== undefined && limit.activeCount + limit.pendingCount > 0;
  };
  return {
    busy,
    take: async (name, work) => {
      const limit = limits.get(name) ?? pLimit(1);
      limits.set(name, limit);
      try {
        return await limit(work);
      } finally {
        if (!busy(name)) limits.delete(name);
      }
    },
  };
}
