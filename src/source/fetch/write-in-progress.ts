import { readdir, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Clock } from "../../domain/clock.ts";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { FileProblem } from "../../domain/problem.ts";
import { unusable } from "../unusable.ts";

/** Returns the names of files that programs create beside a file that they write or have open. */
export function writingSigns(name: string): string[] {
  return [
    `${name}.part`,
    `${name}.filepart`,
    `${name}.partial`,
    `${name}.tmp`,
    `${name}.lock`,
    `${name}.lck`,
    `.~lock.${name}#`,
    `~$${name}`,
  ];
}

/** Returns the problem for a file with a sign of a program that writes it. */
export function besideSign(file: string, sign: string): FileProblem {
  return beingWritten(file, fact("file.beside", { file: sign }));
}

/** Returns the problem for a file whose size or time changed; `null`: it was deleted. */
export function changedMeanwhile(file: string, before: number, after: number | null): FileProblem {
  return beingWritten(file, after === null ? fact("file.deleted", {}) : fact("file.resized", { before, after }));
}

function beingWritten(file: string, why: Fact): FileProblem {
  return unusable("being_written", file, fact("file.being_written", { why }), fact("advice.start_when_complete", {}));
}

/**
 * Waits until a file has been unchanged for `settle` ms.
 * @throws FileProblem `being_written` if it changes meanwhile, or has a lock or partial file beside it
 */
export async function waitUntilUnchanged(
  path: string,
  { settle, now, sleep }: Pick<Clock, "now" | "sleep"> & { settle: number },
): Promise<void> {
  const signs = writingSigns(basename(path));
  const beside = (await readdir(dirname(path)).catch(() => [])).find((name) => signs.includes(name));
  if (beside !== undefined) throw besideSign(path, beside);
  const before = await stat(path).catch(() => null);
  // Opening reports an unreadable file better; a pipe has no time of change.
  if (before?.isFile() !== true || before.size === 0) return;
  const age = now().getTime() - before.mtimeMs;
  if (age >= settle) return;
  await sleep(Math.min(settle, settle - age));
  const after = await stat(path).catch(() => null);
  if (after === null || after.size !== before.size || after.mtimeMs !== before.mtimeMs)
    throw changedMeanwhile(path, before.size, after?.size ?? null);
}

/** @throws FileProblem `file_too_old` */
export function refuseOld(file: string, changed: Date, now: Date, maxAge: number): void {
  const age = now.getTime() - changed.getTime();
  if (age <= maxAge) return;
  const what = fact("file.too_old", { age: ageOf(age), changed: changed.toISOString(), allowed: ageOf(maxAge) });
  throw unusable("file_too_old", file, what, fact("advice.find_newer_file", {}));
}

function ageOf(ms: number): Fact {
  const hours = ms / 3_600_000;
  if (hours >= 48) return fact("age.days", { days: Math.floor(hours / 24) });
  if (hours >= 2) return fact("age.hours", { hours: Math.floor(hours) });
  return fact("age.minutes", { minutes: Math.max(1, Math.floor(ms / 60_000)) });
}
