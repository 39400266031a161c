import { foldName } from "../model/names.ts";
import { headerNotes } from "../plan/columns.ts";
import { countNotes } from "../store/notes.ts";
import { anythingLeft } from "../store/people.ts";
import { countStaged, dropStaged } from "../store/staging.ts";
import { findRun, lastGoodRun, setRun, type Run } from "../store/runs.ts";
import { settleRun } from "./finish.ts";
import { mostNotes, type CountedNote } from "./notes.ts";
import type { Session } from "./session.ts";
import type { StagedFile } from "./stage.ts";

/** What the file is beside that of the last good run: the same, or with other columns. */
export async function compareWithLast(
  session: Session,
  request: { id: string; partial: boolean },
  staged: StagedFile,
): Promise<{ same: Run | null; notes: CountedNote[] }> {
  const { state, job, context } = session;
  const notes = [...staged.fileNotes];
  const last = request.partial ? undefined : await lastGoodRun(state.db, job.name, request.id);
  if (last === undefined) return { same: null, notes };
  for (const file of staged.files) {
    const before = last.files?.find((other) => other.role === file.role && nameKind(other.name) === nameKind(file.name));
    if (before === undefined) continue;
    for (const note of headerNotes(before.header, file.header, foldName)) notes.push({ ...note, rows: file.rows, examples: [] });
  }
  if (last.sha256 !== staged.sha256) return { same: null, notes };
  const night = last.started_at.toISOString().slice(0, 16).replace("T", " ");
  notes.unshift({
    code: "unchanged_file",
    column: null,
    message: `The file is the same, byte for byte, as in run ${last.id} of ${night} UTC: HR's export may not have run since.`,
    rows: staged.files[0]?.rows ?? 0,
    examples: [],
  });
  const skip = job.source.unchanged === "skip" && last.context === context && !(await anythingLeft(state.db, job.name));
  return { same: skip ? last : null, notes };
}

/** Files of one pattern differ in the date in their name. */
function nameKind(name: string): string {
  return name.replaceAll(/\d+/g, "0");
}

/** Ends a run over a file that changes nothing, without asking the service: `source.unchanged: skip`. */
export async function skipRun(session: Session, id: string, last: Run): Promise<Run> {
  const { db } = session.state;
  const { rows, rejected, duplicates, usable } = await countStaged(db, id);
  const counts = JSON.stringify({ rows, rejected, duplicates, unchanged: usable });
  const run = await findRun(db, id);
  const notes = [...(run?.profile?.notes ?? []), ...(await countNotes(db, { run: id, job: last.job, limit: mostNotes }))];
  await setRun(db, id, { counts, notes: JSON.stringify(notes), summary: JSON.stringify({ skipped: last.id }) });
  await dropStaged(db, [id]);
  return settleRun(session, id, "completed");
}
