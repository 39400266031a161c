import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { matchingNames, notFound } from "./names.ts";

/**
 * Returns the newest file that matches a pattern (see `matchingNames`). A path without `*` is only checked.
 * @param marked whether to skip files that are marked as processed
 * @throws FileProblem `file_not_found` or `already_processed`
 */
export async function resolveFile(pattern: string, { marked = false } = {}): Promise<string> {
  const folder = dirname(pattern);
  const name = basename(pattern);
  if (!name.includes("*") && !marked && (await exists(pattern))) return pattern;
  const names = await readdir(folder).catch(() => null);
  for (const candidate of matchingNames(name, names ?? [], marked)) {
    const path = join(folder, candidate);
    if (!name.includes("*") || (await stat(path).catch(() => null))?.isFile() === true) return path;
  }
  throw notFound(pattern, name, names ?? ((await exists(folder)) ? [] : null), marked);
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
