import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Ended } from "../world/machine.ts";
import type { Export } from "./people.ts";

export interface RunResult {
  run: string;
  status: string;
  source: { rows: number };
  counts: Record<string, number>;
  held?: { limit: string; found: number; allowed: number }[];
}

export interface RunReport {
  rejects: { key: string | null }[];
  operations: { key: string; kind: string; status: string; code: string | null; reason: string | null }[];
}

/** A run that the judge has to look at. */
export interface Finished {
  job: "staff" | "external";
  exports: readonly Export[];
  ended: Ended;
  result: RunResult | null;
  /** Writes to users that the service got meanwhile. */
  writes: number;
}

/** The JSON report of a run; `null` if there is none. */
export function reportOf({ machine }: { machine: { dir: string } }, run: string): RunReport | null {
  const file = join(machine.dir, ".rollcall", "reports", `${run}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as RunReport) : null;
}

/** The JSON that a command printed; `null` where it printed none. */
export function jsonOf<T>(ended: Ended): T | null {
  try {
    return JSON.parse(ended.stdout) as T;
  } catch {
    return null;
  }
}

export interface Violation {
  promise: string;
  what: string;
  night: number;
}
