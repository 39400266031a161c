import { basename } from "node:path";
import { fact } from "../../domain/facts/fact.ts";
import { overdueFrom } from "../../domain/files/expected-content.ts";
import type { OlderFile } from "../../plan/older-file.ts";
import type { Session } from "../../session/session.ts";
import { lastReading } from "../../store/runs/used-contents.ts";
import type { RunFile } from "../../store/schema/runs.ts";
import type { CountedNote } from "./notes.ts";
import { isDelivered } from "./run-files.ts";
import type { StagedFile } from "./stage-rows.ts";

type Reading = NonNullable<Awaited<ReturnType<typeof lastReading>>>;

/**
 * Dates the content of the people files that the job names, and returns a note on each whose content is overdue. The same
 * content under another name or with another time is not new, nor is an older file.
 * @param run.given a file given with the command; how old it is says nothing about the export
 */
export async function dateContent(
  { state: { db }, job: { name, source, timezone }, now }: Session,
  run: { id: string; given: boolean },
  { files }: Pick<StagedFile, "files">,
  older: readonly OlderFile[],
): Promise<CountedNote[]> {
  if (run.given) return [];
  const last = await lastReading(db, name, run.id);
  const at = now();
  const dueAfter = (since: Date): Date | null => (source.expect === null ? null : overdueFrom(source.expect, since, timezone));
  return files.flatMap((file): CountedNote[] => {
    if (file.role !== "people" || !isDelivered(file)) return [];
    const isOlder = older.some(({ content }) => content === file.sha256);
    const known = knownSince(last, isOlder ? null : file.sha256);
    const written = known ?? newSince(file, last, at);
    const late = dueAfter(written);
    // A new file is not overdue: it may have kept its time where it was copied.
    const since = known === null && late !== null && late <= at ? at : written;
    const due = dueAfter(since);
    file.since = since.toISOString();
    if (due !== null) file.due = due.toISOString();
    if (due === null || at < due) return [];
    const overdue = fact("export.overdue", { file: basename(file.name), since: file.since, due: due.toISOString() });
    return [{ code: "source_overdue", column: null, fact: overdue, rows: 0, examples: [] }];
  });
}

/** Returns since when the last run has known a content, or with `null` its oldest one; `null` if it did not know it. */
function knownSince(last: Reading | undefined, content: string | null): Date | null {
  const known = (last?.files ?? []).filter(({ sha256 }) => content === null || sha256 === content);
  const [first] = known.flatMap(({ since }) => (since === undefined ? [] : [since])).toSorted();
  return first === undefined ? null : new Date(first);
}

/** Returns when a new content was written, by the time of its file, but not before the last run, which did not find it. */
function newSince({ modified }: RunFile, last: Reading | undefined, now: Date): Date {
  const written = Math.min(now.getTime(), modified == null ? Number.POSITIVE_INFINITY : Date.parse(modified));
  return new Date(Math.max(written, last?.started_at.getTime() ?? Number.NEGATIVE_INFINITY));
}
