/** The words about a subject as data: describers make them, and each medium draws them in its own way. */
import type { IconName } from "../html/icon.ts";

export type Tone = "" | "info" | "good" | "warn" | "bad";

/** Text, and parts that each medium draws in its own way. Numbers are written as the reader writes them. */
export type Words = string | number | null | undefined | false | Part | readonly Words[];

export type Part =
  /** Text from a file, the service or a person. */
  | { as: "data"; text: string }
  /** A sentence that may have data, and commands in backticks. */
  | { as: "prose"; text: string }
  | { as: "time"; at: string }
  | { as: "group"; path: string }
  | { as: "code"; text: string }
  /** To a page of the console. A file draws its words only. */
  | { as: "link"; to: string; words: Words }
  | { as: "strong" | "soft" | "warning" | "problem"; words: Words }
  /** Only for those who cannot see what the words before it are about. */
  | { as: "spoken"; words: Words }
  /** A line of its own below the words before it. */
  | { as: "below"; words: Words }
  /** Several values, each on a line. */
  | { as: "lines"; lines: readonly Words[] }
  | { as: "pill"; tone: Tone; words: Words; symbol?: IconName }
  /** A button that performs an action of the console. Other media leave it out. */
  | ActionPart
  /** Words with more to read for administrators. */
  | { as: "titled"; title: string; words: Words };

/** Performs the action at an address such as `/tokens/revoke`; `given` has its fields. Missing ones are asked for. */
export interface ActionPart {
  as: "action";
  url: string;
  given: Readonly<Record<string, string>>;
  button: Words;
  /** The name of the button for screen readers, or of the summary that the form is behind. */
  label?: string;
  fold?: string;
}

interface Column {
  head: string;
  /** `row` names the row, `wide` has sentences. */
  kind?: "row" | "number" | "wide";
  /** The name of the column in the address, if the table can be sorted by it. */
  sort?: string;
}

/** One changed person. */
export interface ChangedPerson {
  sign: "+" | "~" | "−";
  name: Words;
  key: string;
  /** One line of what changed. */
  did: Words;
  status: Words;
  place: Words;
  /** The address of the page about the person. */
  page: string;
  changes: readonly { sign: "+" | "~" | "−" | ""; words: Words }[];
}

export type Block =
  | { block: "text"; words: Words; lead?: boolean }
  | { block: "notice"; tone: Tone; symbol?: IconName; blocks: readonly Block[] }
  | { block: "figures"; figures: readonly { n: number; label: string }[] }
  | { block: "facts"; facts: readonly (readonly [term: string, value: Words])[] }
  /** `first` rows are shown before the others; `all` counts also those that are not listed. */
  | { block: "table"; caption: string; columns: readonly Column[]; rows: readonly (readonly Words[])[]; first?: number; all?: number }
  | { block: "code"; text: string }
  | { block: "list"; items: readonly Words[] }
  | { block: "people"; people: readonly ChangedPerson[]; first: number; all: number }
  | { block: "heading"; words: Words; level: 2 | 3; id?: string }
  | { block: "section"; id: string; title: string; blocks: readonly Block[]; card?: boolean }
  /** Read by those who want to know more. */
  | { block: "more"; summary: string; blocks: readonly Block[] }
  | { block: "card"; blocks: readonly Block[] }
  /** Nothing to do. */
  | { block: "nothing"; title?: string; words: Words; next?: Words };

/** The blocks about one subject, in the order in which they are read. */
export type Sheet = readonly Block[];

export const data = (text: string | null | undefined): Words =>
  text === null || text === undefined || text === "" ? null : { as: "data", text };
export const time = (at: string | null): Words => at && { as: "time", at };
export const group = (path: string): Part => ({ as: "group", path });
export const code = (text: string): Part => ({ as: "code", text });
export const link = (to: string, words: Words): Part => ({ as: "link", to, words });
export const soft = (words: Words): Part => ({ as: "soft", words });
export const strong = (words: Words): Part => ({ as: "strong", words });
export const below = (words: Words): Words => !isEmpty(words) && { as: "below", words };
export const lines = (all: readonly Words[]): Words => (all.length < 2 ? all : { as: "lines", lines: all });
export const problem = (words: Words): Part => ({ as: "problem", words });
export const pill = (words: Words, tone: Tone = "", symbol?: IconName): Part => ({ as: "pill", tone, words, ...(symbol && { symbol }) });
export const heading = (words: Words): Block => ({ block: "heading", level: 2, words });
export const prose = (text: string | null): Words => text && { as: "prose", text };

/** Returns a table of rows, each column with its words. */
export function table<Row>(
  caption: string,
  columns: readonly (Column & { words(row: Row): Words })[],
  rows: readonly Row[],
): Extract<Block, { block: "table" }> {
  return { block: "table", caption, columns, rows: rows.map((row) => columns.map(({ words }) => words(row))) };
}

/** Returns whether words draw nothing. */
export function isEmpty(words: Words): boolean {
  if (words === null || words === undefined || words === false || words === "") return true;
  if (Array.isArray(words)) return (words as Words[]).every(isEmpty);
  return typeof words === "object" && "words" in words && isEmpty(words.words);
}

/** Returns the sheet without blocks that say nothing. */
export function sheet(...blocks: (Block | Sheet | null | false)[]): Block[] {
  return blocks.flatMap((block) => (block === null || block === false ? [] : "block" in block ? [block] : block));
}
