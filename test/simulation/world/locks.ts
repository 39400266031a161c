import { DatabaseSync } from "node:sqlite";
import { currentProcess, ProcessEnded } from "./process.ts";

/** The kernel releases the locks of a process that has ended; here its SQLite files are closed. */
export function installLocks(): void {
  const closed = new WeakSet<DatabaseSync>();
  const { exec, close } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function watched(this: DatabaseSync, statements: string): void {
    const process = currentProcess();
    if (process?.alive === false) throw new ProcessEnded();
    exec.call(this, statements);
    process?.onEnd(() => this.close());
  };
  DatabaseSync.prototype.close = function once(this: DatabaseSync): void {
    if (closed.has(this)) return;
    closed.add(this);
    close.call(this);
  };
}
