/** Runs the cases of one kind in a process of its own, which `main.ts` starts: a crash ends only this process. */
import { readdirSync, readFileSync } from "node:fs";
import { runCases, type Ran } from "./case.ts";
import { loadKind } from "./kinds.ts";

/** A case starts, has ended, or the most memory that this process and its children have used so far, in MB. */
export type Report = { is: "start"; n: number } | ({ is: "end" } & Ran) | { is: "memory"; mb: number };

const [name = "", seed = "", from = "", to = "", until = ""] = process.argv.slice(2);
const report = (what: Report): void => void process.send?.(what);
let childMb = 0;
let reported = 0;

/** Reads the peak memory of the processes that this one has started and that still run. */
function watchChildren(): void {
  try {
    for (const thread of readdirSync("/proc/self/task"))
      for (const id of readFileSync(`/proc/self/task/${thread}/children`, "utf8").trim().split(" "))
        if (id !== "") childMb = Math.max(childMb, peakOf(id));
  } catch {
    // A process that has just ended, or a system without /proc.
  }
}

function peakOf(id: string): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

function reportMemory(): void {
  const mb = Math.round(Math.max(process.resourceUsage().maxRSS / 1024, childMb));
  if (mb > reported) report({ is: "memory", mb });
  reported = Math.max(reported, mb);
}

process.on("disconnect", () => process.exit(1));
const watch = setInterval(watchChildren, 20);
const cases = runCases(await loadKind(name), Number(seed), Number(from), Number(to));
report({ is: "start", n: Number(from) });
for await (const ran of cases) {
  report({ is: "end", ...ran });
  reportMemory();
  if (Date.now() > Number(until)) break;
  report({ is: "start", n: ran.n + 1 });
}
clearInterval(watch);
process.exit(0);
