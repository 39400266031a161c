import { createHash, randomBytes } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { HttpColumn } from "../../domain/http/source-settings.ts";
import { foldName } from "../../domain/names.ts";
import type { SourceRow } from "../../domain/record.ts";
import type { FileSettings } from "../../domain/settings.ts";
import { contentOf } from "../guard.ts";
import { openSource } from "../open.ts";
import { shownAs } from "../unusable.ts";
import { unpack } from "../unpack/unpack.ts";
import type { HttpAccess } from "./access.ts";
import { authorize } from "./auth/authorization.ts";
import { PageKeys } from "./completeness.ts";
import { NotJson, readJsonAnswer } from "./json-answer.ts";
import { createPager, type PageRequest } from "./paging.ts";
import { textOf, valueAt } from "./pointer.ts";
import {
  conflict,
  html,
  membersOf,
  neverOccurs,
  nobody,
  notJson,
  otherHeader,
  repeated,
  tooManyColumns,
  tooManyPages,
  unmet,
  withoutRows,
} from "./refusals.ts";
import { Requester, type Answer } from "./requester.ts";
import { readStart, rowDigest, ROWS_EXTENSION, rowsWriter, TooManyColumns, type RowsWriter } from "./rows-file.ts";
import { shown } from "./shown.ts";
import { createWire } from "./wire.ts";

/** The columns that are read from a source. */
export interface Wanted {
  /** The columns to read, by their names in the source; the key first. */
  columns: readonly string[];
  /** Whether a key may have several rows. */
  severalRows: boolean;
}

/** Rows whose members are named by ids would fill the memory. */
const MAX_COLUMNS = 2000;

type HttpForm = FileSettings & { http: NonNullable<FileSettings["http"]> };

/**
 * Reads all answers of a source to their stated end, and writes their rows to a file. Complete or nothing: a read whose
 * end was not stated, or whose pages contradict each other, is unusable as a whole.
 * @returns the path of the file
 * @throws FileProblem
 */
export async function readRows(form: HttpForm, folder: string, wanted: Wanted, access: HttpAccess): Promise<string> {
  const { http } = form;
  const name = join(folder, randomBytes(6).toString("hex"));
  const path = `${name}${ROWS_EXTENSION}`;
  const page = `${name}.page`;
  const wire = await createWire(http, access);
  const requester = new Requester(http, wire, authorize(http.auth, wire, access, http.timeout.firstByte), access);
  const pager = createPager(http, access.today);
  const writer = rowsWriter(path);
  const table = new RowTable(form, wanted, writer);
  const pages = new Set<string>();
  try {
    let request: PageRequest | null = pager.first();
    let last: Answer | null = null;
    while (request !== null) {
      const asked = createHash("sha256")
        .update(JSON.stringify([request.url.href, request.body]))
        .digest("hex");
      if (pages.has(asked)) throw repeated(request.url);
      if (pages.size >= http.limits.maxPages * 2) throw tooManyPages(request.url, http.limits.maxPages);
      const answer = await requester.answer(request.url, request.body, page);
      const { rest, rows, digest } = await table.readPage(answer, page);
      if (digest !== null && pages.has(digest)) throw repeated(answer.url);
      pages.add(asked);
      if (digest !== null) pages.add(digest);
      request = pager.next({ url: answer.url, headers: answer.headers, rest, rows });
      last = answer;
    }
    await table.finish(last?.url ?? new URL(http.url), pager.total());
    return path;
  } catch (error) {
    await writer.close();
    await rm(path, { force: true });
    throw error;
  } finally {
    await rm(page, { force: true });
  }
}

/** The rows of all pages: their columns, keys and digests. */
class RowTable {
  readonly #form: HttpForm;
  readonly #wanted: Wanted;
  readonly #writer: RowsWriter;
  readonly #columns: string[];
  readonly #places = new Map<string, number>();
  /** Columns that a row had so far. */
  readonly #occurred = new Set<string>();
  readonly #keys = new PageKeys();
  #page = 0;
  #rows = 0;
  #kept = 0;
  #header: string | null = null;

  constructor(form: HttpForm, wanted: Wanted, writer: RowsWriter) {
    this.#form = form;
    this.#wanted = wanted;
    this.#writer = writer;
    this.#columns = form.http.columns.map(({ name }) => name);
  }

  async readPage(answer: Answer, path: string): Promise<{ rest: unknown; rows: number; digest: string | null }> {
    this.#page += 1;
    const before = this.#rows;
    const page = createHash("sha256");
    const { http } = this.#form;
    let rest: unknown = null;
    const empty = answer.status === 204 && http.pages !== null;
    if (!empty) {
      const packed = { name: shown(answer.url), path, remote: null, copied: true };
      const file = await unpack(packed, this.#form, { incoming: dirname(path), given: false });
      try {
        const format = await formatOf(answer, file.path, { given: http.format, unpacked: file.path !== path });
        if (format === "json") rest = await this.#readJson(answer, file.path, page);
        else await this.#readFile(answer, file.path, format, page);
      } finally {
        await rm(file.path, { force: true });
      }
    }
    const rows = this.#rows - before;
    return { rest, rows, digest: rows === 0 ? null : page.digest("hex") };
  }

  async #readJson(answer: Answer, path: string, page: ReturnType<typeof createHash>): Promise<unknown> {
    const { http } = this.#form;
    const { rest, found } = await readJsonAnswer(path, http.rows, (row) => {
      if (typeof row !== "object" || row === null || Array.isArray(row)) throw withoutRows(answer.url, http.rows, null);
      return this.#add(answer.url, http.columns.length > 0 ? this.#picked(row) : this.#flat(row, answer.url), undefined, page);
    }).catch((error: unknown) => {
      throw error instanceof NotJson ? notJson(answer.url) : error;
    });
    if (!found) throw withoutRows(answer.url, http.rows, membersOf(rest));
    return rest;
  }

  #picked(row: object): (string | undefined)[] {
    return this.#form.http.columns.map((column, at) => {
      const cell = cellOf(row, column);
      if (cell !== undefined) this.#occurred.add(this.#columns[at] ?? "");
      return cell ?? this.#lacking;
    });
  }

  get #lacking(): "" | undefined {
    return this.#form.http.absent === "blank" ? "" : undefined;
  }

  /** Returns every member of a row; new ones become columns. */
  #flat(row: object, url: URL): (string | undefined)[] {
    const cells: (string | undefined)[] = this.#columns.map(() => this.#lacking);
    const collect = (value: unknown, name: string): void => {
      if (typeof value === "object" && value !== null && !Array.isArray(value)) {
        for (const [member, inner] of Object.entries(value)) collect(inner, name === "" ? member : `${name}.${member}`);
        return;
      }
      const at = this.#places.get(name) ?? this.#columns.length;
      if (at === this.#columns.length) {
        if (at >= MAX_COLUMNS) throw tooManyColumns(url, at + 1);
        this.#columns.push(name);
        this.#places.set(name, at);
      }
      this.#occurred.add(name);
      cells[at] = textOf(value);
    };
    collect(row, "");
    return cells;
  }

  /** Reads a page in a file format as a file of that name would be read. */
  async #readFile(answer: Answer, page: string, format: "csv" | "xlsx", digest: ReturnType<typeof createHash>): Promise<void> {
    const path = `${page}.${format}`;
    await rename(page, path);
    try {
      const source = await openSource(path, { ...this.#form, format }, this.#wanted.columns);
      try {
        const header = JSON.stringify(source.header);
        if (this.#header !== null && this.#header !== header) throw otherHeader(answer.url);
        if (this.#header === null) this.#columns.push(...source.header);
        this.#header = header;
        for (const name of source.header) this.#occurred.add(name);
        for await (const batch of source.rows()) {
          for (const { cells, problem } of batch) await this.#add(answer.url, [...cells], problem, digest);
        }
      } finally {
        await source.close();
      }
    } catch (error) {
      throw shownAs(error, path, shown(answer.url));
    } finally {
      await rm(path, { force: true });
    }
  }

  async #add(url: URL, cells: (string | undefined)[], problem: SourceRow["problem"], page: ReturnType<typeof createHash>): Promise<void> {
    this.#rows += 1;
    const digest = rowDigest(this.#columns, cells);
    page.update(digest);
    if (this.#form.http.pages !== null && problem === undefined) {
      const key = this.#wanted.severalRows ? digest : this.#keyOf(cells);
      const seen = key === null ? "new" : this.#keys.see(this.#page, key, digest);
      if (seen === "same") return;
      if (seen === "different") throw conflict(url, this.#wanted.columns[0] ?? "");
    }
    this.#kept += 1;
    await this.#writer.add({ row: this.#kept + 1, cells, ...(problem === undefined ? {} : { problem }) }, digest);
  }

  #keyOf(cells: readonly (string | undefined)[]): Buffer | null {
    const wanted = foldName(this.#wanted.columns[0] ?? "");
    const key = cells[this.#columns.findIndex((name) => foldName(name) === wanted)]?.trim() ?? "";
    return key === "" ? null : createHash("sha256").update(key).digest();
  }

  /** Checks the read as a whole, and completes the file. */
  async finish(url: URL, total: number | null): Promise<void> {
    if (total !== null && total !== this.#kept) throw unmet(url, total, this.#kept);
    if (this.#rows === 0) throw nobody(url);
    const occurred = new Set([...this.#occurred].map(foldName));
    const missing = (this.#form.http.requires ?? this.#wanted.columns).filter((name) => !occurred.has(foldName(name)));
    // Columns that the source can't have are reported with the nearest name when they are bound.
    const known = new Set(this.#columns.map(foldName));
    const never = missing.filter((name) => this.#form.http.requires !== null || known.has(foldName(name)));
    if (never.length > 0) throw neverOccurs(url, never);
    await this.#writer.finish(this.#columns, this.#lacking ?? null).catch((error: unknown) => {
      throw error instanceof TooManyColumns ? tooManyColumns(url, this.#columns.length) : error;
    });
  }
}

function cellOf(row: object, { at, date }: HttpColumn): string | undefined {
  const text = textOf(valueAt(row, at));
  const [, ms] = (date === "odata" && /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(text ?? "")) || [];
  return ms === undefined ? text : new Date(Number(ms)).toISOString().slice(0, 10);
}

async function formatOf(
  answer: Answer,
  path: string,
  { given, unpacked }: { given: "csv" | "xlsx" | "json" | null; unpacked: boolean },
): Promise<"csv" | "xlsx" | "json"> {
  const content = contentOf(await readStart(path, 4096));
  if (content?.code === "html") throw html(answer.url);
  if (given !== null) return given;
  // The type is that of the packed file.
  const type = unpacked ? "" : [answer.headers["content-type"] ?? []].flat().join().toLowerCase();
  if (/[/+]json\b/.test(type) || content?.code === "json") return "json";
  return content?.code === "zip" || content?.what.code === "content.xls" ? "xlsx" : "csv";
}
