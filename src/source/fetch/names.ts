import { compileGlobs } from "../../domain/globs.ts";
import { nearest } from "../../domain/nearest.ts";
import type { FileProblem } from "../../domain/problem.ts";
import { unusable } from "../unusable.ts";

/** Suffix of the marker file beside a processed file. */
export const MARK = ".done";

/**
 * Returns the names that match a pattern, the newest first. `*` matches any text. The last name counts as the newest,
 * because exports have their date in their name.
 * @param marked whether to skip the markers and the files marked as processed
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
 * Returns the problem for a pattern without a match, with what the folder contains instead.
 * @param names the names in the folder; `null` if it doesn't exist
 */
export function notFound(shown: string, pattern: string, names: readonly string[] | null, marked: boolean): FileProblem {
  if (marked && names !== null && matchingNames(pattern, names, false).some((name) => !name.endsWith(MARK))) {
    return unusable(
      "already_processed",
      shown,
      "there is no new file: every matching file is marked as processed",
      `HR's export may have stopped. To read a file again, delete its mark (the file of the same name that ends in ${MARK}).`,
    );
  }
  const visible = (names ?? []).filter((other) => !other.startsWith(".")).toSorted();
  const near = nearest(pattern, visible);
  const what = pattern.includes("*") ? "no file name matches this pattern" : "there is no such file";
  const folder = shown.slice(0, -pattern.length).replace(/[/\\]$/, "") || "/";
  const nearby =
    names === null
      ? `the folder ${folder} doesn't exist either`
      : visible.length === 0
        ? `the folder ${folder} is empty`
        : `the folder ${folder} contains ${list(visible)}`;
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  return unusable(
    "file_not_found",
    shown,
    `${what}; ${nearby}`,
    `Check \`source.file\` of the job, or import the file: in the console on the job’s page, on the command line with --file.${hint}`,
  );
}

function list(names: string[]): string {
  return names.length <= 5 ? names.join(", ") : `${names.slice(0, 5).join(", ")} and ${names.length - 5} more`;
}
