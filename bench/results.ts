/** The figures of one run of the bench: collected, written to results/figures.json, and read again for the documentation. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import type { Step } from "./tools.ts";

/** One line of a table of figures. */
export interface Figure {
  part: string;
  rows: number;
  what: string;
  ms: number;
  peakMb: number;
  perSecond: number;
  beside: string;
}

/** A promised limit and what was measured; `measured` is `null` where this machine has not measured it. */
export interface Target {
  name: string;
  unit: "times" | "MB" | "s";
  limit: number;
  /** `most`: the figure must not be larger; `least`: not smaller. */
  kind: "most" | "least";
  measured: number;
  part: string;
}

export interface Results {
  at: string;
  machine: string;
  figures: Figure[];
  targets: Target[];
  /** Single numbers that the estimates are made of, by name. */
  numbers: Record<string, number>;
}

const file = fileURLToPath(new URL("results/figures.json", import.meta.url));

/** Returns the stored figures; a part that is measured again replaces its own. */
export function loadResults(): Results {
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Results;
  return { at: "", machine: "", figures: [], targets: [], numbers: {} };
}

/** Collects the figures of one part and prints each as it comes. */
export class Part {
  readonly figures: Figure[] = [];
  readonly targets: Target[] = [];
  readonly numbers: Record<string, number> = {};
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  readonly add = (rows: number, what: string, measured: Pick<Step, "ms" | "peakMb">, count: number, beside: string): void => {
    const { ms, peakMb } = measured;
    this.figures.push({ part: this.name, rows, what, ms: Math.round(ms), peakMb, perSecond: Math.round(count / (ms / 1000)), beside });
    console.log(`${what}, ${rows.toLocaleString("en")}: ${(ms / 1000).toFixed(2)} s, ${peakMb} MB  ${beside}`);
  };

  target(name: string, measured: number, unit: Target["unit"], limit: number, kind: Target["kind"] = "most"): void {
    this.targets.push({ name, measured: Math.round(measured * 100) / 100, unit, limit, kind, part: this.name });
  }
}

/** Stores what a part has measured in place of what it measured before. */
export function saveResults(part: Part): Results {
  const known = loadResults();
  const other = <T extends { part: string }>(list: T[]): T[] => list.filter((one) => one.part !== part.name);
  const results: Results = {
    at: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores, ${Math.round(totalmem() / 1e9)} GB, Node ${process.versions.node}`,
    figures: [...other(known.figures), ...part.figures],
    targets: [...other(known.targets), ...part.targets],
    numbers: { ...known.numbers, ...part.numbers },
  };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return results;
}

export function isMet({ measured, limit, kind }: Target): boolean {
  return kind === "most" ? measured <= limit : measured >= limit;
}
