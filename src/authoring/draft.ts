import type { Sample } from "./sample.ts";
import type { ColumnStatistics } from "./statistics.ts";
import type { Vocabulary } from "./words/vocabulary.ts";

/** Answers by the id of their question; `NONE` stands for "none of them". */
export type Answers = ReadonlyMap<string, string>;
export const NONE = "-";

/** Something that the file does not say. */
export interface Question {
  id: string;
  ask: string;
  /** Nothing to choose from: a text. */
  options: readonly { value: string; label: string; hint?: string }[];
  /** Whether a text may be given instead of an option, and what it is an example of. */
  text?: { label: string; example: string };
  /** What a text must be; a sentence where it is not. */
  check?: (text: string) => string | undefined;
  /** The likeliest answer, where there is one. */
  suggestion?: string;
  /** Without an answer nothing can be written; else it is left out, and the file says so. */
  needed: boolean;
  /** The answer as an option of the command line. */
  flag: string;
}

/** What a field of the user is read from. */
export interface FieldUse {
  field: string;
  /** The name of a column, or a template. */
  from: { column: string } | { template: string };
  /** The keys beside `column` or `template`, in their order. */
  how: Readonly<Record<string, string | boolean | Readonly<Record<string, string | boolean>>>>;
  why: string;
  /** Written as a comment, because something is missing in it. */
  off?: boolean;
}

/** Who works here. */
export interface ActiveUse {
  column: string;
  values: readonly { text: string; active: boolean; why: string }[];
  /** Words that nobody has explained, each with how many rows have it; as they may be shown. */
  unknown: readonly string[];
  why: string;
}

/** A group rule that the file suggests. */
export interface RuleIdea {
  name: string;
  when?: { column: string; values: readonly string[] };
  /** Of a list: its column and what separates its items. */
  split?: { column: string; separator: string };
  /** The group below the root, with cells in it. */
  group: string;
  why: string;
}

/** A mapping as far as it is decided. */
export interface Draft {
  key: { column: string; why: string[] } | null;
  fields: readonly FieldUse[];
  active: ActiveUse | null;
  rules: readonly RuleIdea[];
  authority: readonly string[];
  /** What could not be used, and why: sentences. */
  remarks: readonly string[];
  unused: readonly ColumnStatistics[];
  questions: readonly Question[];
}

/** What every decision looks at, and where it leaves its questions. */
export interface Desk {
  readonly sample: Sample;
  readonly vocabulary: Vocabulary;
  readonly answers: Answers;
  readonly questions: Question[];
  readonly remarks: string[];
  readonly used: Set<ColumnStatistics>;
}
