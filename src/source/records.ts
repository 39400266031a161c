import { CsvError, Parser } from "csv-parse";
import { parse } from "csv-parse/sync";
import type { Dialect } from "./sniff.ts";

/** A row longer than this is an unclosed quote, which must not fill the memory. */
const MAX_RECORD = 1_000_000;

/** A row cannot be understood; everything after it would be a guess. */
export class BadRecord extends Error {
  /** `unclosed`: lines began to disappear into one cell. */
  readonly kind: "unclosed" | "quotes" | "long";
  constructor(kind: "unclosed" | "quotes" | "long") {
    super(kind);
    this.kind = kind;
  }
}

/** csv-parse with its output collected directly: the stream machinery would cost as much as the parsing. */
class Collector extends Parser {
  records: string[][] = [];
  /** Where the last complete record ended: bytes and lines since the parser began. */
  recordEnd = 0;
  lineEnd = 0;
  override push(record: string[] | null): boolean {
    if (record !== null) {
      this.records.push(record);
      this.recordEnd = this.info.bytes;
      this.lineEnd = this.info.lines;
    }
    return true;
  }
}

/**
 * Splits UTF-8 into records, every empty line a record of one empty cell. A quote in the middle of a cell
 * that isn't quoted (`5" pipe`) is taken as text where the line read so has as many cells as the first record.
 */
export class Records {
  readonly #options;
  #parser: Collector;
  /** Bytes since the end of the last record: what a second, lenient look needs. */
  #tail: Buffer = Buffer.alloc(0);
  #taken = 0;
  #lenient = false;
  #width: number | null = null;
  /** Records returned so far, empty lines included. */
  count = 0;

  constructor(dialect: Dialect) {
    this.#options = {
      delimiter: dialect.delimiter,
      record_delimiter: dialect.recordDelimiters,
      relax_column_count: true,
      max_record_size: MAX_RECORD,
    };
    this.#parser = this.#start();
  }

  /** @throws BadRecord */
  async push(chunk: Buffer): Promise<string[][]> {
    return this.#take(chunk, false);
  }

  /** @throws BadRecord */
  async end(): Promise<string[][]> {
    return this.#take(Buffer.alloc(0), true);
  }

  async #take(chunk: Buffer, final: boolean): Promise<string[][]> {
    if (!this.#lenient) {
      const error = await this.#feed(chunk, final);
      if (error === undefined) return this.#keepTail(chunk);
      return this.#lookAgain(error, chunk, final);
    }
    return this.#lookAgain(undefined, chunk, final);
  }

  /** The usual way: everything was understood, and nothing is copied but the rest. */
  #keepTail(chunk: Buffer): string[][] {
    const consumed = this.#parser.recordEnd - this.#taken;
    const beyond = consumed - this.#tail.length;
    this.#tail = beyond >= 0 ? Buffer.from(chunk.subarray(beyond)) : Buffer.concat([this.#tail.subarray(consumed), chunk]);
    this.#taken = this.#parser.recordEnd;
    return this.#collected();
  }

  async #lookAgain(first: CsvError | undefined, chunk: Buffer, final: boolean): Promise<string[][]> {
    let window = this.#tail.length === 0 ? chunk : Buffer.concat([this.#tail, chunk]);
    let known: { error: CsvError | undefined } | null = { error: first };
    let fresh = chunk;
    let found: string[][] = [];
    for (;;) {
      const error: CsvError | undefined = known === null ? await this.#feed(fresh, final) : known.error;
      known = null;
      const parser = this.#parser;
      found = found.length === 0 ? this.#collected() : found.concat(this.#collected());
      window = window.subarray(parser.recordEnd - this.#taken);
      this.#taken = parser.recordEnd;
      if (error === undefined && !this.#lenient) break;
      if (error !== undefined && error.code !== "INVALID_OPENING_QUOTE") {
        if (error.code === "CSV_MAX_RECORD_SIZE" && !window.includes('"')) throw new BadRecord("long");
        const unclosed = error.code === "CSV_QUOTE_NOT_CLOSED" || error.code === "CSV_MAX_RECORD_SIZE" || this.#spansLines();
        throw new BadRecord(unclosed ? "unclosed" : "quotes");
      }
      const end = this.#lineEnd(window, final);
      if (end === null) {
        this.#lenient = true;
        if (window.length > MAX_RECORD) throw new BadRecord("long");
        break;
      }
      found.push(this.#readLeniently(window.subarray(0, end)));
      this.count++;
      window = fresh = window.subarray(end);
      this.#lenient = false;
      this.#parser = this.#start();
    }
    // A copy, so that a small rest doesn't keep a whole chunk in memory.
    this.#tail = Buffer.from(window);
    return found;
  }

  #start(): Collector {
    const parser = new Collector(this.#options);
    parser.on("error", () => {});
    this.#taken = 0;
    return parser;
  }

  #collected(): string[][] {
    const records = this.#parser.records;
    this.#parser.records = [];
    this.count += records.length;
    this.#width ??= records.find((record) => record.length > 1 || record[0] !== "")?.length ?? null;
    return records;
  }

  #feed(chunk: Buffer, final: boolean): Promise<CsvError | undefined> {
    const parser = this.#parser;
    return new Promise((resolve, reject) => {
      const done = (error?: Error | null): void => {
        if (error instanceof CsvError) resolve(error);
        else if (error) reject(error);
        else resolve(undefined);
      };
      if (!final) return void parser.write(chunk, done);
      parser.once("error", done);
      if (chunk.length > 0) parser.write(chunk);
      parser.end(done);
    });
  }

  /** Whether other lines were inside of the record already where the parser stopped. */
  #spansLines(): boolean {
    return this.#parser.info.lines > this.#parser.lineEnd + 1;
  }

  /** After the line end of the first line. */
  #lineEnd(window: Buffer, final: boolean): number | null {
    let best: number | null = null;
    for (const delimiter of this.#options.record_delimiter) {
      const at = window.indexOf(delimiter);
      if (at >= 0 && (best === null || at + delimiter.length < best)) best = at + delimiter.length;
    }
    return best ?? (final ? window.length : null);
  }

  #readLeniently(line: Buffer): string[] {
    try {
      const [record, ...more] = parse(line, { ...this.#options, relax_quotes: true });
      if (record !== undefined && more.length === 0 && record.length === this.#width) return record;
    } catch (error) {
      if (error instanceof CsvError) throw new BadRecord(error.code === "CSV_QUOTE_NOT_CLOSED" ? "unclosed" : "quotes");
      throw error;
    }
    throw new BadRecord("quotes");
  }
}
