import { CsvError, Parser } from "csv-parse";
import { BadRecord } from "../row-issues.ts";

/** csv-parse with direct access to its records: its stream output would cost as much as the parsing. */
export class QuotedParser extends Parser {
  /** Where each record since the last `collect` ends, in bytes since the start of the parser. */
  ends: number[] = [];
  #records: string[][] = [];
  #line = 0;

  constructor(delimiter: string, breaks: readonly string[], longest: number) {
    super({ delimiter, record_delimiter: [...breaks], relax_column_count: true, max_record_size: longest });
    this.on("error", () => {});
  }

  override push(record: string[] | null): boolean {
    if (record !== null) {
      this.#records.push(record);
      this.ends.push(this.info.bytes);
      this.#line = this.info.lines;
    }
    return true;
  }

  /** Parses the next bytes. After an error this parser is unusable. */
  feed(bytes: Buffer, final: boolean): Promise<CsvError | undefined> {
    return new Promise((resolve, reject) => {
      const done = (error?: Error | null): void => {
        if (error instanceof CsvError) resolve(error);
        else if (error) reject(error);
        else resolve(undefined);
      };
      if (!final) return void this.write(bytes, done);
      this.once("error", done);
      if (bytes.length > 0) this.write(bytes);
      this.end(done);
    });
  }

  /** Returns the records since the last call. */
  collect(): string[][] {
    const records = this.#records;
    this.#records = [];
    this.ends = [];
    return records;
  }

  /** Returns whether the record in which the parser stopped already spans lines. */
  spansLines(): boolean {
    return this.info.lines > this.#line + 1;
  }
}

/**
 * Returns the cells of a line with a quote inside an unquoted cell. The relaxed mode of csv-parse would also accept
 * text after a closing quote, which makes the end of the cell ambiguous.
 * @param width the number of cells that the line must have
 * @throws BadRecord
 */
export function readLeniently(line: string, delimiter: string, width: number | null): string[] {
  const cells: string[] = [];
  for (let at = 0; ; at += delimiter.length) {
    const quoted = line[at] === '"';
    const end = quoted ? afterQuoted(line, at) : line.indexOf(delimiter, at) < 0 ? line.length : line.indexOf(delimiter, at);
    if (quoted && end < line.length && !line.startsWith(delimiter, end)) throw new BadRecord("after");
    cells.push(quoted ? line.slice(at + 1, end - 1).replaceAll('""', '"') : line.slice(at, end));
    at = end;
    if (at >= line.length) break;
  }
  if (cells.length !== width) throw new BadRecord("inside");
  return cells;
}

/** Returns the position after the closing quote of a cell. */
function afterQuoted(line: string, start: number): number {
  for (let at = line.indexOf('"', start + 1); at >= 0; at = line.indexOf('"', at + 2)) if (line[at + 1] !== '"') return at + 1;
  throw new BadRecord("unclosed");
}
