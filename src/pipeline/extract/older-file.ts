import { basename } from "node:path";
import { fact } from "../../domain/facts/fact.ts";
import { olderFiles, type OlderFile, type UsedFile } from "../../plan/older-file.ts";
import { lastReleasedRun, type Run } from "../../store/runs/runs.ts";
import { listUsedContents } from "../../store/runs/used-contents.ts";
import type { RunFile } from "../../store/schema/runs.ts";
import type { Session } from "../../session/session.ts";
import type { CountedNote } from "./notes.ts";
import type { StagedFile } from "./stage-rows.ts";

/** Copying a folder changes the times of its files by less than this. */
const SAME_TIME_MS = 60_000;

/**
 * Compares the files of a run with those of the last run that was released. The time of a file is no sign, only a note.
 * @param request.partial the file has only some of the people, so its newest date says nothing
 */
export async function compareAge(
  { state: { db }, job }: Session,
  request: { id: string; partial: boolean },
  staged: Pick<StagedFile, "files" | "among" | "newest">,
): Promise<{ older: OlderFile[]; notes: CountedNote[] }> {
  const last = await lastReleasedRun(db, job.name, request);
  if (last === undefined) return { older: [], notes: [] };
  const known = await listUsedContents(
    db,
    job.name,
    staged.files.map(({ sha256 }) => sha256),
  );
  const before = usedFiles(last);
  const older = olderFiles({
    files: staged.files.map((file, n) => ({ ...factsOf(file), among: staged.among[n] ?? [] })),
    last: { files: before, newest: request.partial || last.partial ? null : (last.profile?.newest ?? null) },
    newest: staged.newest,
    used: known.map(({ content, run, used_at: at, ...file }) => ({ ...factsOf({ ...file, sha256: content }), run, at })),
  });
  const notes = staged.files.flatMap(({ name, role, sha256, modified }): CountedNote[] => {
    const then = (last.files ?? []).filter((file) => file.role === role);
    const [other] = then;
    const isOlder = modified != null && other?.modified != null && Date.parse(modified) < Date.parse(other.modified) - SAME_TIME_MS;
    if (then.length !== 1 || !isOlder || other.sha256 === sha256 || older.some(({ content }) => content === sha256)) return [];
    const values = { file: basename(name), at: modified, run: last.id, other_at: other.modified ?? "" };
    return [{ code: "older_by_time", column: null, fact: fact("export.older_by_time", values), rows: 0, examples: [] }];
  });
  return { older, notes };
}

function usedFiles({ id, files, started_at: at }: Run): UsedFile[] {
  return (files ?? []).map((file) => ({ ...factsOf(file), run: id, at }));
}

function factsOf({ name, role, sha256, modified = null }: Pick<RunFile, "name" | "role" | "sha256" | "modified">) {
  return { name: basename(name), role, sha256, modified };
}
