import { readdir, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Clock } from "../../domain/clock.ts";
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

export function beingWritten(file: string, why: string): FileProblem {
  return unusable("being_written", file, `the file is still being written: ${why}`, "Start the job again once the export is complete.");
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
  if (beside !== undefined) throw beingWritten(path, `${beside} is beside it`);
  const before = await stat(path).catch(() => null);
  // Opening reports an unreadable file better; a pipe has no time of change.
  if (before?.isFile() !== true || before.size === 0) return;
  const age = now().getTime() - before.mtimeMs;
  if (age >= settle) return;
  await sleep(Math.min(settle, settle - age));
  const after = await stat(path).catch(() => null);
  if (after === null || after.size !== before.size || after.mtimeMs !== before.mtimeMs)
    throw beingWritten(path, after === null ? "it was deleted" : `its size changed from ${before.size} to ${after.size} bytes`);
}

/** @throws FileProblem `file_too_old` */
export function refuseOld(file: string, changed: Date, now: Date, maxAge: number): void {
  const age = now.getTime() - changed.getTime();
  if (age <= maxAge) return;
  throw unusable(
    "file_too_old",
    file,
    `the file was last modified ${ageText(age)} ago, on ${changed.toISOString().slice(0, 16).replace("T", " ")} UTC; \`source.max_age\` allows ${ageText(maxAge)}`,
    "HR's export may have stopped: check why there is no newer file. To read this file anyway, pass it with --file and --complete.",
  );
}

function ageText(ms: number): string {
  const hours = ms / 3_600_000;
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  if (hours >= 2) return `${Math.floor(hours)} hours`;
  return `${Math.max(1, Math.floor(ms / 60_000))} minutes`;
}
