/** A limit on the size of files simulates a full disk: it needs no mount, and no root for processes of one's own. */
import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { bring } from "../helpers/programs.ts";

/** @returns what lifts it */
export function limitFiles(pids: readonly number[], bytes: number): () => void {
  const program = bring("prlimit", ["--version"]);
  const limited = pids.flatMap((pid) => [pid, ...childrenOf(pid)]);
  // As the user of the process: for one's own processes nobody needs more rights.
  const set = (pid: number, limit: string): void => {
    if (!existsSync(`/proc/${pid}`)) return;
    const { uid, gid } = statSync(`/proc/${pid}`);
    try {
      execFileSync(program, ["--pid", String(pid), `--fsize=${limit}`], { uid, gid, stdio: "pipe" });
    } catch (error) {
      // A session of PostgreSQL may end at any moment.
      if (existsSync(`/proc/${pid}`)) throw error;
    }
  };
  for (const pid of limited) set(pid, `${bytes}:unlimited`);
  return () => {
    // Sessions that began meanwhile have inherited it.
    for (const pid of new Set([...limited, ...pids.flatMap(childrenOf)])) set(pid, "unlimited:unlimited");
  };
}

function childrenOf(pid: number): number[] {
  try {
    const found = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
    return found.trim().split(/\s+/).filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
