import { styled } from "../output.ts";

/**
 * What a terminal or a reader would take for something else than text: control characters (line breaks, colours, moves
 * of the cursor), marks that turn the direction of writing, what cannot be seen, and halves of characters.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u034f]/gu;

const NAMED: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text from a file or a service, as it can be written to a terminal: one line, with every unsafe character spelled out. */
export function plain(text: string): string {
  return text.replaceAll(UNSAFE, (found) => NAMED[found] ?? `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same, cut where it is too long for a line. */
export function short(text: string, longest = 100): string {
  const characters = [...plain(text.length > longest * 20 ? text.slice(0, longest * 20) : text)];
  return characters.length > longest ? `${characters.slice(0, longest).join("")}…` : characters.join("");
}

/** A value of a cell as text shows it: `“Sales”`. */
export function quoted(text: string): string {
  return `“${short(text, 80)}”`;
}

/** Longer than anything that somebody reads; --json has it whole. */
const LONGEST_LINE = 800;

export type Look = "bold" | "yellow" | "red";

/** Text for standard output, line by line. Whatever is put on it cannot do anything to the terminal. */
export class Page {
  readonly #io: Parameters<typeof styled>[0];
  readonly #lines: string[] = [];

  constructor(io: Parameters<typeof styled>[0]) {
    this.#io = io;
  }

  line(text = ""): void {
    this.#lines.push(short(text, LONGEST_LINE));
  }

  lines(texts: readonly string[]): void {
    for (const text of texts) this.line(text);
  }

  /** A heading. */
  title(text: string, look: Look = "bold"): void {
    this.#lines.push(styled(this.#io, look === "bold" ? "bold" : ["bold", look], plain(text)));
  }

  /** A heading after an empty line, with what stands below it; nothing where that is nothing. */
  part(title: string, found: readonly string[], look: Look = "bold"): void {
    if (found.length === 0) return;
    this.line();
    this.title(title, look);
    this.lines(found);
  }

  text(): string {
    return this.#lines.join("\n");
  }
}

/** Lines with a margin; of too many the first, and how many more there are. */
export function some(all: readonly string[], most = 20, where = "--json lists them"): string[] {
  const rest = all.length - most;
  return [...all.slice(0, most).map((line) => `  ${line}`), ...(rest > 0 ? [`  … and ${rest.toLocaleString("en")} more; ${where}`] : [])];
}
