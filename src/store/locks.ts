import pg from "pg";
import { createTurns } from "./turns.ts";

/** What only one may do at a time, of all the processes that share a state. Names are `kind:whose`. */
export interface Locks {
  /**
   * Runs when nobody else, in any process, has this name. Not to be asked for again from inside of it.
   * @param waits called once where somebody else has it
   */
  exclusively<T>(name: string, work: () => Promise<T>, signal?: AbortSignal, waits?: () => void): Promise<T>;
  /** The same, but `null` at once when somebody has it. */
  unlessBusy<T>(name: string, work: () => Promise<T>): Promise<T | null>;
  close(): Promise<void>;
}

/** For a state that belongs to one process. */
export function localLocks(): Locks {
  const turns = createTurns();
  return {
    exclusively: (name, work, signal, waits) => {
      if (turns.busy(name)) waits?.();
      return turns.take(name, () => {
        signal?.throwIfAborted();
        return work();
      });
    },
    unlessBusy: async (name, work) => (turns.busy(name) ? null : turns.take(name, work)),
    close: async () => undefined,
  };
}

const SHORTEST_LOOK = 20;
const LONGEST_LOOK = 500;

/**
 * For a state on a server: advisory locks, which end with the connection and so with the process. One connection holds
 * all of a process's locks. When it breaks they are free for others, although the work may still go on here: what a
 * lock protects must be harmless twice, and only wasteful or confusing without it.
 */
export function serverLocks(url: string): Locks {
  const turns = createTurns();
  let holder: Promise<pg.Client> | null = null;

  const connect = (): Promise<pg.Client> => {
    holder ??= (async () => {
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
  // A connection that broke has freed everything already.
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
      let told = turns.busy(name);
      if (told) waits?.();
      return turns.take(name, async () => {
        for (let look = SHORTEST_LOOK; ; look = Math.min(LONGEST_LOOK, 2 * look)) {
          signal?.throwIfAborted();
          if (await tryLock(name)) return locked(name, work);
          if (!told) waits?.();
          told = true;
          await new Promise((resolve) => setTimeout(resolve, look * (0.5 + Math.random() / 2)));
        }
      });
    },
    unlessBusy: async (name, work) => {
      if (turns.busy(name)) return null;
      return turns.take(name, async () => ((await tryLock(name)) ? locked(name, work) : null));
    },
    close: async () => {
      await (await holder?.catch(() => null))?.end().catch(() => undefined);
    },
  };
}
