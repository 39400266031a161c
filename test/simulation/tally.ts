import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addCounts, countsText, progressFile } from "../helpers/progress.ts";

/** What happened in simulated companies. */
export interface Tally {
  runs: number;
  nights: number;
  commands: number;
  requests: number;
  crashes: number;
  faults: Record<string, number>;
  events: Record<string, number>;
  /** Companies by policy, for those that only some companies have. */
  policies: Record<string, number>;
  violations: number;
}

export function emptyTally(): Tally {
  return { runs: 0, nights: 0, commands: 0, requests: 0, crashes: 0, faults: {}, events: {}, policies: {}, violations: 0 };
}

/** How far the runs from one seed on have come. */
export interface Progress {
  /** The first seed, and the next one. */
  seed: number;
  next: number;
  ms: number;
  failing: number[];
  tally: Tally;
}

const stored = progressFile<Progress>(
  join(fileURLToPath(new URL("../..", import.meta.url)), ".simulation", "tally.json"),
  (a, b) => a.seed === b.seed,
);

export function emptyProgress(seed: number): Progress {
  return { seed, next: seed, ms: 0, failing: [], tally: emptyTally() };
}

/** Returns the progress of earlier portions. */
export function readProgress(seed: number): Progress {
  return stored.read(emptyProgress(seed));
}

export const saveProgress = stored.save;

/** Adds one run to a tally. */
export function addTally(sum: Tally, one: Tally): void {
  for (const [name, value] of Object.entries(one) as [keyof Tally, number | Record<string, number>][]) {
    if (typeof value === "number") (sum[name] as number) += value;
    else addCounts(((sum[name] as Record<string, number> | undefined) ??= {}), value);
  }
}

/** The tally as text. */
export function tallyText({ tally, ms, failing }: Progress): string {
  return [
    `${tally.runs} runs, ${tally.nights} nights, ${tally.commands} commands, ${tally.requests} requests, ${tally.crashes} crashes`,
    `${tally.violations} violations${failing.length === 0 ? "" : `, in the seeds ${failing.join(", ")}`}`,
    `${(tally.runs / Math.max(0.001, ms / 1000)).toFixed(2)} runs a second`,
    `events:\n${countsText(tally.events)}`,
    `policies:\n${countsText(tally.policies)}`,
    `faults:\n${countsText(tally.faults)}`,
  ].join("\n");
}
