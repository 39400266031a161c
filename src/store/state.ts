import { statfsSync } from "node:fs";
import { join, resolve } from "node:path";
import { diskFull, diskFullProblem } from "../model/disk-full.ts";
import { EXIT, Problem } from "../model/problem.ts";
import { databaseOver, openDatabase, type EmbeddedDatabase, type Work } from "./embedded-database.ts";
import { openJournal, type Journal } from "./journal.ts";
import { lockState } from "./lock.ts";
import { localLocks, type Locks } from "./locks.ts";
import { ownDirectory } from "./owner.ts";
import { refuseMoved } from "./refuse-moved.ts";
import type { PglitePool } from "./pglite-pool.ts";
import type { StatePool } from "./pool.ts";
import { beatOn, forgetProcesses, newProcessId } from "./processes.ts";
import { markJournalReplayed, replayJournal } from "./replay.ts";
import type { Db } from "./schema.ts";

export type { Work } from "./embedded-database.ts";

/** What a state is opened for. */
export interface Opening {
  expects?: Work;
  /** The command without its options, for those who meet the lock. */
  command?: string;
  /** Opens the database; left out: `openDatabase`. Tests hand out one that is open already. */
  database?: (data: string, expects: Work) => Promise<EmbeddedDatabase>;
}

/** An open state: the database, the pools of it, the journal, and what keeps several processes out of each other's way. */
export interface State {
  /** `embedded` belongs to one process, through which others may go; a `server` is shared with others. */
  kind: "embedded" | "server";
  /** A folder of this machine: the embedded database, and in all sizes reports and files on their way. */
  dir: string;
  db: Db;
  pool: StatePool;
  /** For BullMQ, whose workers each keep a connection for themselves. */
  queuePool: StatePool;
  /** Redis, where the queues lie there. */
  redis: string | null;
  journal: Journal;
  locks: Locks;
  /** The name of this process among those that share the state. */
  me: string;
  /** False where other processes may work on the state at the same time. */
  alone: boolean;
  /** The process that has the state open, where this one goes through it. */
  through: Through | null;
  close(): Promise<void>;
}

/** Another process that has the state open and does for this one what only it can. */
export interface Through {
  /** Aborted when it is about to end. */
  ending: AbortSignal;
  /** What it has open besides, by name. */
  ask(name: string): Promise<unknown>;
}

/** An embedded database that this process has open; one command after another may work in it. */
export interface Embedded {
  /** Begins the work of one command, as if it had opened the directory. Closing the state leaves the database open. */
  attach(command: string): Promise<State>;
  /** Closes the database and releases the directory. */
  close(): Promise<void>;
}

/**
 * Opens the embedded state directory, making it when it is new, and replays what a power cut took from the database.
 *
 * @throws Problem `state_in_use` when another process has it, `state_moved` when it was taken to a server,
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

/** The same for several commands one after another. */
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
  { expects = "little", database: open = openDatabase }: Opening,
  unlock: () => void,
): Promise<Embedded> {
  await refuseMoved(dir);
  const database = await open(join(dir, "database"), expects);
  const journal = await openJournal(dir);
  await replayJournal(databaseOver(database.pool), journal);
  return {
    attach: (command) => attach({ dir, pool: database.pool, journal }, command),
    close: async () => {
      await journal.close();
      await database.close();
      unlock();
    },
  };
}

async function attach({ dir, pool, journal }: Pick<State, "dir" | "journal"> & { pool: PglitePool }, command: string): Promise<State> {
  const db = databaseOver(pool);
  // Only one command at a time has an embedded state: every earlier one has ended.
  await forgetProcesses(db);
  const me = newProcessId();
  const silence = await beatOn(db, me, command);
  return {
    kind: "embedded",
    dir,
    db,
    pool,
    queuePool: pool,
    redis: null,
    journal,
    locks: localLocks(),
    me,
    alone: true,
    through: null,
    close: async () => {
      await silence();
      await markJournalReplayed(db, journal);
    },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "that file system is read-only",
  ENOTDIR: "it is not a directory",
  EEXIST: "it is not a directory",
};

/** Below this many free bytes PGlite aborts without naming its reason. */
const LEAST_FREE_BYTES = 1024 * 1024;

/** Returns what to report of a state directory that cannot be opened. */
export function unreadable(dir: string, cause: unknown): Problem {
  const full = diskFull(cause);
  if (full !== null) return full;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, "code") : undefined;
  const known = typeof code === "string" ? REASONS[code] : undefined;
  if (known === undefined && !hasRoom(dir)) return diskFullProblem(cause);
  return new Problem(`The state directory ${dir} cannot be opened: ${known ?? "its database does not start"}. Nothing was changed.`, {
    code: "state_unreadable",
    exit: EXIT.configuration,
    audience: "admin",
    next:
      known === undefined
        ? "Check the disk; if files of the state are lost or damaged, restore a backup."
        : "Check that you may write there, or give another directory with --state DIR.",
    cause,
  });
}

function hasRoom(dir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize >= LEAST_FREE_BYTES;
  } catch {
    return true;
  }
}
