import type { CsvError } from "csv-parse";
import { BadRecord, RowIssues } from "../row-issues.ts";
import { splitLines } from "./lines.ts";
import { QuotedParser, readLeniently } from "./quoted.ts";
import type { Dialect } from "./sniff.ts";

/** A longer row means an unclosed quote, which must not fill the memory. */
const MAX_RECORD = 1_000_000;

const QUOTE = 0x22;
const NONE = Buffer.alloc(0);

/**
 * Splits UTF-8 into records; an empty line is a record of one empty cell. csv-parse reads text with quotes; lines
 * without any are split directly, four times as fast. A quote inside an unquoted cell (`5" pipe`) is text if the line
 * then has as many cells as the first record.
 */
export class Records {
  readonly #dialect: Dialect;
  readonly #breaks: readonly string[];
  /** The parser in use since the last quote; it has already seen the tail. */
  #parser: QuotedParser | null = null;
  /** The parser's position at the start of the tail. */
  #taken = 0;
  /** Bytes since the end of the last record. */
  #tail: Buffer = NONE;
  /** Whether the tail is an unfinished line with a stray quote. */
  #stray = false;
  #width: number | null = null;
  /** The number of the last record returned, empty lines included. */
  count: number;
  readonly issues: RowIssues;

  /** @param above lines above the first record */
  constructor(dialect: Dialect, above = 0) {
    this.#dialect = dialect;
    this.#breaks = dialect.classicMac ? ["\r\n", "\r"] : ["\r\n", "\n"];
    this.count = above;
    this.issues = new RowIssues(dialect.classicMac);
  }

  /** @throws BadRecord */
  async push(chunk: Buffer): Promise<string[][]> {
    return this.#take(chunk, false);
  }

  /** @throws BadRecord */
  async end(): Promise<string[][]> {
    return this.#take(NONE, true);
  }

  async #take(chunk: Buffer, final: boolean): Promise<string[][]> {
    const window = this.#tail.length === 0 ? chunk : Buffer.concat([this.#tail, chunk]);
    const plain = !chunk.includes(QUOTE) && (this.#parser === null || !this.#tail.includes(QUOTE));
    if (plain) this.#parser = null;
    return plain ? this.#plain(window, final) : this.#quoted(window, chunk, final);
  }

  #plain(window: Buffer, final: boolean): string[][] {
    const { records, ends } = splitLines(window, this.#dialect, final);
    // Only the first can be too long: the others begin in the last chunk.
    if ((ends[0] ?? 0) > MAX_RECORD) throw new BadRecord("long");
    this.#accept(records, ends, window);
    this.#keep(window.subarray(ends.at(-1) ?? 0));
    if (this.#tail.length > MAX_RECORD) throw new BadRecord("long");
    return records;
  }

  async #quoted(start: Buffer, chunk: Buffer, final: boolean): Promise<string[][]> {
    let window = start;
    let fresh = this.#parser === null ? window : chunk;
    const found: string[][] = [];
    for (;;) {
      const parser = (this.#parser ??= this.#newParser());
      const error = this.#stray ? undefined : await parser.feed(fresh, final);
      const ends = parser.ends.map((end) => end - this.#taken);
      for (const record of this.#accept(parser.collect(), ends, window)) found.push(record);
      window = window.subarray(ends.at(-1) ?? 0);
      this.#taken += ends.at(-1) ?? 0;
      if (error === undefined && !this.#stray) break;
      if (error !== undefined && error.code !== "INVALID_OPENING_QUOTE") throw this.#bad(error, parser, window);
      const end = this.#lineEnd(window, final);
      this.#stray = end === null;
      if (end === null) {
        if (window.length > MAX_RECORD) throw new BadRecord("long");
        break;
      }
      const line = window.subarray(0, end);
      const text = line.toString().replace(this.#dialect.classicMac ? /\r\n?$/ : /\r?\n$/, "");
      const record = readLeniently(text, this.#dialect.delimiter, this.#width);
      found.push(...this.#accept([record], [end], line));
      this.issues.checkStray(this.count, record);
      window = fresh = window.subarray(end);
      this.#parser = null;
    }
    this.#keep(window);
    return found;
  }

  #newParser(): QuotedParser {
    this.#taken = 0;
    return new QuotedParser(this.#dialect.delimiter, this.#breaks, MAX_RECORD);
  }

  /** Counts records, and checks them if their bytes may have an issue. */
  #accept(records: string[][], ends: readonly number[], window: Buffer): string[][] {
    this.#width ??= records.find((record) => record.length > 1 || record[0] !== "")?.length ?? null;
    if (records.length > 0 && this.issues.mayHaveIssue(window)) {
      for (let n = 0, from = 0; n < ends.length; n++) {
        this.issues.check(this.count + n + 1, window.toString("utf8", from, ends[n]));
        from = ends[n] ?? 0;
      }
    }
    this.count += records.length;
    return records;
  }

  /** Copies the rest: a view would keep the whole chunk in memory and change with its buffer. */
  #keep(rest: Buffer): void {
    this.#tail = Buffer.from(rest);
  }

  #bad(error: CsvError, parser: QuotedParser, window: Buffer): BadRecord {
    if (error.code === "CSV_MAX_RECORD_SIZE" && !window.includes(QUOTE)) return new BadRecord("long");
    const unclosed = error.code === "CSV_QUOTE_NOT_CLOSED" || error.code === "CSV_MAX_RECORD_SIZE" || parser.spansLines();
    return new BadRecord(unclosed ? "unclosed" : "after");
  }

  /** Returns the position after the first line end, or `null`. */
  #lineEnd(window: Buffer, final: boolean): number | null {
    const at = window.indexOf(this.#dialect.classicMac ? "\r" : "\n");
    // The LF of a CR LF may be in the next chunk.
    if (at >= 0 && this.#dialect.classicMac && at + 1 === window.length && !final) return null;
    if (at >= 0) return at + (this.#dialect.classicMac && window[at + 1] === 0x0a ? 2 : 1);
    return final ? window.length : null;
  }
}
