import { fact } from "../../domain/facts/fact.ts";
import { foldName } from "../../domain/names.ts";
import { headerNotes } from "../../plan/columns.ts";
import { countNotes } from "../../store/runs/notes.ts";
import { anythingLeft, countProtected } from "../../store/people/left-work.ts";
import { countNotDue, countOutOfScope } from "../../store/in-file/settled-people.ts";
import { countStaged, dropStaged } from "../../store/runs/staging.ts";
import { findRun, lastGoodRun, setRun, type Run } from "../../store/runs/runs.ts";
import { setRunStatus } from "../finish/finish-run.ts";
import { MAX_NOTES, type CountedNote } from "./notes.ts";
import { todayOf, type Session } from "../../session/session.ts";
import { outOfScopeNotes } from "../plan/scope-counts.ts";
import type { StagedFile } from "./stage-rows.ts";

/** Compares the file with that of the last successful run. @returns the last run if this one can be skipped, and notes on changed columns */
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
  notes.unshift({
    code: "unchanged_file",
    column: null,
    fact: fact("export.unchanged", { run: last.id, at: last.started_at.toISOString() }),
    rows: staged.files[0]?.rows ?? 0,
    examples: [],
  });
  const at = {
    job: job.name,
    account: job.service.account,
    today: todayOf(session),
    asksElsewhere: session.mapping.scope?.leaves === "deactivate",
  };
  const skip = session.pilot === null && job.source.unchanged === "skip" && last.context === context && !(await anythingLeft(state.db, at));
  return { same: skip ? last : null, notes };
}

/** Replaces digits, because files of one pattern differ in the date in their name. */
function nameKind(name: string): string {
  return name.replaceAll(/\d+/g, "0");
}

/** Ends a run whose file is unchanged without calling the service (`source.unchanged: skip`). */
export async function skipRun(session: Session, id: string, last: Run): Promise<Run> {
  const { db } = session.state;
  const { rows, rejected, duplicates, usable } = await countStaged(db, id);
  const { job, mapping } = session;
  const out: Map<string, number> = mapping.scope === null ? new Map() : await countOutOfScope(db, { run: id, job: job.name });
  const notDue = mapping.dated ? await countNotDue(db, { run: id, job: job.name }) : 0;
  const held = await countProtected(db, job.name);
  const outOfScope = [...out.values()].reduce((sum, n) => sum + n, 0);
  const counts = JSON.stringify({
    rows,
    rejected,
    duplicates,
    unchanged: usable - outOfScope - notDue - held,
    held,
    out_of_scope: outOfScope,
    not_due: notDue,
  });
  const run = await findRun(db, id);
  const notes = [
    ...(run?.profile?.notes ?? []),
    ...outOfScopeNotes(mapping, out),
    ...(await countNotes(db, { run: id, job: last.job, limit: MAX_NOTES })),
  ];
  await setRun(db, id, { counts, notes: JSON.stringify(notes), summary: JSON.stringify({ skipped: last.id }) });
  await dropStaged(db, [id]);
  return setRunStatus(session, id, "completed");
}
