import { hash } from "node:crypto";
import { join } from "node:path";
import { textOf, type UserAttributes } from "../model/person.ts";
import type { Cells, SourceRow } from "../model/record.ts";
import { comparable, type Secrecy } from "../plan/attributes.ts";
import { columnProfiler, type ColumnProfile } from "../plan/columns.ts";
import { foldName } from "../plan/namesake.ts";
import { openJobSource, type JobSource } from "../source/job-source.ts";
import type { RunFile } from "../store/schema.ts";
import {
  analyzeStaged,
  copyRejects,
  copyStaged,
  rejectSharedNames,
  settledDigests,
  settleDoubleKeys,
  type StagedReject,
  type StagedRow,
} from "../store/staging.ts";
import { noteBook, type CountedNote } from "./notes.ts";
import { sealWhatIsClear, secretPlaces } from "./sealing.ts";
import type { Session } from "./session.ts";
import { withShiftHint } from "./shifted.ts";

export interface StagedFile {
  /** As people are told it. */
  file: string;
  sha256: string;
  files: RunFile[];
  columns: ColumnProfile[];
  /** About the files themselves. */
  fileNotes: CountedNote[];
  /** About rows. */
  notes: CountedNote[];
}

const portion = 5000;

/** What `check` wants of a reading: every row mapped, as if nothing were known, and its cells shown to `see`. */
export interface Afresh {
  see(cells: Cells): void;
}

/**
 * Reads everything and stages its people, before anything else is looked at: a file that is wrong as a whole throws
 * here and has changed nothing (I7). A row whose cells are as in the last run is not mapped again.
 * @param given a file that was named by hand, in place of the job's
 */
export async function stageFile(session: Session, run: string, given: string | null, afresh: Afresh | null = null): Promise<StagedFile> {
  const { state, job, mapping, now, sleep, stdin } = session;
  if (afresh === null) await sealWhatIsClear(session);
  const incoming = join(state.dir, "incoming");
  session.progress.phase("Opening the file", null);
  const source = await openJobSource(job.source, mapping, { given, incoming, now, sleep, stdin });
  try {
    return await stageRows(session, run, source, given, afresh);
  } finally {
    await source.close();
  }
}

async function stageRows(
  session: Session,
  run: string,
  source: JobSource,
  given: string | null,
  afresh: Afresh | null,
): Promise<StagedFile> {
  const { state, job, mapping, context, progress } = session;
  // A cell means what its column is called: the same cells under another header are other rows.
  const header = headerMark(session, source.header);
  const settled = afresh === null ? await settledDigests(state.db, job.name, context) : new Set<string>();
  const profiler = columnProfiler(mapping.columns);
  const notes = noteBook();
  let rows: StagedRow[] = [];
  let rejects: StagedReject[] = [];
  // Rows that are as they were stand there once each, and shared no name yesterday: only others can clash with them.
  let fresh = 0;

  const flush = async (): Promise<void> => {
    await copyStaged(state, { run, job: job.name, secret: secretPlaces(mapping) }, rows);
    await copyRejects(state, run, rejects);
    rows = [];
    rejects = [];
    progress.at(source.bytesRead());
  };

  progress.phase("Reading the file", source.bytes);
  // In small portions from the file, which spares memory, and in large ones to the database, which saves time.
  for await (const batch of source.rows()) {
    for (const row of batch) {
      const cells = source.places.map((place) => row.cells[place]);
      profiler.see(cells);
      if (row.problem === undefined) afresh?.see(cells);
      const staged = stageRow(row, header, cells, settled, session, source.places);
      rows.push(staged.row);
      if (staged.rejects.length > 0) rejects.push(...staged.rejects);
      if (staged.row.cells !== null) fresh += 1;
      notes.add(row.row, staged.notes);
    }
    if (rows.length >= portion) await flush();
    session.stop.throwIfAborted();
  }
  await flush();
  progress.end();
  await analyzeStaged(state.db);
  const fileNotes: CountedNote[] = source.notes.map((note) => ({ ...note, rows: 1, examples: [] }));
  if (fresh > 0) {
    const chosen = await settleDoubleKeys(state.db, run, job.source.sameKey);
    if (chosen > 0) fileNotes.push(sameKeyNote(chosen, job.source.sameKey));
    await rejectSharedNames(state.db, run, job.name, "username", columnOf(session, "username"));
    await rejectSharedNames(state.db, run, job.name, "email", columnOf(session, "email"));
  }
  const files = source.files().map(({ name, path, remote, copied, role, sha256, rows: count, header: names }) => ({
    name,
    path: remote ?? path,
    server: remote === null ? null : name.replace(/^sftp:\/\//, "").replace(/\/.*$/, ""),
    keep: given !== null || (copied && remote === null),
    role,
    sha256,
    rows: count,
    header: [...names],
  }));
  return { file: source.file, sha256: source.sha256(), files, columns: profiler.profile(), fileNotes, notes: notes.list() };
}

function sameKeyNote(rows: number, rule: string): CountedNote {
  const which = rule === "first" ? "the file that the job names first" : "the file that the job names last";
  return {
    code: "same_key",
    column: null,
    message: `${rows} rows belong to people who stand in another file too; by \`same_key: ${rule}\` ${which} counts.`,
    rows,
    examples: [],
  };
}

/** What becomes of a row before the database sees it. */
export function stageRow(
  row: SourceRow,
  header: string,
  cells: readonly (string | undefined)[],
  settled: Set<string>,
  { mapping, secrecy }: Pick<Session, "mapping" | "secrecy">,
  places: readonly number[],
) {
  const digest = hash("sha256", header + JSON.stringify(row.cells), "base64url").slice(0, 22);
  // Without a column the problem is the row's: its cells may have slipped into each other's columns, the key's too.
  const key = row.problem === undefined || row.problem.column !== undefined ? mapping.key(cells) : null;
  const base = { row: row.row, key, digest, username: null, email: null };
  if (row.problem !== undefined) {
    const reject = { row: row.row, key, column: null, ...row.problem };
    return { row: { ...base, cells, fate: "reject" as const }, rejects: [reject], notes: [] };
  }
  // Taken out, so that the same row once more is looked at as the duplicate that it is.
  if (settled.delete(digest)) return { row: { ...base, cells: null, fate: "use" as const }, rejects: [], notes: [] };
  const mapped = mapping.map(row.row, cells);
  if ("rejects" in mapped) {
    const rejects = withShiftHint(mapped.rejects, row.cells, places, mapping).map((reject) => ({ ...reject, key }));
    return { row: { ...base, cells, fate: "reject" as const }, rejects, notes: [] };
  }
  const { user, notes } = mapped.person;
  return {
    row: { ...base, cells, fate: "use" as const, username: nameOf(user, "username", secrecy), email: nameOf(user, "email", secrecy) },
    rejects: [],
    notes,
  };
}

/** What stands for the header in the digests of rows. With a secret in the rows nobody may find it out by trying values. */
function headerMark({ mapping, secrecy }: Session, header: readonly string[]): string {
  const names = JSON.stringify(header);
  return mapping.sensitiveColumns.size === 0 ? hash("sha256", names, "base64url") : secrecy.fingerprint(names);
}

/** How two usernames or e-mail addresses are compared: a sensitive one by its fingerprint. */
function nameOf(user: UserAttributes, field: string, secrecy: Secrecy): string | null {
  const value = textOf(user, field);
  return value === "" ? null : comparable(field, foldName(value), secrecy);
}

/** The column that supplies a field, for messages; the field's own name where a template does. */
function columnOf({ mapping }: Session, field: string): string {
  return mapping.fieldColumns.get(field) ?? field;
}
