import { hash } from "node:crypto";
import type { SourceRow } from "../model/record.ts";
import { openMapped } from "../source/open.ts";
import { resolveFile } from "../source/resolve.ts";
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
import type { Session } from "./session.ts";

export interface StagedFile {
  file: string;
  sha256: string;
  notes: CountedNote[];
}

const portion = 5000;

/**
 * Reads the whole file and stages its people, before anything else is looked at: a file that is wrong as a whole
 * throws here and has changed nothing (I7). A row whose cells are as in the last run is not mapped again.
 */
export async function stageFile(session: Session, run: string, file: string): Promise<StagedFile> {
  const { state, job, mapping, context, progress } = session;
  const path = await resolveFile(file);
  const { source, places } = await openMapped(path, job.source, mapping);
  // A cell means what its column is called: the same cells under another header are other rows.
  const header = hash("sha256", JSON.stringify(source.header), "base64url");
  const settled = await settledDigests(state.db, job.name, context);
  const notes = noteBook();
  let rows: StagedRow[] = [];
  let rejects: StagedReject[] = [];
  // Rows that are as they were stand there once each, and shared no name yesterday: only others can clash with them.
  let fresh = 0;

  const flush = async (): Promise<void> => {
    await copyStaged(state, run, rows);
    await copyRejects(state, run, rejects);
    rows = [];
    rejects = [];
    progress.at(source.bytesRead());
  };

  progress.phase("Reading the file", source.bytes);
  for await (const batch of source.rows(portion)) {
    for (const row of batch) {
      const staged = stageRow(row, header, places, settled, session);
      rows.push(staged.row);
      if (staged.rejects.length > 0) rejects.push(...staged.rejects);
      if (staged.row.cells !== null) fresh += 1;
      notes.add(row.row, staged.notes);
    }
    await flush();
    session.stop.throwIfAborted();
  }
  progress.end();
  await analyzeStaged(state.db);
  if (fresh > 0) {
    await settleDoubleKeys(state.db, run);
    await rejectSharedNames(state.db, run, job.name, "username", columnOf(session, "username"));
    await rejectSharedNames(state.db, run, job.name, "email", columnOf(session, "email"));
  }
  return { file: path, sha256: source.sha256(), notes: notes.list() };
}

function stageRow(row: SourceRow, header: string, places: readonly number[], settled: Set<string>, { mapping }: Session) {
  const digest = hash("sha256", header + JSON.stringify(row.cells), "base64url").slice(0, 22);
  const cells = places.map((place) => row.cells[place]);
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
    const rejects = mapped.rejects.map((reject) => ({ ...reject, key }));
    return { row: { ...base, cells, fate: "reject" as const }, rejects, notes: [] };
  }
  const { user, notes } = mapped.person;
  return {
    row: { ...base, cells, fate: "use" as const, username: nameOf(user["username"]), email: nameOf(user["email"]) },
    rejects: [],
    notes,
  };
}

/** How two usernames or e-mail addresses are compared. */
function nameOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.normalize("NFC").toLowerCase() : null;
}

/** The column that supplies a field, for messages; the field's own name where a template does. */
function columnOf({ mapping }: Session, field: string): string {
  return mapping.fieldColumns.get(field) ?? field;
}
