import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import iconv from "iconv-lite";
import type { FileProblem } from "../model/problem.ts";
import type { SourceRow } from "../model/record.ts";
import type { SourceSettings } from "../model/settings.ts";
import { decoderFor, detect, isWide, Undecodable } from "./decode.ts";
import type { Decoder } from "./decode.ts";
import { cannotOpen, sizeOf } from "./file.ts";
import { binary, guardHead } from "./guard.ts";
import type { OpenedSource } from "./opened.ts";
import { BadRecord, Records } from "./records.ts";
import { headerEnd, sniff } from "./sniff.ts";
import { RowReader } from "./rows.ts";
import { unusable } from "./unusable.ts";

const HEAD = 64 * 1024;
const MAX_HEADER = 1024 * 1024;
const CHUNK = 64 * 1024;

/** A CSV file whose header was read. */
export interface OpenedCsv extends OpenedSource {
  delimiter: string;
  encoding: string;
}

/**
 * Opens a CSV file and reads its header.
 * @throws FileProblem for a file that cannot be used as a whole; the codes are in docs/errors.md
 */
export async function openCsv(path: string, settings: SourceSettings["csv"], chunkSize = CHUNK): Promise<OpenedCsv> {
  const bytes = await sizeOf(path);
  const handle = await open(path, "r").catch((error: unknown) => {
    throw cannotOpen(path, error);
  });
  try {
    return await new CsvFile(path, handle, bytes, settings, chunkSize).start();
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
  readonly #handle: FileHandle;
  readonly #settings: SourceSettings["csv"];
  readonly #chunkSize: number;
  readonly #hash = createHash("sha256");
  #digest: string | undefined;
  #read = 0;
  #decoder: Decoder = decoderFor("utf-8");
  #records: Records | undefined;
  #reader: RowReader | undefined;
  #first: SourceRow[] = [];
  /** Set where bytes mean nothing; thrown once the rows before them were counted. */
  #broken: Undecodable | undefined;
  #endsWithBreak = false;
  readonly #buffers: Buffer[] = [];
  #turn = 0;

  constructor(file: string, handle: FileHandle, bytes: number, settings: SourceSettings["csv"], chunkSize: number) {
    this.file = file;
    this.#handle = handle;
    this.bytes = bytes;
    this.#settings = settings;
    this.#chunkSize = chunkSize;
  }

  async start(): Promise<this> {
    const { encoding: given, delimiter } = this.#settings;
    if (given !== null && !iconv.encodingExists(given)) {
      throw unusable(
        "unknown_encoding",
        this.file,
        `the encoding ${given} is not known`,
        "Set csv.encoding to a name such as windows-1252.",
      );
    }
    const head = await this.#readHead();
    const { encoding, mark } = detect(head, given);
    const problem = guardHead(this.file, head.subarray(mark), isWide(encoding));
    if (problem !== null) throw problem;
    this.encoding = encoding;
    this.#decoder = decoderFor(encoding);
    let text = this.#decode(head.subarray(mark));
    while (headerEnd(text.toString()) < 0 && text.length < MAX_HEADER && this.#broken === undefined) {
      const chunk = await this.#readChunk();
      if (chunk === null) break;
      text = Buffer.concat([text, this.#decode(chunk)]);
    }
    const dialect = sniff(text.toString(), delimiter);
    this.delimiter = dialect.delimiter;
    this.#records = new Records(dialect);
    this.#reader = new RowReader(this.file, dialect.skip > 0 ? 1 : 0);
    // In pieces of the chunk size, so that a small one means the same for the start of the file.
    for (let at = dialect.skip; at < text.length; at += this.#chunkSize) {
      this.#first = this.#first.concat(await this.#parse(text.subarray(at, at + this.#chunkSize)));
    }
    if (this.#broken !== undefined) throw this.#undecodable(this.#broken);
    if (this.#reader.header === null && this.#read === this.bytes) this.#first = this.#first.concat(await this.#finish());
    if (this.#reader.header === null) {
      throw unusable("no_header", this.file, "no header line can be read", "The first line must name the columns.");
    }
    this.header = this.#reader.header;
    return this;
  }

  async *rows(batchSize = 1000): AsyncGenerator<SourceRow[]> {
    try {
      let waiting = this.#first;
      this.#first = [];
      for (let last = false; !last;) {
        const chunk = this.#digest === undefined ? await this.#readChunk() : null;
        last = chunk === null;
        const next = chunk === null ? await this.#finish() : await this.#parse(this.#decode(chunk));
        if (this.#broken !== undefined) throw this.#undecodable(this.#broken);
        waiting = waiting.length === 0 ? next : waiting.concat(next);
        let start = 0;
        for (; waiting.length - start >= batchSize; start += batchSize) yield waiting.slice(start, start + batchSize);
        waiting = waiting.slice(start);
      }
      if (waiting.length > 0) yield waiting;
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
    // Two in turn: the parser may still look at the end of the chunk before, and new ones would pile up unused.
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
    return text;
  }

  async #parse(text: Buffer): Promise<SourceRow[]> {
    const { records, reader } = this.#parts();
    try {
      const rows = reader.take(await records.push(text));
      if (text.length > 0) this.#endsWithBreak = text.at(-1) === 10 || text.at(-1) === 13;
      return rows;
    } catch (error) {
      throw error instanceof BadRecord ? this.#badRecord(error) : error;
    }
  }

  async #finish(): Promise<SourceRow[]> {
    const { records, reader } = this.#parts();
    this.#digest ??= this.#hash.digest("hex");
    if (this.#read !== this.bytes) {
      throw unusable("file_changed", this.file, "the file changed while it was read", "Start the job after the export is complete.");
    }
    try {
      const rest = this.#decoder.end();
      const rows = rest.length > 0 ? await this.#parse(rest) : [];
      const last = await records.end();
      rows.push(...(this.#endsWithBreak ? reader.take(last) : reader.takeLast(last)));
      if (reader.rows === 0 && reader.header !== null) {
        throw unusable("no_rows", this.file, "the file has a header and no rows", "Export the file from the HR system again.");
      }
      return rows;
    } catch (error) {
      if (error instanceof Undecodable) throw this.#undecodable(error);
      throw error instanceof BadRecord ? this.#badRecord(error) : error;
    }
  }

  #parts(): { records: Records; reader: RowReader } {
    if (this.#records === undefined || this.#reader === undefined) throw new Error("the file was not started");
    return { records: this.#records, reader: this.#reader };
  }

  #row(): number {
    return (this.#reader?.skipped ?? 0) + (this.#records?.count ?? 0) + 1;
  }

  #badRecord(error: BadRecord): FileProblem {
    const row = this.#row();
    if (error.kind === "unclosed") {
      return unusable(
        "unclosed_quote",
        this.file,
        `a quote that opens in row ${row} is never closed`,
        "Close the quote, or write a quote inside a quoted cell twice.",
      );
    }
    if (error.kind === "long")
      return unusable(
        "row_too_long",
        this.file,
        `row ${row} is longer than 1 MB`,
        "Check that this is a CSV file with a row on each line.",
      );
    return unusable("bad_quote", this.file, `the quotes of row ${row} cannot be understood`, "Write a quote inside a quoted cell twice.");
  }

  #undecodable(error: Undecodable): FileProblem {
    if (error.atEnd) {
      return unusable(
        "truncated",
        this.file,
        "the file ends in the middle of a character",
        "The export was cut short: export the file again.",
      );
    }
    const row = this.#row();
    const next =
      this.encoding === "utf-8"
        ? "Export the file as UTF-8, or say in the job what it is, as in csv: { encoding: windows-1252 }."
        : "Check csv.encoding of the job.";
    return unusable("undecodable", this.file, `row ${row} holds bytes that are not ${this.encoding}`, next);
  }
}
