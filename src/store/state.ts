import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { Kysely, PostgresDialect } from "kysely";
import { EXIT, Problem } from "../model/problem.ts";
import { openJournal, type Journal } from "./journal.ts";
import { lockState } from "./lock.ts";
import { localLocks, type Locks } from "./locks.ts";
import { migrate } from "./migrations.ts";
import { refuseMoved } from "./refuse-moved.ts";
import { PglitePool } from "./pglite-pool.ts";
import type { StatePool } from "./pool.ts";
import { beatOn, forgetProcesses, newProcessId } from "./processes.ts";
import { markJournalReplayed, replayJournal } from "./replay.ts";
import type { Db, Tables } from "./schema.ts";
import { createDatabaseDirectory } from "./template.ts";

/** How much the database will have to do in this process. */
export type Work = "little" | "much";

/**
 * V8 compiles PGlite's hot functions a second time: a third faster from then on, but half a second and 500 MB for it.
 * A command that asks for a few rows is better off without; the numbers say how hot a function must be.
 */
const tieringBudget: Record<Work, number> = { little: 2_000_000_000, much: 100_000_000 };

/** What a state is opened for. */
export interface Opening {
  expects?: Work;
  /** The command without its options, for those who meet the lock. */
  command?: string;
  /** PGlite's own files, where they are loaded already; else they are read from the disk. */
  engine?: Pick<PGliteOptions, "pgliteWasmModule" | "fsBundle">;
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

/** int8, numeric and date as text, as `pg` reads them, so that both drivers answer the same. */
const asText = (value: string): string => value;

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
export async function openEmbedded(directory: string, { expects = "little", command = "", engine = {} }: Opening = {}): Promise<Embedded> {
  const dir = resolve(directory);
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    chmodSync(dir, 0o700);
  } catch (error) {
    throw unreadable(dir, error);
  }
  const lock = lockState(dir, command);
  try {
    return await openLocked(dir, { expects, engine }, lock.release);
  } catch (error) {
    lock.release();
    throw error instanceof Problem ? error : unreadable(dir, error);
  }
}

async function openLocked(dir: string, { expects, engine }: Required<Omit<Opening, "command">>, unlock: () => void): Promise<Embedded> {
  await refuseMoved(dir);
  const data = join(dir, "database");
  if (!existsSync(data)) await createDatabaseDirectory(data);
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget[expects]}`);
  const database = await PGlite.create(data, { parsers: { 20: asText, 1700: asText, 1082: asText }, ...engine });
  await database.exec("SET search_path = public, bullmq; SET TIME ZONE 'UTC'; SET client_min_messages = warning");
  const pool = new PglitePool(database);
  const first = databaseOver(pool);
  try {
    await migrate(first);
  } catch (error) {
    // Nobody can go on with it, and whoever comes next must not find it open.
    await database.close();
    throw error;
  }
  const journal = await openJournal(dir);
  await replayJournal(first, journal);
  return {
    attach: (command) => attach({ dir, pool, journal }, command),
    close: async () => {
      await journal.close();
      await database.close();
      unlock();
    },
  };
}

async function attach({ dir, pool, journal }: Pick<State, "dir" | "journal"> & { pool: PglitePool }, command: string): Promise<State> {
  const db = databaseOver(pool);
  // Whoever was here before has ended.
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

/** Kysely asks of a pool only what PglitePool has; its type is that of the whole of `pg`. */
function databaseOver(pool: PglitePool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
}

function unreadable(dir: string, cause: unknown): Problem {
  const detail = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
  return new Problem(`The state directory ${dir} cannot be opened: ${detail}. Nothing was changed.`, {
    code: "state_unreadable",
    exit: EXIT.configuration,
    audience: "admin",
    next: "Check that you may write there, or give another directory with --state DIR.",
    cause,
  });
}
