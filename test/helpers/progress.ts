import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Keeps the progress of searches in a file, so that a later call continues where the last one ended. */
export function progressFile<T extends object>(file: string, isSame: (a: T, b: T) => boolean) {
  const all = (): T[] => {
    try {
      return JSON.parse(readFileSync(file, "utf8")) as T[];
    } catch {
      return [];
    }
  };
  return {
    /** Returns the progress of earlier calls of the same search, or this one. */
    read: (empty: T): T => all().find((one) => isSame(one, empty)) ?? empty,
    save(progress: T): void {
      const others = all().filter((one) => !isSame(one, progress));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, `${JSON.stringify([...others, progress], null, 2)}\n`);
      renameSync(`${file}.new`, file);
    },
  };
}

/** Adds each count of `one` to those of `sum`. */
export function addCounts(sum: Record<string, number>, one: Readonly<Record<string, number>>): void {
  for (const [what, n] of Object.entries(one)) sum[what] = (sum[what] ?? 0) + n;
}

/** Returns counts as lines, the highest first. */
export function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([what, n]) => `  ${n}  ${what}`)
    .join("\n");
}
