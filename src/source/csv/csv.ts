import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import iconv from "iconv-lite";
import { fact } from "../../domain/facts/fact.ts";
import type { SourceRow } from "../../domain/record.ts";
import type { SourceSettings } from "../../domain/settings.ts";
import {
  badRecord,
  cutCharacter,
  fileChanged,
  noHeader,
  nothingBelow,
  undecodable,
  unknownEncoding,
  wrongEncoding,
} from "./csv-problems.ts";
import { decoderFor, detect, isWide, Undecodable } from "./decode.ts";
import type { Decoder } from "./decode.ts";
import { cannotOpen, sizeOf } from "../file.ts";
import { BadRecord } from "../row-issues.ts";
import { binary, guardHead } from "../guard.ts";
import type { OpenedSource, Recognized } from "../opened.ts";
import { Records } from "./records.ts";
import { countLines, findHeader, sniff, type Beginning } from "./sniff.ts";
import { RowReader } from "../rows.ts";

const HEAD = 64 * 1024;
const MAX_HEADER = 1024 * 1024;
/** Maximum size of the lines above the header. */
const MAX_ABOVE = 4 * MAX_HEADER;
const CHUNK = 64 * 1024;
const LF = 0x0a;
const CR = 0x0d;
/** Ctrl-Z: DOS programs end a text file with it. */
const END_OF_TEXT = 0x1a;

export interface CsvOptions {
  /** Lines to skip above the header and directly below it. */
  skip?: SourceSettings["skip"];
  chunkSize?: number;
}

/** A CSV file whose header has been read. */
export interface OpenedCsv extends OpenedSource {
  delimiter: string;
  encoding: string;
}

/**
 * Opens a CSV file and reads its header.
 * @throws FileProblem for a file that cannot be used as a whole; the codes are in docs/reference/errors.md
 */
export async function openCsv(path: string, settings: SourceSettings["csv"], options: CsvOptions = {}): Promise<OpenedCsv> {
  await sizeOf(path);
  const handle = await open(path, "r").catch((error: unknown) => {
    throw cannotOpen(path, error);
  });
  try {
    const { size, mtimeMs } = await handle.stat();
    return await new CsvFile(path, handle, { size, mtimeMs }, settings, options).start();
  } catch (error) {
    await handle.close();
    throw error;
  }
}

class CsvFile implements OpenedCsv {
  readonly file: string;
  readonly bytes: number;
  header: string[] = [];
  delimiter = "";
  encoding = "";
  #headerRow = 1;
  readonly #handle: FileHandle;
  readonly #changed: number;
  readonly #settings: SourceSettings["csv"];
  readonly #skip: SourceSettings["skip"];
  readonly #chunkSize: number;
  readonly #hash = createHash("sha256");
  #digest: string | undefined;
  #read = 0;
  #decoder: Decoder = decoderFor("utf-8");
  #records: Records | undefined;
  #reader: RowReader | undefined;
  #first: SourceRow[] = [];
  /** Invalid bytes; thrown once the rows before them are counted. */
  #broken: Undecodable | undefined;
  #endsWithBreak = false;
  readonly #buffers: Buffer[] = [];
  #turn = 0;

  constructor(
    file: string,
    handle: FileHandle,
    { size, mtimeMs }: { size: number; mtimeMs: number },
    settings: SourceSettings["csv"],
    { skip = { before: 0, after: 0 }, chunkSize = CHUNK }: CsvOptions,
  ) {
    this.file = file;
    this.#handle = handle;
    this.bytes = size;
    this.#changed = mtimeMs;
    this.#settings = settings;
    this.#skip = skip;
    this.#chunkSize = chunkSize;
  }

  async start(): Promise<this> {
    const { encoding: given, delimiter } = this.#settings;
    if (given !== null && !iconv.encodingExists(given)) throw unknownEncoding(this.file, given);
    const head = await this.#readHead();
    const { encoding, mark } = detect(head, given);
    const problem = guardHead(this.file, head.subarray(mark), isWide(encoding));
    if (problem !== null) throw problem;
    // In UTF-16, delimiters and line ends always contain NUL bytes.
    if (mark === 0 && isWide(encoding) && !head.includes(0)) throw wrongEncoding(this.file, encoding, fact("content.single_bytes", {}));
    this.encoding = encoding;
    this.#decoder = decoderFor(encoding);
    const { text, beginning } = await this.#readHeader(this.#decode(head.subarray(mark)));
    const dialect = sniff(beginning, delimiter);
    this.delimiter = dialect.delimiter;
    this.#headerRow = beginning.above + 1;
    this.#records = new Records(dialect, beginning.above);
    this.#reader = new RowReader(this.file, this.#records.issues, beginning.above, this.#skip.after);
    // In pieces of the chunk size, so that tests with small chunks split the start of the file too.
    for (let at = beginning.bytes; at < text.length; at += this.#chunkSize)
      this.#first = this.#first.concat(await this.#parse(text.subarray(at, at + this.#chunkSize)));
    if (this.#broken !== undefined) throw undecodable(this.file, this.#records.count + 1, this.encoding);
    if (this.#reader.header === null && this.#read === this.bytes) this.#first = this.#first.concat(await this.#finish());
    if (this.#reader.header === null) throw noHeader(this.file);
    this.header = this.#reader.header;
    return this;
  }

  get recognized(): Recognized {
    return { csv: { encoding: this.encoding, delimiter: this.delimiter }, sheet: null, headerRow: this.#headerRow };
  }

  /** Reads until the end of the header, or until it is too long to be one. */
  async #readHeader(start: Buffer): Promise<{ text: Buffer; beginning: Beginning }> {
    let text = start;
    for (;;) {
      const beginning = findHeader(text.toString(), this.#skip.before);
      const enough = beginning === null ? text.length >= MAX_ABOVE : beginning.whole || text.length - beginning.bytes >= MAX_HEADER;
      const chunk = enough || this.#broken !== undefined ? null : await this.#readChunk();
      if (chunk !== null) text = Buffer.concat([text, this.#decode(chunk)]);
      else if (beginning !== null) return { text, beginning };
      else {
        const lines = countLines(text.toString());
        if (this.#broken !== undefined) throw undecodable(this.file, lines, this.encoding);
        throw nothingBelow(this.file, this.#skip.before, enough ? null : lines);
      }
    }
  }

  async *rows(batchSize = 1000): AsyncGenerator<SourceRow[]> {
    try {
      let pending = this.#first;
      this.#first = [];
      for (let last = false; !last;) {
        const chunk = this.#digest === undefined ? await this.#readChunk() : null;
        last = chunk === null;
        const next = chunk === null ? await this.#finish() : await this.#parse(this.#decode(chunk));
        if (this.#broken !== undefined) throw undecodable(this.file, this.#parts().records.count + 1, this.encoding);
        pending = pending.length === 0 ? next : pending.concat(next);
        let start = 0;
        for (; pending.length - start >= batchSize; start += batchSize) yield pending.slice(start, start + batchSize);
        pending = pending.slice(start);
      }
      if (pending.length > 0) yield pending;
    } finally {
      await this.close();
    }
  }

  bytesRead(): number {
    return this.#read;
  }

  sha256(): string {
    if (this.#digest === undefined) throw new Error("sha256() is known only after the last row");
    return this.#digest;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #readHead(): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let length = 0; length < Math.min(HEAD, this.bytes);) {
      const chunk = await this.#readChunk();
      if (chunk === null) break;
      parts.push(Buffer.from(chunk));
      length += chunk.length;
    }
    return Buffer.concat(parts);
  }

  async #readChunk(): Promise<Buffer | null> {
    // Two alternating buffers: the parser may still use the end of the previous chunk, and allocating each time is slow.
    const buffer = (this.#buffers[this.#turn] ??= Buffer.allocUnsafe(this.#chunkSize));
    this.#turn = 1 - this.#turn;
    const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, this.#read).catch((error: unknown) => {
      throw cannotOpen(this.file, error);
    });
    if (bytesRead === 0) return null;
    this.#read += bytesRead;
    const chunk = buffer.subarray(0, bytesRead);
    this.#hash.update(chunk);
    return chunk;
  }

  #decode(chunk: Buffer): Buffer {
    let text: Buffer;
    try {
      text = this.#decoder.push(chunk);
    } catch (error) {
      if (!(error instanceof Undecodable)) throw error;
      this.#broken = error;
      text = error.before;
    }
    if (text.includes(0)) throw binary(this.file);
    const last = this.#read === this.bytes;
    if (last && text.at(-1) === END_OF_TEXT) text = text.subarray(0, -1);
    if (text.length > 0) this.#endsWithBreak = text.at(-1) === LF || text.at(-1) === CR;
    // A final CR is half of a line end; the rest adds nothing.
    return last && text.at(-1) === CR ? text.subarray(0, -1) : text;
  }

  async #parse(text: Buffer): Promise<SourceRow[]> {
    const { records, reader } = this.#parts();
    try {
      return reader.take(await records.push(text));
    } catch (error) {
      throw error instanceof BadRecord ? badRecord(this.file, records.count + 1, error) : error;
    }
  }

  async #finish(): Promise<SourceRow[]> {
    const { records, reader } = this.#parts();
    this.#digest ??= this.#hash.digest("hex");
    // A file overwritten in place may keep its size.
    const { size, mtimeMs } = await this.#handle.stat();
    if (this.#read !== this.bytes || size !== this.bytes || mtimeMs !== this.#changed) throw fileChanged(this.file);
    try {
      const rest = this.#decoder.end();
      const rows = rest.length > 0 ? await this.#parse(rest) : [];
      const last = await records.end();
      for (const row of this.#endsWithBreak ? reader.take(last) : reader.takeLast(last)) rows.push(row);
      if (this.#decoder.isUtf8?.() === true) throw wrongEncoding(this.file, this.encoding, fact("content.utf8", {}));
      if (reader.header !== null) reader.refuseNone();
      return rows;
    } catch (error) {
      if (error instanceof Undecodable) throw cutCharacter(this.file);
      throw error instanceof BadRecord ? badRecord(this.file, records.count + 1, error) : error;
    }
  }

  #parts(): { records: Records; reader: RowReader } {
    if (this.#records === undefined || this.#reader === undefined) throw new Error("the file was not started");
    return { records: this.#records, reader: this.#reader };
  }
}
