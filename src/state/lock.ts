import { fact, type Fact } from "../domain/facts/fact.ts";
import { hostname } from "node:os";
import { chmodSync, closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { EXIT, Problem } from "../domain/problem.ts";
import { refuseForeignFiles, refuseOtherOwner } from "./owner.ts";

/** The process that has a state directory open. */
export interface Holder {
  pid: number;
  host: string;
  command: string;
  since: string;
}

/** The right to use a state directory. Two processes on one PGlite directory corrupt it without an error. */
export interface StateLock {
  release(): void;
  /** Also deletes the lock, because the work that needed it did not start. */
  discard(): void;
}

/** Keeps the lock databases referenced: a collected one would be closed, and its lock released, while the directory is in use. */
const held = new Set<DatabaseSync>();

/**
 * Locks a state directory, or reports who has it.
 * SQLite uses a kernel file lock: it ends with the process however that dies, and a living process cannot lose it, not
 * even to another container on the same volume. A file with a pid cannot promise that.
 * @param command the holder's command without options, for other processes
 * @throws Problem `state_in_use`, naming the process that has it, or `state_of_other_user`; exit 2
 */
export function lockState(dir: string, command = "", now = new Date()): StateLock {
  refuseOtherOwner(dir);
  refuseForeignFiles(dir);
  const file = join(dir, "lock");
  const note = join(dir, "lock.json");
  for (const path of [file, note]) makePrivate(path);
  const { ino } = statSync(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    // Another process deleted the file between its opening and its lock.
    if (statSync(file, { throwIfNoEntry: false })?.ino !== ino) throw inUse(dir);
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw inUse(dir);
  }
  const holder: Holder = {
    pid: process.pid,
    host: hostname(),
    command: `rollcall ${command}`.trimEnd(),
    since: now.toISOString(),
  };
  writeFileSync(note, JSON.stringify(holder));
  held.add(lock);
  const release = (): void => {
    held.delete(lock);
    lock.close();
  };
  return {
    release,
    discard: () => {
      for (const path of [note, file]) rmSync(path, { force: true });
      release();
    },
  };
}

/** Returns whether another process has a state directory; not for the process that has it. */
export function isLocked(dir: string): boolean {
  const file = join(dir, "lock");
  if (!existsSync(file)) return false;
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE; ROLLBACK");
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    lock.close();
  }
}

/** Never opens a file that exists: closing it again would release a lock of this process on it. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (!(error instanceof Error && Reflect.get(error, "code") === "EEXIST")) throw error;
    chmodSync(path, 0o600);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 5;
}

/** Returns the process that last locked a state directory. */
export function readHolder(dir: string): Holder | null {
  try {
    return JSON.parse(readFileSync(join(dir, "lock.json"), "utf8")) as Holder;
  } catch {
    return null;
  }
}

/** Says which process it is. */
export function holderFact(holder: Holder | null): Fact {
  if (holder === null) return fact("holder.is_unknown", {});
  const { pid, host, command, since } = holder;
  return fact("holder.is_process", { pid: String(pid), host, command, since });
}

function inUse(dir: string): Problem {
  return new Problem(fact("state.is_in_use", { dir, holder: holderFact(readHolder(dir)) }), {
    code: "state_in_use",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: fact("advice.wait_or_other_state", {}),
  });
}
