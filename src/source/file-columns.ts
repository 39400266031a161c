import { basename } from "node:path";
import { bindHeader } from "../domain/header.ts";
import { foldName } from "../domain/names.ts";
import type { FileSettings, SourceSettings } from "../domain/settings.ts";
import { matchingNames } from "./fetch/names.ts";
import { columnsOfJoin } from "./join.ts";
import type { SourceColumns } from "./opened.ts";

/** Returns the settings for a file given with --file: those whose pattern it matches, otherwise the first. */
export function formFor(given: string, settings: SourceSettings): FileSettings {
  const match = [settings, ...settings.more].find((form) => matchingNames(basename(form.file), [basename(given)], false).length > 0);
  return match ?? settings;
}

/** Returns the columns to read from a file, by their names in that file. */
export function namesInFile(form: FileSettings, { columns, managers }: SourceColumns, { join, keep }: SourceSettings): string[] {
  const joined = new Set(join.flatMap(({ name }) => columnsOfJoin(name, columns).map(({ full }) => full)));
  for (const computed of [managers?.hasReports, managers?.managerKey]) if (computed != null) joined.add(computed);
  const other = new Map(form.columns.map(([from, to]) => [to, from]));
  const wanted =
    keep === null || columns.some((column) => foldName(column) === foldName(keep.column)) ? columns : [...columns, keep.column];
  return wanted.filter((column) => !joined.has(column) && !form.lacks.includes(column)).map((column) => other.get(column) ?? column);
}

/** Returns the header with the column names that the job gives. */
export function renamed(header: readonly string[], form: FileSettings, file: string): string[] {
  if (form.columns.length === 0) return [...header];
  const places = bindHeader(
    form.columns.map(([from]) => from),
    header,
    file,
  );
  const names = [...header];
  for (const [n, [, to]] of form.columns.entries()) names[places[n] ?? -1] = to;
  return names;
}
