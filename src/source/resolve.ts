import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { compileGlobs } from "../model/globs.ts";
import { nearest } from "../model/nearest.ts";
import type { FileProblem } from "../model/problem.ts";
import { unusable } from "./unusable.ts";

/**
 * The file that a pattern means. `*` in the file name stands for any text; of several matches the last one by
 * name is the newest, because exports carry their date in their name. A path without `*` is only checked.
 * @throws FileProblem `file_not_found`
 */
export async function resolveFile(pattern: string): Promise<string> {
  const folder = dirname(pattern);
  const name = basename(pattern);
  if (!name.includes("*")) {
    if (await exists(pattern)) return pattern;
    throw await notFound(pattern, folder, name);
  }
  const matches = compileGlobs([name]);
  const found = (await namesIn(folder)).filter((other) => matches(other) && (!other.startsWith(".") || name.startsWith(".")));
  for (const candidate of found.toSorted().toReversed()) {
    if ((await stat(join(folder, candidate)).catch(() => null))?.isFile() === true) return join(folder, candidate);
  }
  throw await notFound(pattern, folder, name);
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

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function notFound(pattern: string, folder: string, name: string): Promise<FileProblem> {
  const names = (await namesIn(folder)).filter((other) => !other.startsWith(".")).toSorted();
  const near = nearest(name, names);
  const isPattern = name.includes("*");
  const what = isPattern ? "no file has a name that fits this pattern" : "there is no such file";
  const nearby = (await exists(folder))
    ? names.length === 0
      ? `the folder ${folder} is empty`
      : `the folder ${folder} holds ${list(names)}`
    : `the folder ${folder} is not there either`;
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  return unusable(
    "file_not_found",
    pattern,
    `${what}; ${nearby}`,
    `Check \`source.file\` of the job, or name the file with --file.${hint}`,
  );
}

function list(names: string[]): string {
  return names.length <= 5 ? names.join(", ") : `${names.slice(0, 5).join(", ")} and ${names.length - 5} more`;
}
