import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { matchingNames, notFound } from "./names.ts";

/**
 * The file that a pattern means. `*` in the file name stands for any text; of several matches the last one by
 * name is the newest. A path without `*` is only checked.
 * @param marked whether files that are marked as processed are passed over
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
    // Something that may not be looked at is there; opening it says what is wrong.
    return error instanceof Error && "code" in error && error.code !== "ENOENT" && error.code !== "ENOTDIR";
  }
}
