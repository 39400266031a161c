import { Worker } from "node:worker_threads";

/**
 * For a child process that uses a library on files from outside: ends it as soon as its parent is gone. The library may
 * never return, so a thread looks for the parent, too. Ctrl-C is for the parent, which stops its children.
 * SIGUSR1 would open Node's debugger.
 */
export function endWithParent(): void {
  process.on("disconnect", () => process.exit());
  const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, "SIGKILL"), 1000)`;
  new Worker(watch, { eval: true }).unref();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1"] as const) process.on(signal, () => {});
}
