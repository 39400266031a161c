import { compareDates, compareNames, datesInNames } from "../../domain/files/dated-names.ts";
import { fact, inTurn } from "../../domain/facts/fact.ts";
import { compileGlobs } from "../../domain/globs.ts";
import type { RowNote } from "../../domain/person.ts";
import { nearest } from "../../domain/nearest.ts";
import type { FileProblem } from "../../domain/problem.ts";
import { unusable } from "../unusable.ts";

/** Suffix of the marker file beside a processed file. */
export const MARK = ".done";

/** A name in a folder, and when the file was last changed, in ms; `null`: unknown. */
export interface Listed {
  name: string;
  modified: number | null;
}

/** Copying a folder changes the times of its files by less than this. */
const SAME_TIME_MS = 60_000;

/**
 * Returns the names that match a pattern. `*` matches any text.
 * @param marked whether to skip the markers and the files marked as processed
 */
export function matchingNames(pattern: string, names: readonly string[], marked: boolean): string[] {
  const matches = compileGlobs([pattern]);
  const all = new Set(names);
  return names
    .filter((name) => (pattern.includes("*") ? matches(name) && (!name.startsWith(".") || pattern.startsWith(".")) : name === pattern))
    .filter((name) => !marked || (!name.endsWith(MARK) && !all.has(name + MARK)));
}

/**
 * Sorts files, the newest first: by the date in the name, or else by the name. The time of a file decides only between
 * equal dates.
 */
export function newestFirst(files: readonly Listed[]): Listed[] {
  const dates = datesInNames(files.map(({ name }) => name));
  return files
    .map((file, n) => ({ file, date: dates[n] ?? null }))
    .toSorted(({ file: a, date: x }, { file: b, date: y }) => {
      if (x === null || y === null) return x !== null ? -1 : y !== null ? 1 : compareNames(b.name, a.name);
      return compareDates(y, x) || (b.modified ?? 0) - (a.modified ?? 0) || compareNames(b.name, a.name);
    })
    .map(({ file }) => file);
}

/**
 * Returns the notes on other matches that changed later than the chosen one. One that is older by the date in its name is
 * not newer; of others nobody can tell.
 */
export function notesOnOthers(chosen: Listed, others: readonly Listed[]): RowNote[] {
  const limit = chosen.modified === null ? Number.POSITIVE_INFINITY : chosen.modified + SAME_TIME_MS;
  const [date = null, ...dates] = datesInNames([chosen, ...others].map(({ name }) => name));
  const later = others
    .map((file, n) => ({ ...file, date: dates[n] ?? null }))
    .filter(({ modified }) => modified !== null && modified > limit)
    .toSorted((a, b) => (b.modified ?? 0) - (a.modified ?? 0));
  const unclear = later.find((file) => date === null || file.date === null);
  if (unclear !== undefined) {
    return [{ column: null, code: "newer_file_not_read", fact: fact("export.newer_not_read", twoFiles(chosen, unclear)) }];
  }
  const [last] = later;
  if (date === null || last === undefined) return [];
  return [{ column: null, code: "changed_later", fact: fact("export.changed_later", twoFiles(chosen, last)) }];
}

function twoFiles(file: Listed, other: Listed) {
  const at = ({ modified }: Listed): string => new Date(modified ?? 0).toISOString();
  return { file: file.name, at: at(file), other: other.name, other_at: at(other) };
}

/**
 * Returns the problem for a pattern without a match, with what the folder contains instead.
 * @param names the names in the folder; `null` if it doesn't exist
 */
export function notFound(shown: string, pattern: string, names: readonly string[] | null, marked: boolean): FileProblem {
  if (marked && names !== null && matchingNames(pattern, names, false).some((name) => !name.endsWith(MARK))) {
    return unusable("already_processed", shown, fact("file.all_processed", {}), fact("advice.delete_mark", { mark: MARK }));
  }
  const visible = (names ?? []).filter((other) => !other.startsWith(".")).toSorted();
  const near = nearest(pattern, visible);
  const what = fact(pattern.includes("*") ? "file.no_match" : "file.missing", {});
  const folder = shown.slice(0, -pattern.length).replace(/[/\\]$/, "") || "/";
  const nearby =
    names === null
      ? fact("folder.missing", { folder })
      : visible.length === 0
        ? fact("folder.empty", { folder })
        : fact("folder.contains", { folder, names: visible.slice(0, 5), more: Math.max(0, visible.length - 5) });
  const meant = near === undefined ? undefined : fact("advice.nearest", { name: near });
  return unusable("file_not_found", shown, fact("file.not_found", { what, nearby }), inTurn(fact("advice.check_source_file", {}), meant));
}
