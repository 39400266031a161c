import { fact, type Fact } from "../domain/facts/fact.ts";
import { statfsSync } from "node:fs";
import { join, resolve } from "node:path";
import { diskFull, diskFullProblem } from "../domain/disk-full.ts";
import { EXIT, Problem } from "../domain/problem.ts";
import { databaseOver, openDatabase, type EmbeddedDatabase } from "./database/embedded-database.ts";
import { openJournal, type Journal } from "./journal/journal.ts";
import { lockState } from "./lock.ts";
import { localLocks, type Locks } from "./locks.ts";
import { ownDirectory } from "./owner.ts";
import { refuseMigrated } from "./refuse-migrated.ts";
import type { PglitePool } from "./database/pglite-pool.ts";
import type { StatePool } from "./database/pool.ts";
import { startHeartbeat, removeAllProcesses, newProcessId } from "../store/schedule/processes.ts";
import { markJournalReplayed, replayJournal } from "./journal/replay.ts";
import type { Db } from "../store/schema/tables.ts";

/** How a state is opened. */
export interface Opening {
  /** The command without its options, for processes that find the state locked. */
  command?: string;
  /** The process serves for long. */
  stays?: boolean;
  /** Opens the database; default: `openDatabase`. Tests pass one that is already open. */
  database?: (data: string) => Promise<EmbeddedDatabase>;
}

/** An open state: its database and pools, the journal, and the locks between processes. */
export interface State {
  /** `embedded` belongs to one process, which may run commands for others; a `server` is shared. */
  kind: "embedded" | "server";
  /** A folder of this machine: the embedded database, reports and temporary files. */
  dir: string;
  db: Db;
  pool: StatePool;
  /** For BullMQ, whose workers each occupy a connection. */
  queuePool: StatePool;
  /** The URL of Redis if the queues are there. */
  redis: string | null;
  /** Servers on other machines that the state is sent to without TLS, because the configuration allows it. */
  unencrypted: readonly ("DATABASE_URL" | "REDIS_URL")[];
  journal: Journal;
  locks: Locks;
  /** Identifies this process among those that share the state. */
  processId: string;
  /** Operations of this process whose outcome could not be stored, for example on a full disk. The next run recovers them. */
  lost: Set<string>;
  /** The daemon that runs this command on its own state; `null`: the command has the state open itself. */
  host: Host | null;
  close(): Promise<void>;
}

/** The daemon that runs commands of other processes. */
export interface Host {
  /** Starts the local learning service, or returns the one that runs. */
  sandbox(): Promise<{ url: string; refreshToken: string }>;
}

/** An embedded database that this process has open for several commands in sequence. */
export interface Embedded {
  /** Starts the work of one command, as if it had opened the directory. Closing the state leaves the database open. */
  attach(command: string): Promise<State>;
  /** Closes the database and releases the directory. */
  close(): Promise<void>;
}

/**
 * Opens the embedded state directory, creating it if needed, and replays entries that the database lost in a power cut.
 * @throws Problem `state_in_use` when another process has it, `state_moved` when it was migrated to a server,
 *   `state_unreadable` when it cannot be opened. Exit 2.
 */
export async function openState(directory: string, opening: Opening = {}): Promise<State> {
  const embedded = await openEmbedded(directory, opening);
  try {
    const state = await embedded.attach(opening.command ?? "");
    const detach = state.close;
    return {
      ...state,
      close: async () => {
        await detach();
        await state.db.destroy();
        await embedded.close();
      },
    };
  } catch (error) {
    await embedded.close().catch(() => undefined);
    throw error;
  }
}

/** Opens the same for several commands in sequence. */
export async function openEmbedded(directory: string, opening: Opening = {}): Promise<Embedded> {
  const dir = resolve(directory);
  try {
    ownDirectory(dir);
    const lock = lockState(dir, opening.command);
    try {
      return await openLocked(dir, opening, lock.release);
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(dir, error);
  }
}

async function openLocked(
  dir: string,
  { stays, database: open = (data) => openDatabase(data, {}, stays) }: Opening,
  unlock: () => void,
): Promise<Embedded> {
  await refuseMigrated(dir);
  const database = await open(join(dir, "database"));
  try {
    const journal = await openReplayed(dir, database.pool);
    return {
      attach: (command) => attach({ dir, pool: database.pool, journal }, command),
      close: async () => {
        await journal.close();
        await database.close();
        unlock();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openReplayed(dir: string, pool: PglitePool): Promise<Journal> {
  const journal = await openJournal(dir);
  try {
    await replayJournal(databaseOver(pool), journal);
    return journal;
  } catch (error) {
    await journal.close();
    throw error;
  }
}

async function attach({ dir, pool, journal }: Pick<State, "dir" | "journal"> & { pool: PglitePool }, command: string): Promise<State> {
  const db = databaseOver(pool);
  // An embedded state has one command at a time: every earlier one has ended.
  await removeAllProcesses(db);
  const processId = newProcessId();
  const stopHeartbeat = await startHeartbeat(db, processId, command);
  return {
    kind: "embedded",
    dir,
    db,
    pool,
    queuePool: pool,
    redis: null,
    unencrypted: [],
    journal,
    locks: localLocks(),
    processId,
    host: null,
    lost: new Set(),
    close: async () => {
      await stopHeartbeat();
      await markJournalReplayed(db, journal);
    },
  };
}

const REASONS: Readonly<Record<string, Fact>> = {
  EACCES: fact("write.is_denied", {}),
  EPERM: fact("write.is_denied", {}),
  EROFS: fact("write.meets_read_only_system", {}),
  ENOTDIR: fact("state.is_no_directory", {}),
  EEXIST: fact("state.is_no_directory", {}),
};

/** Below this many free bytes PGlite aborts without naming its reason. */
const MIN_FREE_BYTES = 1024 * 1024;

/** Returns the problem for a state directory that cannot be opened. */
export function unreadable(dir: string, cause: unknown): Problem {
  const full = diskFull(cause);
  if (full !== null) return full;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, "code") : undefined;
  const known = typeof code === "string" ? REASONS[code] : undefined;
  if (known === undefined && !hasRoom(dir)) return diskFullProblem(cause);
  return new Problem(fact("state.cannot_be_opened", { dir, why: known ?? fact("state.database_does_not_start", {}) }), {
    code: "state_unreadable",
    exit: EXIT.configuration,
    audience: "admin",
    next: known === undefined ? fact("advice.check_disk_or_restore", {}) : fact("advice.check_directory_permission", {}),
    cause,
  });
}

function hasRoom(dir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize >= MIN_FREE_BYTES;
  } catch {
    return true;
  }
}
