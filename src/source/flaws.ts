import { MISSING_MARK, ROWS_MARK } from "../model/record.ts";

/**
 * A row cannot be understood; everything after it would be a guess. `unclosed`: lines began to disappear into one
 * cell; `after`: text after a closing quote; `inside`: a stray quote, and as many cells as the header has no way.
 */
export class BadRecord extends Error {
  readonly kind: "unclosed" | "after" | "inside" | "long";
  constructor(kind: BadRecord["kind"]) {
    super(kind);
    this.kind = kind;
  }
}

/** What is wrong with a row whose extent is known, so that the others can be used. */
export interface Flaw {
  code: string;
  message: string;
}

const LF = 0x0a;
const CR = 0x0d;
/** They have a meaning of their own in cells that come from several rows. */
const MARKS = [ROWS_MARK, MISSING_MARK];

/** What is odd about rows, by their number. */
export class Flaws {
  readonly #classicMac: boolean;
  readonly #byRow = new Map<number, Flaw>();

  constructor(classicMac: boolean) {
    this.#classicMac = classicMac;
  }

  /** Whether a closer look is needed; cheap, because every byte of a file is asked. */
  mayBeIn(bytes: Buffer): boolean {
    return MARKS.some((mark) => bytes.includes(mark)) || (this.#classicMac ? hasLone(bytes, LF) : hasLone(bytes, CR));
  }

  /** @param text the row as it stands in the file, with its line end */
  lookAt(row: number, text: string): void {
    const mark = MARKS.find((one) => text.includes(one));
    if (mark !== undefined) {
      const code = mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      this.#byRow.set(row, {
        code: "control_character",
        message: `the row holds the control character U+${code}, which no text of a person has`,
      });
      return;
    }
    const bare = text.replaceAll(/"[^"]*"/g, "").replace(this.#classicMac ? /\r\n?$/ : /\r?\n$/, "");
    // In a file of the one kind of line ends, the other kind outside of quotes may have made one row of two.
    if (bare.includes(this.#classicMac ? "\n" : "\r")) this.#byRow.set(row, this.#strayLineEnd());
  }

  /** @param cells of a line that was read although a quote stands in a cell that isn't quoted */
  lookAtStray(row: number, cells: readonly string[]): void {
    // Between two stray quotes a line end would pass for a part of a quoted cell.
    if (cells.some((cell) => /[\r\n]/.test(cell))) this.#byRow.set(row, this.#strayLineEnd());
    if (!cells.some((cell) => /^\s+"/.test(cell))) return;
    const message = "a blank stands between the delimiter and a quote: whether the quotes belong to the value cannot be known";
    this.#byRow.set(row, { code: "quote_after_blank", message });
  }

  /** What is odd about a row, once. */
  take(row: number): Flaw | undefined {
    if (this.#byRow.size === 0) return undefined;
    const flaw = this.#byRow.get(row);
    this.#byRow.delete(row);
    return flaw;
  }

  #strayLineEnd(): Flaw {
    const kind = this.#classicMac ? "LF" : "CR";
    const message = `a line end of another kind (a lone ${kind}) stands within the row: it may be the rows of several people in one`;
    return { code: "stray_line_end", message };
  }
}

/** Whether one of CR and LF stands without the other; a CR at the very end may yet be followed by its LF. */
function hasLone(bytes: Buffer, which: typeof LF | typeof CR): boolean {
  for (let at = bytes.indexOf(which); at >= 0; at = bytes.indexOf(which, at + 1)) {
    if (which === CR && at + 1 < bytes.length && bytes[at + 1] !== LF) return true;
    if (which === LF && bytes[at - 1] !== CR) return true;
  }
  return false;
}
