import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import type { Clock } from "../model/clock.ts";
import { bindHeader } from "../model/header.ts";
import type { RowNote } from "../model/person.ts";
import { FILE_ROWS, type SourceRow } from "../model/record.ts";
import type { FileSettings, SourceSettings } from "../model/settings.ts";
import { columnsOfJoin, readJoin, type JoinTable } from "./join.ts";
import type { LocatedFile } from "./located.ts";
import { locate, locateGiven, releaseCopies } from "./locate.ts";
import { chooseName } from "./names.ts";
import { openSource } from "./open.ts";
import type { OpenedSource } from "./opened.ts";
import { unusable } from "./unusable.ts";

/** What a source needs of a mapping. */
export interface SourceColumns {
  /** Every column that it uses, the key first. */
  columns: readonly string[];
  bind(header: readonly string[], file: string): number[];
}

/** One of the files that a run reads. */
export interface ReadFile extends LocatedFile {
  /** `people`, or the name of the join. */
  role: string;
  header: readonly string[];
  sha256: string;
  rows: number;
}

/** A job's people, of one file or of several. */
export interface JobSource extends OpenedSource {
  /** The place of each column of the mapping among a row's cells. */
  places: readonly number[];
  /** The files; their digests and rows are known after the last row. */
  files(): readonly ReadFile[];
  /** What is to be said about the files. */
  notes: readonly RowNote[];
}

export interface OpenOptions extends Pick<Clock, "now" | "sleep"> {
  /** Read instead of the job's files: one file, named by hand; `-` is standard input. */
  given: string | null;
  /** A folder of ours for copies of files that lie elsewhere. */
  incoming: string;
  /** `null`: it is a terminal. */
  stdin: Readable | null;
}

/**
 * Finds, fetches and opens the files of a job. `close()` also deletes copies; so does reading to the end.
 * @throws FileProblem for files that cannot be used as a whole; the codes are in docs/errors.md
 */
export async function openJobSource(settings: SourceSettings, mapping: SourceColumns, options: OpenOptions): Promise<JobSource> {
  const { incoming, now, sleep, stdin, given } = options;
  // What a run that was killed has left there is somebody's personal data.
  await rm(incoming, { recursive: true, force: true });
  const { maxAge, settle, after } = settings;
  const at = { incoming, now, sleep, stdin, maxAge, settle, marked: after === "mark" };
  const located: LocatedFile[] = [];
  const opened: { form: FileSettings; file: LocatedFile; source: OpenedSource }[] = [];
  try {
    const forms = given === null ? [settings, ...settings.more] : [formFor(given, settings)];
    for (const form of forms) {
      const file = given === null ? await locate(form, at) : await locateGiven(given, at);
      if (located.some((other) => other.path === file.path)) throw twice(file.name);
      located.push(file);
      opened.push({ form, file, source: await openSource(file.path, form, namesInFile(form, mapping.columns, settings)) });
    }
    const joins: { file: LocatedFile; table: JoinTable; name: string }[] = [];
    for (const join of settings.join) {
      const file = await locate(join, at);
      located.push(file);
      joins.push({ file, name: join.name, table: await readJoin(join, file.path, file.name, mapping.columns, () => undefined) });
    }
    return new PeopleOf(settings, mapping, opened, joins, located);
  } catch (error) {
    for (const { source } of opened) await source.close().catch(() => undefined);
    await releaseCopies(located);
    throw error;
  }
}

/** A file that is named by hand is read as the one of the job's files whose pattern it fits, else as the first. */
function formFor(given: string, settings: SourceSettings): FileSettings {
  const fits = [settings, ...settings.more].find((form) => chooseName(basename(form.file), [basename(given)], false) !== undefined);
  return fits ?? settings;
}

/** The columns that will be asked of a file, by the names that they have in it. */
function namesInFile(form: FileSettings, columns: readonly string[], { join }: SourceSettings): string[] {
  const joined = new Set(join.flatMap(({ name }) => columnsOfJoin(name, columns).map(({ full }) => full)));
  const other = new Map(form.columns.map(([from, to]) => [to, from]));
  return columns.filter((column) => !joined.has(column) && !form.lacks.includes(column)).map((column) => other.get(column) ?? column);
}

function twice(name: string): Error {
  return unusable("same_file", name, "two entries of `source.files` mean this file", "Let each pattern of the job fit files of its own.");
}

interface Part {
  file: LocatedFile;
  source: OpenedSource;
  /** For each column of the mapping its place among the cells of the file; -1: it has none, or a join has it. */
  places: readonly number[];
  /** For each join the place of the column that is looked up. */
  on: readonly number[];
  rows: number;
}

class PeopleOf implements JobSource {
  readonly file: string;
  readonly header: string[];
  readonly bytes: number;
  readonly places: readonly number[];
  readonly notes: readonly RowNote[];
  readonly #parts: Part[];
  readonly #joins: { file: LocatedFile; table: JoinTable; name: string }[];
  readonly #located: readonly LocatedFile[];
  /** One file as it is: its rows need no other order. */
  readonly #plain: boolean;
  readonly #joinedAt: readonly (readonly number[])[];

  constructor(
    settings: SourceSettings,
    mapping: SourceColumns,
    opened: readonly { form: FileSettings; file: LocatedFile; source: OpenedSource }[],
    joins: { file: LocatedFile; table: JoinTable; name: string }[],
    located: readonly LocatedFile[],
  ) {
    this.#joins = joins;
    this.#located = located;
    const joined = joins.flatMap(({ table }) => table.columns);
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
        rows: 0,
      };
    });
    const first = this.#parts[0];
    this.#plain = this.#parts.length === 1 && joins.length === 0 && first?.places.every((place) => place >= 0) === true;
    this.header = this.#plain ? renamed(first?.source.header ?? [], opened[0]?.form ?? settings, "") : [...mapping.columns];
    this.places = this.#plain ? (first?.places ?? []) : mapping.columns.map((_, at) => at);
    this.#joinedAt = joins.map(({ table }) => table.columns.map((column) => mapping.columns.indexOf(column)));
    this.file = this.#parts.map(({ file }) => file.name).join(", ");
    this.bytes = this.#parts.reduce((sum, { source }) => sum + source.bytes, 0);
    this.notes = joins.flatMap(({ table }) => table.notes);
  }

  async *rows(batchSize = 1000): AsyncGenerator<SourceRow[]> {
    try {
      for (const [index, part] of this.#parts.entries()) {
        for await (const batch of part.source.rows(batchSize)) {
          part.rows += batch.length;
          yield this.#plain ? batch : batch.map((row) => this.#row(row, index, part));
        }
      }
    } finally {
      await this.close();
    }
  }

  #row({ row, cells, problem }: SourceRow, index: number, part: Part): SourceRow {
    const mine: (string | undefined)[] = part.places.map((place) => (place < 0 ? undefined : cells[place]));
    const at = row + index * FILE_ROWS;
    let wrong = problem;
    for (const [number, { table }] of this.#joins.entries()) {
      const found = table.cellsOf(cells[part.on[number] ?? -1]?.trim());
      for (const [n, place] of (this.#joinedAt[number] ?? []).entries()) mine[place] = found.cells[n];
      wrong ??= found.problem;
    }
    return { row: at, cells: mine, ...(wrong === undefined ? {} : { problem: wrong }) };
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
    await releaseCopies(this.#located);
  }
}

/** The header with the names that the job gives its columns. */
function renamed(header: readonly string[], form: FileSettings, file: string): string[] {
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
