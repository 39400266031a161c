import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Clock } from "../domain/clock.ts";
import { fact } from "../domain/facts/fact.ts";
import { bindHeader } from "../domain/header.ts";
import type { RowNote } from "../domain/person.ts";
import { FILE_ROWS, type SourceRow } from "../domain/record.ts";
import type { FileSettings, SourceSettings } from "../domain/settings.ts";
import { columnsOfJoin, readJoin, type JoinTable } from "./join.ts";
import type { LocatedFile } from "./fetch/located.ts";
import type { HttpAccess, ReadUse } from "./http/access.ts";
import { openIncoming, type Incoming } from "./fetch/incoming.ts";
import { locate, locateGiven } from "./fetch/locate.ts";
import { formFor, namesInFile, renamed } from "./file-columns.ts";
import { openSource } from "./open.ts";
import { computedColumns, readManagers, type ComputedColumn, type ManagerNote, type Managers } from "./managers.ts";
import type { OpenedSource, SourceColumns, WrappedValues } from "./opened.ts";
import { keptRows } from "./kept-rows.ts";
import { unpack } from "./unpack/unpack.ts";
import { named, shownAs, unusable } from "./unusable.ts";
import { shownText } from "../domain/names.ts";

/** One of the files that a run reads. */
interface ReadFile extends LocatedFile {
  /** `people`, or the name of the join. */
  role: string;
  header: readonly string[];
  sha256: string;
  rows: number;
}

/** A job's people, from one file or several. */
export interface JobSource extends Omit<OpenedSource, "recognized"> {
  /** The index in a row's cells of each column of the mapping. */
  places: readonly number[];
  /** The files. Their digests and row counts are known after the last row. */
  files(): readonly ReadFile[];
  /** Notes about the files, for the report; those about managers count rows. */
  notes: readonly (RowNote & Partial<Pick<ManagerNote, "rows" | "examples">>)[];
}

export interface OpenOptions extends Pick<Clock, "now" | "sleep"> {
  /** A file given with --file, read instead of the job's files; `-` is standard input. */
  given: string | null;
  /** Rollcall's own folder for copies of remote files. */
  incoming: string;
  /** `null` if standard input is a terminal. */
  stdin: Readable | null;
  /** For sources over HTTP; without it they are refused. */
  http?: HttpAccess | undefined;
  /** What to do with the kept reads of requests; without it they are neither used nor replaced. */
  reads?: ReadUse | null;
  /** The given file has only some of the people, so it is unknown who has no reports. */
  partial?: boolean;
}

/**
 * Finds, fetches and opens the files of a job. `close()` and reading to the end delete the local copies.
 * @throws FileProblem for files that cannot be used as a whole; the codes are in docs/reference/errors.md
 */
export async function openJobSource(settings: SourceSettings, mapping: SourceColumns, options: OpenOptions): Promise<JobSource> {
  const { now, sleep, stdin, given } = options;
  const copies = await openIncoming(options.incoming);
  const incoming = copies.folder;
  const { maxAge, settle, after } = settings;
  const at = {
    incoming,
    now,
    sleep,
    stdin,
    maxAge,
    settle,
    http: options.http ?? null,
    reads: options.reads ?? null,
    marked: after === "mark",
  };
  const located: LocatedFile[] = [];
  const opened: { form: FileSettings; file: LocatedFile; source: OpenedSource }[] = [];
  const open = (form: FileSettings, file: LocatedFile): Promise<OpenedSource> =>
    named(file, openSource(file.path, form, namesInFile(form, mapping, settings)));
  try {
    const forms = given === null ? [settings, ...settings.more] : [formFor(given, settings)];
    for (const form of forms) {
      const names = namesInFile(form, mapping, settings);
      const found =
        given === null ? await locate(form, at, { columns: names, severalRows: settings.keep !== null }) : await locateGiven(given, at);
      if (located.some(({ path, packed = path }) => packed === found.path)) throw sameFile(found.name);
      const file = form.http !== null && given === null ? found : await unpack(found, form, { incoming, given: given !== null });
      located.push(file);
      opened.push({ form, file, source: await open(form, file) });
    }
    const joins: { file: LocatedFile; table: JoinTable; name: string }[] = [];
    for (const join of settings.join) {
      const own = columnsOfJoin(join.name, mapping.columns).map((column) => column.own);
      const found = await locate(join, at, { columns: [join.key, ...own], severalRows: join.rows === "many" });
      const file = join.http === null ? await unpack(found, join, { incoming, given: false }) : found;
      located.push(file);
      joins.push({
        file,
        name: join.name,
        table: await named(
          file,
          readJoin(join, file.path, file.name, mapping.columns, () => undefined),
        ),
      });
    }
    if (mapping.managers == null) return new PeopleSource(settings, mapping, { opened, joins, copies, managers: null, expected: null });
    // Who has reports is known after the last row only, so the file is read twice.
    const first = new PeopleSource(settings, mapping, { opened, joins, copies: null, managers: null, expected: null });
    const managers = await readManagers(mapping.columns, mapping.managers, first, options.partial !== true);
    for (const [n, { form, file }] of opened.entries()) opened[n] = { form, file, source: await open(form, file) };
    return new PeopleSource(settings, mapping, { opened, joins, copies, managers, expected: first.sha256() });
  } catch (error) {
    for (const { source } of opened) await source.close().catch(() => undefined);
    await copies.remove();
    throw error;
  }
}

function sameFile(name: string): Error {
  return unusable("same_file", name, fact("file.matched_twice", {}), fact("advice.separate_patterns", {}));
}

interface Part {
  file: LocatedFile;
  source: OpenedSource;
  /** For each column of the mapping, its index in the file; -1 if the file lacks it or a join has it. */
  places: readonly number[];
  /** For each join, the index of the column that is looked up. */
  on: readonly number[];
  kept: ReturnType<typeof keptRows>;
  rows: number;
}

function wrappedNote({ column, rows, examples }: WrappedValues, file: number): JobSource["notes"][number] {
  const wrapped = fact("cell.wrapped", { column: shownText(column) });
  return { code: "wrapped_value", column, fact: wrapped, rows, examples: examples.map((row) => row + file * FILE_ROWS) };
}

function exampleNotes(row: number | null | undefined, file: number): JobSource["notes"][number][] {
  if (row == null) return [];
  return [{ code: "example_row", column: null, fact: fact("row.example", {}), rows: 1, examples: [row + file * FILE_ROWS] }];
}

function withChoice(row: SourceRow, { kept }: Part): SourceRow {
  const found = kept?.(row.cells);
  return found === undefined ? row : { ...row, kept: found };
}

/** The opened files of a job, and what an earlier reading of them found. */
interface PeopleFiles {
  opened: readonly { form: FileSettings; file: LocatedFile; source: OpenedSource }[];
  joins: { file: LocatedFile; table: JoinTable; name: string }[];
  /** Copies that are deleted at the end. */
  copies: Incoming | null;
  managers: Managers;
  expected: string | null;
}

class PeopleSource implements JobSource {
  readonly file: string;
  readonly header: string[];
  readonly bytes: number;
  readonly places: readonly number[];
  readonly #notes: JobSource["notes"];
  readonly #parts: Part[];
  readonly #joins: { file: LocatedFile; table: JoinTable; name: string }[];
  readonly #copies: Incoming | null;
  /** A single file whose rows need no rearranging. */
  readonly #plain: boolean;
  readonly #joinedAt: readonly (readonly number[])[];
  readonly #computed: readonly ComputedColumn[];
  /** The digest of an earlier reading. */
  readonly #expected: string | null;

  constructor(settings: SourceSettings, mapping: SourceColumns, { opened, joins, copies, managers, expected }: PeopleFiles) {
    this.#joins = joins;
    this.#copies = copies;
    this.#expected = expected;
    this.#computed = computedColumns(mapping, managers);
    const computed = this.#computed.map(({ at }) => mapping.columns[at] ?? "");
    const joined = [...joins.flatMap(({ table }) => table.columns), ...computed];
    this.#parts = opened.map(({ form, file, source }) => {
      const header = renamed(source.header, form, file.name);
      const width = header.length;
      const places = mapping.bind([...header, ...form.lacks, ...joined], file.name).map((place) => (place < width ? place : -1));
      return {
        file,
        source,
        places,
        on: bindHeader(
          joins.map(({ table }) => table.on),
          header,
          file.name,
        ),
        kept: keptRows(settings, form, header, file.name),
        rows: 0,
      };
    });
    const first = this.#parts[0];
    this.#plain =
      this.#parts.length === 1 && joined.length === 0 && joins.length === 0 && first?.places.every((place) => place >= 0) === true;
    this.header = this.#plain ? renamed(first?.source.header ?? [], opened[0]?.form ?? settings, "") : [...mapping.columns];
    this.places = this.#plain ? (first?.places ?? []) : mapping.columns.map((_, at) => at);
    this.#joinedAt = joins.map(({ table }) => table.columns.map((column) => mapping.columns.indexOf(column)));
    this.file = this.#parts.map(({ file }) => file.name).join(", ");
    this.bytes = this.#parts.reduce((sum, { source }) => sum + source.bytes, 0);
    const found = [...opened, ...joins].flatMap(({ file }) => file.foundNotes ?? []);
    this.#notes = [...found, ...joins.flatMap(({ table }) => table.notes), ...(managers?.notes ?? [])];
  }

  /** Complete after the last row. */
  get notes(): JobSource["notes"] {
    return [
      ...this.#notes,
      ...this.#parts.flatMap(({ source }, index) => exampleNotes(source.exampleRow?.(), index)),
      ...this.#parts.flatMap(({ source }, index) => (source.wrapped?.() ?? []).map((one) => wrappedNote(one, index))),
    ];
  }

  /** @param batchSize so small that V8 finds few rows alive when it collects young objects, which costs the most */
  async *rows(batchSize = 200): AsyncGenerator<SourceRow[]> {
    try {
      for (const [index, part] of this.#parts.entries()) {
        try {
          for await (const batch of part.source.rows(batchSize)) {
            part.rows += batch.length;
            const marked = part.kept === undefined ? batch : batch.map((row) => withChoice(row, part));
            yield this.#plain ? marked : marked.map((row) => this.#row(row, index, part));
          }
        } catch (error) {
          throw shownAs(error, part.file.path, part.file.name);
        }
      }
      if (this.#expected !== null && this.sha256() !== this.#expected)
        throw unusable("file_changed", this.file, fact("file.changed_while_read", {}), fact("advice.start_when_complete", {}));
    } finally {
      await this.close();
    }
  }

  #row({ row, cells, problem, kept }: SourceRow, index: number, part: Part): SourceRow {
    const values: (string | undefined)[] = part.places.map((place) => (place < 0 ? undefined : cells[place]));
    const at = row + index * FILE_ROWS;
    let wrong = problem;
    for (const [number, { table }] of this.#joins.entries()) {
      const found = table.cellsOf(cells[part.on[number] ?? -1]?.trim());
      for (const [n, place] of (this.#joinedAt[number] ?? []).entries()) values[place] = found.cells[n];
      wrong ??= found.problem;
    }
    for (const { at: place, from, value } of this.#computed) values[place] = value(values[from]);
    return { row: at, cells: values, ...(wrong === undefined ? {} : { problem: wrong }), ...(kept === undefined ? {} : { kept }) };
  }

  bytesRead(): number {
    return this.#parts.reduce((sum, { source }) => sum + source.bytesRead(), 0);
  }

  sha256(): string {
    const files = this.files();
    const [only] = files;
    if (files.length === 1 && only !== undefined) return only.sha256;
    return createHash("sha256")
      .update(JSON.stringify(files.map(({ sha256 }) => sha256)))
      .digest("hex");
  }

  files(): readonly ReadFile[] {
    const people = this.#parts.map(({ file, source, rows }) => ({
      ...file,
      role: "people",
      header: source.header,
      sha256: source.sha256(),
      rows,
    }));
    const joined = this.#joins.map(({ file, table, name }) => ({
      ...file,
      role: name,
      header: table.columns,
      sha256: table.sha256,
      rows: table.rows,
    }));
    return [...people, ...joined];
  }

  async close(): Promise<void> {
    for (const { source } of this.#parts) await source.close().catch(() => undefined);
    await this.#copies?.remove();
  }
}
