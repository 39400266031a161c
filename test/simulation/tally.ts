import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { emptyTally, type Tally } from "./story/company.ts";

const FILE = join(fileURLToPath(new URL("../..", import.meta.url)), ".simulation", "tally.json");

/** How far the runs from one seed on have come. */
export interface Progress {
  /** The first seed, and the next one. */
  seed: number;
  next: number;
  ms: number;
  failing: number[];
  tally: Tally;
}

export function emptyProgress(seed: number): Progress {
  return { seed, next: seed, ms: 0, failing: [], tally: emptyTally() };
}

/** Returns the progress of earlier portions. */
export function readProgress(seed: number): Progress {
  try {
    const all = JSON.parse(readFileSync(FILE, "utf8")) as Progress[];
    return all.find((one) => one.seed === seed) ?? emptyProgress(seed);
  } catch {
    return emptyProgress(seed);
  }
}

export function saveProgress(progress: Progress): void {
  let all: Progress[] = [];
  try {
    all = JSON.parse(readFileSync(FILE, "utf8")) as Progress[];
  } catch {
    mkdirSync(dirname(FILE), { recursive: true });
  }
  const others = all.filter(({ seed }) => seed !== progress.seed);
  writeFileSync(`${FILE}.new`, `${JSON.stringify([...others, progress], null, 2)}\n`);
  renameSync(`${FILE}.new`, FILE);
}

/** Adds one run to a tally. */
export function addTally(sum: Tally, one: Tally): void {
  for (const [name, value] of Object.entries(one) as [keyof Tally, number | Record<string, number>][]) {
    if (typeof value === "number") (sum[name] as number) += value;
    else {
      const counts = sum[name] as Record<string, number>;
      for (const [what, n] of Object.entries(value)) counts[what] = (counts[what] ?? 0) + n;
    }
  }
}

/** The tally as text. */
export function tallyText({ tally, ms, failing }: Progress): string {
  const list = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([what, n]) => `  ${n}  ${what}`)
      .join("\n");
  return [
    `${tally.runs} runs, ${tally.nights} nights, ${tally.commands} commands, ${tally.requests} requests, ${tally.crashes} crashes`,
    `${tally.violations} violations${failing.length === 0 ? "" : `, in the seeds ${failing.join(", ")}`}`,
    `${(tally.runs / Math.max(0.001, ms / 1000)).toFixed(2)} runs a second`,
    `events:\n${list(tally.events)}`,
    `faults:\n${list(tally.faults)}`,
  ].join("\n");
}
