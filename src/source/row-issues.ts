import { fact, type Fact } from "../domain/facts/fact.ts";
import { MISSING_MARK, ROWS_MARK } from "../domain/record.ts";

/**
 * A row that cannot be parsed, so that everything after it would be a guess. `unclosed`: lines disappear into one
 * cell; `after`: text after a closing quote; `inside`: a stray quote in a row with the wrong number of cells.
 */
export class BadRecord extends Error {
  readonly kind: "unclosed" | "after" | "inside" | "long";
  constructor(kind: BadRecord["kind"]) {
    super(kind);
    this.kind = kind;
  }
}

/** An issue with one row whose start and end are known, so the other rows stay usable. */
export interface RowIssue {
  code: string;
  fact: Fact;
}

const LF = 0x0a;
const CR = 0x0d;
/** Reserved characters: they separate the values of cells that come from several rows. */
const MARKS = [ROWS_MARK, MISSING_MARK];

/** Issues by row number. */
export class RowIssues {
  readonly #classicMac: boolean;
  readonly #byRow = new Map<number, RowIssue>();

  constructor(classicMac: boolean) {
    this.#classicMac = classicMac;
  }

  /** Returns whether these bytes need `check`. Must be cheap: it sees every byte of the file. */
  mayHaveIssue(bytes: Buffer): boolean {
    return MARKS.some((mark) => bytes.includes(mark)) || (this.#classicMac ? hasLone(bytes, LF) : hasLone(bytes, CR));
  }

  /** @param text the raw row, with its line end */
  check(row: number, text: string): void {
    const mark = MARKS.find((one) => text.includes(one));
    if (mark !== undefined) {
      const code = mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      this.#byRow.set(row, { code: "control_character", fact: fact("row.control_character", { code }) });
      return;
    }
    const bare = text.replaceAll(/"[^"]*"/g, "").replace(this.#classicMac ? /\r\n?$/ : /\r?\n$/, "");
    // A line end of the other kind outside quotes may have merged two rows into one.
    if (bare.includes(this.#classicMac ? "\n" : "\r")) this.#byRow.set(row, this.#strayLineEnd());
  }

  /** @param cells the cells of a line with a quote inside an unquoted cell */
  checkStray(row: number, cells: readonly string[]): void {
    // Between two stray quotes, a line end would look like part of a quoted cell.
    if (cells.some((cell) => /[\r\n]/.test(cell))) this.#byRow.set(row, this.#strayLineEnd());
    if (!cells.some((cell) => /^\s+"/.test(cell))) return;
    this.#byRow.set(row, { code: "quote_after_blank", fact: fact("row.quote_after_blank", {}) });
  }

  /** Returns and forgets the issue of a row. */
  take(row: number): RowIssue | undefined {
    if (this.#byRow.size === 0) return undefined;
    const issue = this.#byRow.get(row);
    this.#byRow.delete(row);
    return issue;
  }

  #strayLineEnd(): RowIssue {
    const kind = this.#classicMac ? "LF" : "CR";
    return { code: "stray_line_end", fact: fact("row.stray_line_end", { kind }) };
  }
}

/** Returns whether a CR or LF occurs without the other. A CR at the very end may still be followed by its LF. */
function hasLone(bytes: Buffer, which: typeof LF | typeof CR): boolean {
  for (let at = bytes.indexOf(which); at >= 0; at = bytes.indexOf(which, at + 1)) {
    if (which === CR && at + 1 < bytes.length && bytes[at + 1] !== LF) return true;
    if (which === LF && bytes[at - 1] !== CR) return true;
  }
  return false;
}
