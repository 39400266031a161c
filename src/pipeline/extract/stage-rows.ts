import { hash } from "node:crypto";
import { join } from "node:path";
import { fact } from "../../domain/facts/fact.ts";
import { textOf, type UserAttributes } from "../../domain/person.ts";
import type { Cells, SourceRow } from "../../domain/record.ts";
import { comparable, type Secrecy } from "../../plan/attributes.ts";
import { columnProfiler, type ColumnProfile } from "../../plan/columns.ts";
import { newestDates, type NewestDates } from "../../plan/older-file.ts";
import { foldUsername } from "../../domain/names.ts";
import { openJobSource, type JobSource } from "../../source/job-source.ts";
import type { RunFile } from "../../store/schema/runs.ts";
import { copyRejects, type StagedReject } from "../../store/runs/rejects.ts";
import { copyStaged, rejectSharedNames, setPilotAside, type StagedRow } from "../../store/runs/staging.ts";
import { promoteRepeated } from "../../store/in-file/promote.ts";
import { storeUnchanged } from "../../store/in-file/unchanged-rows.ts";
import { readSettledDigests, storeUnseen } from "../../store/in-file/unseen-people.ts";
import { analyzeStaged } from "../../store/statistics.ts";
import { rejectShortenedKeys, settleDoubleKeys, settleLeftOut } from "../../store/runs/settle-keys.ts";
import { DIGEST_LENGTH, DigestSet } from "./digest-set.ts";
import { RepeatedTexts } from "./repeated-texts.ts";
import { runFiles } from "./run-files.ts";
import { oneBehind } from "../one-behind.ts";
import { nullWordCounter } from "./null-words.ts";
import { noteCollector, type CountedNote } from "./notes.ts";
import { pilotDecisions } from "./pilot.ts";
import { blankColumns, decidingColumns, type DecidingColumn } from "../../plan/deciding-columns.ts";
import { mayBeShortened } from "../../mapping/values/cell.ts";
import { datesToday } from "../../plan/dates.ts";
import { useLast } from "../../source/http/access.ts";
import { todayOf, type Session } from "../../session/session.ts";
import { withShiftHint } from "./shift-hint.ts";
import { sealStoredCells } from "./seal-cells.ts";

export interface StagedFile {
  /** The name shown to users. */
  file: string;
  sha256: string;
  files: RunFile[];
  columns: ColumnProfile[];
  /** For each file, the names among which it was chosen. */
  among: readonly (readonly string[])[];
  newest: NewestDates;
  /** Notes on the files themselves. */
  fileNotes: CountedNote[];
  /** Notes on rows. */
  notes: CountedNote[];
}

const PORTION = 2000;
const UNCHANGED_PORTION = 5000;

/** Set by `check`: maps every row as if nothing were known, and passes its cells to `see`. */
export interface CellObserver {
  /** @param row the key, and all cells of the row */
  see(cells: Cells, row: { key: string | null; all: Cells; header: readonly string[] }): void;
}

/**
 * Reads all files and stages their people before anything else happens: a file that is unusable as a whole throws here
 * and changes nothing (I7). A row with the same cells as in the last run is not mapped again.
 * @param given a file given with the command, in place of the job's; with only some of the people unless `partial` is false
 * @param last whether to use the last read of a source over HTTP; otherwise a run keeps its own
 */
export async function stageFile(
  session: Session,
  run: string,
  given: string | null,
  { partial = given !== null, afresh = null, last = false }: { partial?: boolean; afresh?: CellObserver | null; last?: boolean } = {},
): Promise<StagedFile> {
  const { state, job, mapping, now, sleep, stdin, http } = session;
  const keep = session.reads === null || afresh !== null ? null : { store: session.reads, use: "keep" as const };
  const reads = last ? useLast(session.reads) : keep;
  if (afresh === null) await sealStoredCells(session);
  const incoming = join(state.dir, "incoming");
  session.progress.phase("opening_file", null);
  const source = await openJobSource(job.source, session.pilot ?? mapping, { given, incoming, now, sleep, stdin, http, reads, partial });
  try {
    return await stageRows(session, run, source, { given, afresh, partial });
  } finally {
    await source.close();
  }
}

async function stageRows(
  session: Session,
  run: string,
  source: JobSource,
  { given, afresh, partial }: { given: string | null; afresh: CellObserver | null; partial: boolean },
): Promise<StagedFile> {
  const { state, job, mapping, context, progress, pilot } = session;
  const at = { run, job: job.name };
  const places = source.places.slice(0, mapping.columns.length);
  // The same cells under another header are different rows.
  const header = headerMark(session, source.header);
  const settled = new DigestSet();
  const today = todayOf(session);
  const known = { job: job.name, context, today };
  const releases = afresh === null ? await readSettledDigests(state.db, known, (digests) => settled.addAll(digests)) : "";
  // Where a run is for some people only, those of its rows count who are staged.
  const listsUnchanged = pilot === null && !partial;
  const profiler = columnProfiler(mapping.columns);
  const newest = newestDates(mapping.dates, today);
  const notes = noteCollector();
  const words = nullWordCounter(mapping);
  const doubtfulKeys = new Set<string>();
  const inPilot = pilot === null ? null : pilotDecisions(pilot);
  const deciding = decidingColumns(mapping);
  let rows: StagedRow[] = [];
  let rejects: StagedReject[] = [];
  let unchanged = new Map<number, string>();
  // Unchanged rows are unique and shared no name in the last run, so only new or changed rows can clash.
  let [fresh, lines] = [0, 0];
  const [keys, usernames, emails] = [new RepeatedTexts(), new RepeatedTexts(), new RepeatedTexts()];

  const store = async (portion: StagedRow[], refused: StagedReject[], listed: ReadonlyMap<number, string>): Promise<void> => {
    await storeUnchanged(state.db, run, listed);
    await copyStaged(state, run, portion);
    await copyRejects(state, run, refused);
  };
  const storing = oneBehind();
  /** @param least fewer rows wait for others */
  const flush = async (least: number): Promise<void> => {
    const [portion, refused, listed] = [rows.length < least ? [] : rows, rejects, unchanged];
    await storing.start(() => store(portion, refused, listed));
    if (portion.length > 0) rows = [];
    rejects = [];
    unchanged = new Map();
    progress.at(source.bytesRead());
  };

  progress.phase("reading_file", source.bytes);
  try {
    // Small batches from the file save memory; large ones to the database save time.
    for await (const batch of source.rows()) {
      lines += batch.length;
      for (const row of batch) {
        const cells = places.map((place) => row.cells[place]);
        profiler.see(cells);
        newest.see(cells);
        words.see(row.row, cells);
        const staged = stageRow(row, header, cells, settled, { mapping, deciding, secrecy: session.secrecy, today }, places);
        const { key, rowStatus } = staged.row;
        if (row.problem === undefined) afresh?.see(cells, { key, all: row.cells, header: source.header });
        if (key !== null && doubtfulKeys.size < 2 && mayBeShortened(key)) doubtfulKeys.add(key);
        if (inPilot !== null && key !== null && row.kept === undefined)
          staged.row.inPilot = inPilot.see(key, row, source.places, rowStatus === "use");
        if (listsUnchanged && key !== null && staged.row.cells === null) unchanged.set(row.row, key.toWellFormed());
        else rows.push(staged.row);
        if (staged.rejects.length > 0) rejects.push(...staged.rejects);
        keys.see(key);
        if (staged.row.cells !== null) {
          fresh += 1;
          if (rowStatus === "use" && !staged.row.leaves) {
            usernames.see(staged.row.username);
            emails.see(staged.row.email);
          }
        }
        notes.add(row.row, staged.notes);
      }
      if (rows.length >= PORTION || unchanged.size >= UNCHANGED_PORTION) await flush(PORTION);
      session.stop.throwIfAborted();
    }
    await flush(0);
  } finally {
    // After an error too: what is stored later would not be deleted with the rest.
    await storing.end();
  }
  progress.end();
  await analyzeStaged(state.db, lines);
  const fileNotes: CountedNote[] = [...source.notes.map((note) => ({ rows: 0, examples: [], ...note })), ...words.notes()];
  // A key with several rows has a new or changed one.
  if (fresh > 0) await promoteRepeated(state.db, at, keys.named);
  if (!partial) await storeUnseen(state.db, at, settled, releases);
  if (doubtfulKeys.size > 1) await rejectShortenedKeys(state.db, { ...at, account: job.service.account, column: mapping.columns[0] ?? "" });
  if (fresh > 0) {
    const chosen = keys.named?.length === 0 ? 0 : await settleDoubleKeys(state.db, run, job.source.sameKey, keys.named);
    if (chosen > 0) fileNotes.push(sameKeyNote(chosen, job.source.sameKey));
    if (job.source.keep !== null) fileNotes.push(...(await settleLeftOut(state.db, run, job.source.keep.column)));
    for (const [field, names] of [
      ["username", usernames],
      ["email", emails],
    ] as const) {
      // The names of unchanged rows are in the database only.
      const among = fresh < lines ? null : names.named;
      const besides = field === "email" && mapping.sharedAddress !== null;
      const shared = { field, column: columnOf(session, field), besides, among };
      if (among?.length !== 0) await rejectSharedNames(state.db, run, job.name, shared);
    }
  }
  if (inPilot !== null) {
    await setPilotAside(state.db, run, inPilot.ambiguous());
    fileNotes.push(...inPilot.notes());
  }
  const read = source.files();
  const files = runFiles(read, given);
  // A rejected row makes it unknown who has no reports, which is no sudden change of the export.
  const columns = profiler.profile().filter(({ column }) => column !== mapping.managers?.hasReports);
  const among = read.map((one) => one.among ?? []);
  const found = { files, among, columns, newest: newest.dates(), fileNotes, notes: notes.list() };
  return { file: source.file, sha256: source.sha256(), ...found };
}

function sameKeyNote(rows: number, rule: string): CountedNote {
  return { code: "same_key", column: null, fact: fact("rows.in_other_file", { n: rows, rule }), rows, examples: [] };
}

/** Decides on a row before it is stored: use it as known, map it, or reject it. */
export function stageRow(
  row: SourceRow,
  header: string,
  cells: readonly (string | undefined)[],
  settled: DigestSet,
  { mapping, deciding, secrecy, today }: Pick<Session, "mapping" | "secrecy"> & { deciding: readonly DecidingColumn[]; today: string },
  places: readonly number[],
) {
  const digest = hash("sha256", header + JSON.stringify(row.cells), "base64url").slice(0, DIGEST_LENGTH);
  // A problem without a column concerns the whole row: its cells, including the key, may have shifted.
  const key = row.problem === undefined || row.problem.column !== undefined ? mapping.key(cells) : null;
  const base = {
    row: row.row,
    key,
    digest,
    username: null,
    email: null,
    shared: null,
    blank: [],
    scope: null,
    due: null,
    notDue: null,
    inPilot: null as boolean | null,
    leaves: false,
    cells: null,
    rowStatus: "use" as const,
  };
  if (row.kept !== undefined && key !== null)
    return { row: { ...base, cells, rowStatus: row.kept === "no" ? ("left_out" as const) : ("unclear" as const) }, rejects: [], notes: [] };
  if (row.problem !== undefined) {
    const reject = { row: row.row, key, column: null, ...row.problem };
    return { row: { ...base, cells, rowStatus: "reject" as const }, rejects: [reject], notes: [] };
  }
  // Once, so that a second identical row is handled as a duplicate.
  if (settled.find(digest)) return { row: base, rejects: [], notes: [] };
  const mapped = mapping.read(row.row, cells);
  if ("rejects" in mapped) {
    const rejects = withShiftHint(mapped.rejects, row.cells, places, mapping).map((reject) => ({ ...reject, key }));
    return { row: { ...base, cells, rowStatus: "reject" as const }, rejects, notes: [] };
  }
  const { user, active, notes, scope } = mapped.person;
  const dates = datesToday(mapped.person, today);
  const undecided = scope?.state === "unknown" || (scope === undefined && dates.unknown !== null);
  const email = nameOf(user, "email", secrecy);
  return {
    row: {
      ...base,
      cells,
      username: nameOf(user, "username", secrecy),
      email,
      shared: mapping.sharedAddress === null || email === null ? null : sharedName(email, mapping.sharedAddress.names, cells, secrecy),
      blank: blankColumns(deciding, cells),
      scope: undecided ? "" : (scope?.rule ?? null),
      due: dates.due,
      notDue: scope !== undefined ? null : dates.unknown === null ? dates.notDue : "unknown",
      leaves: active === false || dates.active === false,
    },
    rejects: [],
    notes,
  };
}

/** Returns the header's part of row digests. With sensitive columns it is keyed, so that cells cannot be guessed by trying values. */
function headerMark({ mapping, secrecy }: Session, header: readonly string[]): string {
  const names = JSON.stringify(header);
  return mapping.sensitiveColumns.size === 0 ? hash("sha256", names, "base64url") : secrecy.fingerprint(names);
}

/** Returns a username or e-mail address in its comparable form; a sensitive one as its fingerprint. */
function nameOf(user: UserAttributes, field: string, secrecy: Secrecy): string | null {
  const value = textOf(user, field);
  return value === "" ? null : comparable(field, foldUsername(value), secrecy);
}

/** Returns a fingerprint of an address and the names with which nobody else may share it. @param names their places */
function sharedName(email: string, names: readonly number[], cells: Cells, secrecy: Secrecy): string {
  return secrecy.fingerprint(JSON.stringify([email, ...names.map((place) => cells[place]?.trim().toLowerCase() ?? null)]));
}

/** Returns the column that supplies a field, for messages; the field's name if a template supplies it. */
function columnOf({ mapping }: Session, field: string): string {
  return mapping.fieldColumns.get(field) ?? field;
}
