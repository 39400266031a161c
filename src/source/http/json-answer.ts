import { createReadStream } from "node:fs";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Assembler } from "stream-json/assembler.js";
import { parser, type Token } from "stream-json/parser.js";
import { plainPath } from "./pointer.ts";

/** A row, or everything beside the rows, that is larger than this is refused: it would fill the memory. */
const MAX_CHARACTERS = 8_000_000;

export class NotJson extends Error {}

interface JsonAnswer {
  /** The answer without its rows; numbers are texts. */
  rest: unknown;
  /** Whether there was a list at the pointer. */
  found: boolean;
}

/**
 * Reads a JSON file row by row, so that memory doesn't grow with it. Numbers are texts, because ids lose digits as
 * numbers.
 * @param rows JSON pointer to the list of rows
 * @param onRow is awaited before the next row is read
 * @throws NotJson if the file is cut off, is not JSON, or has a row that is too large
 */
export async function readJsonAnswer(path: string, rows: string, onRow: (row: unknown) => Promise<void> | void): Promise<JsonAnswer> {
  const reader = new AnswerReader(plainPath(rows));
  const sink = new Writable({
    objectMode: true,
    highWaterMark: 256,
    write(token: Token, _, done) {
      let taken: Promise<void> | void;
      try {
        const row = reader.take(token);
        taken = row === undefined ? undefined : onRow(row.value);
      } catch (error) {
        done(error as Error);
        return;
      }
      if (taken === undefined) done();
      else taken.then(() => done(), done);
    },
  });
  const source = createReadStream(path);
  const tokens = parser.asStream({ streamValues: false });
  // The messages of the parser quote the answer, so none of them is shown.
  tokens.once("error", () => sink.destroy(new NotJson()));
  await pipeline(source, tokens, sink).catch((error: unknown) => {
    throw error instanceof Error && error.message.startsWith("Parser ") ? new NotJson() : error;
  });
  return { rest: reader.rest.current, found: reader.found };
}

/** Separates the tokens of rows from the others. */
class AnswerReader {
  readonly rest = new Assembler({ numberAsString: true });
  found = false;
  readonly #path: readonly string[];
  /** The names of the open objects; `null` for a list. */
  readonly #open: (string | null)[] = [];
  #inRows = false;
  #row: Assembler | null = null;
  #depth = 0;
  #characters = 0;

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  /** Returns a row once it is complete. */
  take(token: Token): { value: unknown } | undefined {
    this.#characters += "value" in token && typeof token.value === "string" ? token.value.length + 8 : 8;
    if (this.#characters > MAX_CHARACTERS) throw new NotJson();
    return this.#inRows ? this.#takeRow(token) : this.#takeRest(token);
  }

  #takeRow(token: Token): { value: unknown } | undefined {
    if (this.#depth === 0 && token.name === "endArray") {
      this.#inRows = false;
      this.rest.consume(token);
      this.#open.pop();
      return undefined;
    }
    this.#row ??= new Assembler({ numberAsString: true });
    this.#row.consume(token);
    if (token.name === "startObject" || token.name === "startArray") this.#depth += 1;
    if (token.name === "endObject" || token.name === "endArray") this.#depth -= 1;
    if (this.#depth > 0) return undefined;
    const value: unknown = this.#row.current;
    this.#row = null;
    this.#characters = 0;
    return { value };
  }

  #takeRest(token: Token): undefined {
    this.rest.consume(token);
    if (token.name === "keyValue") this.#open[this.#open.length - 1] = token.value;
    if (token.name === "endObject" || token.name === "endArray") this.#open.pop();
    if (token.name === "startArray" && this.#isRows()) {
      this.#inRows = true;
      this.found = true;
    }
    if (token.name === "startObject") this.#open.push("");
    if (token.name === "startArray") this.#open.push(null);
  }

  #isRows(): boolean {
    return !this.found && this.#open.length === this.#path.length && this.#path.every((name, at) => this.#open[at] === name);
  }
}
