import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Found } from "./located.ts";
import { matchingNames, newestFirst, notFound, notesOnOthers, type Listed } from "./names.ts";

/**
 * Returns the newest file that matches a pattern (see `newestFirst`). A path without `*` is only checked.
 * @param marked whether to skip files that are marked as processed
 * @throws FileProblem `file_not_found` or `already_processed`
 */
export async function resolveFile(pattern: string, { marked = false } = {}): Promise<Found & { path: string }> {
  const folder = dirname(pattern);
  const name = basename(pattern);
  if (!name.includes("*") && !marked && (await exists(pattern)))
    return { path: pattern, modified: (await stat(pattern).catch(() => null))?.mtimeMs ?? null, among: [name], foundNotes: [] };
  const names = await readdir(folder).catch(() => null);
  const files: Listed[] = [];
  for (const each of matchingNames(name, names ?? [], marked)) {
    const found = await stat(join(folder, each)).catch(() => null);
    if (!name.includes("*") || found?.isFile() === true) files.push({ name: each, modified: found?.mtimeMs ?? null });
  }
  const [newest, ...others] = newestFirst(files);
  if (newest === undefined) throw notFound(pattern, name, names ?? ((await exists(folder)) ? [] : null), marked);
  const among = files.map((file) => file.name);
  return { path: join(folder, newest.name), modified: newest.modified, among, foundNotes: notesOnOthers(newest, others) };
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    // A file without permission exists; opening it reports the problem.
    return error instanceof Error && "code" in error && error.code !== "ENOENT" && error.code !== "ENOTDIR";
  }
}
