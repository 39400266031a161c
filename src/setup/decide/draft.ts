import type { Fact } from "../../domain/facts/fact.ts";
import type { ChoosingColumn } from "../../source/choosing-column.ts";
import type { Sample } from "../sample/sample.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";
import type { Vocabulary } from "../languages/vocabulary.ts";

/** Answers by question id; `NONE` means "none of them". */
export type Answers = ReadonlyMap<string, string>;
export const NONE = "-";
/** The answer with the time zone in which last days end; nobody is asked for it. */
export const TIME_ZONE = "timezone";

/** The page of the browser that asks a question. */
export type Part = "columns" | "left" | "key" | "groups";

/** How sure an answer is: someone chose it, the sample shows it, or nothing does. */
export type Confidence = "chosen" | "certain" | "likely" | "none";

/** A possible answer. */
export interface Option {
  value: string;
  label: Fact;
  hint?: Fact;
  /** Nothing in the sample suggests it: the terminal leaves it out. */
  unlikely?: boolean;
}

/** A question about a file, with the answer that its sample shows. The terminal and the browser draw the same questions. */
export interface Question {
  id: string;
  part: Part;
  ask: Fact;
  /** The cell whose meaning is asked; `ask` shows it only if it is about no person. */
  value?: string;
  /** The evidence of the sample. */
  evidence: readonly Fact[];
  /** `column`: one of many; `choice`: one of a few; `text`: has no options. */
  kind: "column" | "choice" | "text";
  options: readonly Option[];
  /** An example of a template, which may be the answer as well. */
  template?: string;
  /** Returns why a text is invalid. */
  check?: (text: string) => Fact | undefined;
  /** The answer that holds, given or shown by the sample; `null`: the question is open. */
  answer: string | null;
  confidence: Confidence;
  /** The likely answer of an open question. */
  suggestion?: string;
  /** Whether an answer is required; otherwise the part is left out, with a comment in the file. */
  needed: boolean;
  /** Whether the browser takes no suggestion for it: someone who sees it must choose. */
  explicit?: boolean;
  /** The question on whose answer it depends. */
  of?: string;
  /** The command-line option for the answer. */
  flag: string;
}

type Asked = Pick<Question, "id" | "part" | "ask" | "flag"> & Partial<Question>;

/** Adds a question with what most questions have: no options, and the answer that was given. */
export function ask({ answers, questions }: DraftContext, asked: Asked): void {
  const given = answers.get(asked.id) ?? null;
  const kind = asked.options === undefined || asked.options.length === 0 ? "text" : "choice";
  const confidence = given === null ? "none" : "chosen";
  questions.push({ evidence: [], options: [], kind, answer: given, confidence, needed: false, ...asked });
}

/** The source of a user field. */
export interface FieldUse {
  field: string;
  /** The name of a column, or a template. */
  from: { column: string } | { template: string };
  /** The keys beside `column` or `template`, in order. */
  how: Readonly<Record<string, string | boolean | Readonly<Record<string, string | boolean>>>>;
  /** The comment on it. */
  why: string;
  /** Whether it is written as a comment, because something is missing. */
  off?: boolean;
}

/** How `active` is read. */
export interface ActiveUse {
  /** The status; `null`: the last day alone decides. */
  column: string | null;
  values: readonly { text: string; active: boolean; why: string }[];
  /** Unknown words with their number of rows, safe to show. */
  unknown: readonly Fact[];
  /** The last day with an account. */
  until: LastDay | null;
  why: string;
}

/** The column with the last day of each person. */
export interface LastDay {
  column: string;
  /** `null`: several fit, and nobody has chosen. */
  format: string | null;
}

/** A suggested group rule. */
export interface RuleIdea {
  /** The id of its question. */
  id: string;
  name: string;
  when?: { column: string; values: readonly string[] };
  /** The column and separator of a list. */
  split?: { column: string; separator: string };
  /** The group template below the root. */
  group: string;
  why: string;
}

/** Returns the path of a rule's group. @param root "" for the top */
export function below(root: string, group: string): string {
  return root === "" ? group : `${root}/${group}`;
}

/** A column with days, its format, and other formats that fit all of its values as well. */
interface DayOffer {
  column: string;
  format: string;
  others: readonly string[];
}

/** Parts that a mapping could have, which are written as comments. */
export interface Offers {
  /** First and last days, for `active`. */
  from: DayOffer | null;
  until: DayOffer | null;
  /** A column with few values, and the most frequent one. */
  scope: { column: string; value: string } | null;
}

/** The decided parts of a mapping. */
export interface Draft {
  key: { column: string; why: string[] } | null;
  fields: readonly FieldUse[];
  active: ActiveUse | null;
  offers: Offers;
  rules: readonly RuleIdea[];
  /** The column with the key of the manager; suggested only. */
  manager: string | null;
  /** The group below which the rules are, "" for the top. */
  root: string;
  authority: readonly string[];
  timeZone: string;
  /** The column whose value chooses one row for each key; `null`: no key has several rows, or none does. */
  keep: ChoosingColumn | null;
  /** Parts of the file that could not be used, and why. */
  remarks: readonly Fact[];
  unused: readonly ColumnStatistics[];
  /** Those of them that look sensitive. */
  sensitive: ReadonlySet<ColumnStatistics>;
  questions: readonly Question[];
}

/** The input of every decision, and its collected questions and remarks. */
export interface DraftContext {
  readonly sample: Sample;
  readonly vocabulary: Vocabulary;
  readonly answers: Answers;
  /** Ids of suggestions that were accepted without a question. */
  readonly accepted: ReadonlySet<string>;
  readonly questions: Question[];
  readonly remarks: Fact[];
  readonly used: Set<ColumnStatistics>;
  /** The day for which the sample's dates are counted, as `YYYY-MM-DD`. */
  readonly today: string;
}
