import { styled } from "../output.ts";

/**
 * Characters that a terminal or a reader wouldn't show as text: control characters, marks that change the direction of
 * writing, invisible characters, and unpaired surrogates.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u034f]/gu;

const NAMED: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Makes a text from a file or a service safe for a terminal: one line, with every unsafe character escaped. */
export function plain(text: string): string {
  return text.replaceAll(UNSAFE, (found) => NAMED[found] ?? `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Does the same, and cuts a text that is too long. */
export function short(text: string, longest = 100): string {
  const characters = [...plain(text.length > longest * 20 ? text.slice(0, longest * 20) : text)];
  return characters.length > longest ? `${characters.slice(0, longest).join("")}…` : characters.join("");
}

/** Quotes a cell's value: `“Sales”`. */
export function quoted(text: string): string {
  return `“${short(text, 80)}”`;
}

/** Longer lines are cut; --json has the whole text. */
const MAX_LINE_LENGTH = 800;

export type Style = "bold" | "yellow" | "red";

/** Collects text for standard output, line by line, with unsafe characters escaped. */
export class Page {
  readonly #io: Parameters<typeof styled>[0];
  readonly #lines: string[] = [];

  constructor(io: Parameters<typeof styled>[0]) {
    this.#io = io;
  }

  line(text = ""): void {
    this.#lines.push(short(text, MAX_LINE_LENGTH));
  }

  lines(texts: readonly string[]): void {
    for (const text of texts) this.line(text);
  }

  /** Adds a heading. */
  title(text: string, style: Style = "bold"): void {
    this.#lines.push(styled(this.#io, style === "bold" ? "bold" : ["bold", style], plain(text)));
  }

  /** Adds an empty line, a heading and lines; nothing if there are no lines. */
  part(title: string, found: readonly string[], style: Style = "bold"): void {
    if (found.length === 0) return;
    this.line();
    this.title(title, style);
    this.lines(found);
  }

  text(): string {
    return this.#lines.join("\n");
  }
}
