import { compileGlobs } from "../model/globs.ts";
import { nearest } from "../model/nearest.ts";
import type { FileProblem } from "../model/problem.ts";
import { unusable } from "./unusable.ts";

/** The mark of a processed file is a file of this name beside it. */
export const MARK = ".done";

/**
 * The names in a folder that a pattern means, the newest first: `*` stands for any text, and of several matches the
 * last one by name is the newest, because exports carry their date in their name.
 * @param marked whether files that are marked as processed, and the marks, are passed over
 */
export function matchingNames(pattern: string, names: readonly string[], marked: boolean): string[] {
  const matches = compileGlobs([pattern]);
  const all = new Set(names);
  return names
    .filter((name) => (pattern.includes("*") ? matches(name) && (!name.startsWith(".") || pattern.startsWith(".")) : name === pattern))
    .filter((name) => !marked || (!name.endsWith(MARK) && !all.has(name + MARK)))
    .toSorted()
    .toReversed();
}

export function chooseName(pattern: string, names: readonly string[], marked: boolean): string | undefined {
  return matchingNames(pattern, names, marked)[0];
}

/**
 * Nothing fits a pattern: what there is instead.
 * @param names what stands in the folder; `null` where there is no such folder
 */
export function notFound(shown: string, pattern: string, names: readonly string[] | null, marked: boolean): FileProblem {
  if (marked && names !== null && matchingNames(pattern, names, false).some((name) => !name.endsWith(MARK))) {
    return unusable(
      "already_processed",
      shown,
      "there is no new file: every one that fits is marked as processed",
      `HR's export may have stopped. To read a file again, delete its mark (the file of the same name that ends in ${MARK}).`,
    );
  }
  const visible = (names ?? []).filter((other) => !other.startsWith(".")).toSorted();
  const near = nearest(pattern, visible);
  const what = pattern.includes("*") ? "no file has a name that fits this pattern" : "there is no such file";
  const folder = shown.slice(0, -pattern.length).replace(/[/\\]$/, "") || "/";
  const nearby =
    names === null
      ? `the folder ${folder} is not there either`
      : visible.length === 0
        ? `the folder ${folder} is empty`
        : `the folder ${folder} holds ${list(visible)}`;
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  return unusable("file_not_found", shown, `${what}; ${nearby}`, `Check \`source.file\` of the job, or name the file with --file.${hint}`);
}

function list(names: string[]): string {
  return names.length <= 5 ? names.join(", ") : `${names.slice(0, 5).join(", ")} and ${names.length - 5} more`;
}
