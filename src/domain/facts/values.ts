/** The kinds of values that facts have. A kind says how a reader sees the value, and what may be done with it. */
import { z } from "zod";

/**
 * The data that a value may reveal: `technical` nothing about people, `key` who a person is, `personal` data of a person that reviewers
 * see, `service` text of the learning service. Logs, metrics and traces get technical values only. A sensitive value is never in a fact.
 */
export type DataClass = "technical" | "key" | "personal" | "service";

/**
 * How messages show a value: `cell` quoted, or named if it is missing or blank; `date` as the reader writes days and times;
 * `field` with its label; `names` with commas; `headings` as the reviewer's workbook has them; `rows` as their files count them;
 * `fact` and `facts` in words, several as a list; `sentences` one after another; `lines` one a line;
 * a `choice` is not shown.
 */
export type ValueKind =
  | "text"
  | "count"
  | "ordinal"
  | "cell"
  | "date"
  | "field"
  | "names"
  | "headings"
  | "rows"
  | "keys"
  | "fact"
  | "facts"
  | "sentences"
  | "lines"
  | "choice";

/** A fact within another one. */
export interface InnerFact {
  readonly code: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const meaning = z.registry<{ kind: ValueKind; class: DataClass }>();

/** A number of people, rows or other things. */
export const count = z.int().nonnegative().register(meaning, { kind: "count", class: "technical" });

/** The number of a row, line or column. */
export const ordinal = z.int().nonnegative().register(meaning, { kind: "ordinal", class: "technical" });

/** The name of a column, as the file has it. */
export const column = z.string().register(meaning, { kind: "text", class: "technical" });

/** The path of a group. */
export const groupPath = z.string().register(meaning, { kind: "text", class: "technical" });

/** A cell of HR's file; `null`: the row has none. */
export const cell = z.string().nullable().register(meaning, { kind: "cell", class: "personal" });

/** The name of something that is not a person: a file, a run, a code, a subscription. */
export const name = z.string().register(meaning, { kind: "text", class: "technical" });

/** The same, or `null`: not known. */
export const optionalName = z.string().nullable().register(meaning, { kind: "text", class: "technical" });

/** The word by which a message chooses its text. */
export const choice = z.string().register(meaning, { kind: "choice", class: "technical" });

/** The names of several things that are not people. */
export const names = z.array(z.string()).register(meaning, { kind: "names", class: "technical" });

/** Columns of the reviewer's workbook, by their ids. */
export const headings = z.array(z.string()).register(meaning, { kind: "headings", class: "technical" });

/** A field of a user, such as `first_name`. */
export const field = z.string().register(meaning, { kind: "field", class: "technical" });

/** The key of a person. */
export const key = z.string().register(meaning, { kind: "text", class: "key" });

/** The keys of several people. */
export const keyList = z.array(z.string()).register(meaning, { kind: "names", class: "key" });

/** A name, a username or another value of a person. */
export const personal = z.string().register(meaning, { kind: "text", class: "personal" });

/** Text of the learning service, as `error-message.ts` cleaned it. */
export const served = z.string().register(meaning, { kind: "text", class: "service" });

/** A place in a job or mapping file: `file:line`. */
export const place = z.string().register(meaning, { kind: "text", class: "technical" });

/** A day or a time in ISO form; a day that a file writes in another form stays as it is. */
export const date = z.string().register(meaning, { kind: "date", class: "technical" });

/** Example keys of people, and whether there are more. */
export const keys = z.object({ examples: z.array(z.string()), more: z.boolean() }).register(meaning, { kind: "keys", class: "key" });

/** The first of several rows, as their files count them, and how many more there are. Files count from 1. */
export const rows = z
  .object({ first: z.array(z.object({ number: z.int(), file: z.int() })), more: count })
  .register(meaning, { kind: "rows", class: "technical" });

/** Facts that belong to another one; they have the classes of their own values. */
export const fact = z.custom<InnerFact>().register(meaning, { kind: "fact", class: "technical" });
export const facts = z.array(z.custom<InnerFact>()).register(meaning, { kind: "facts", class: "technical" });
export const sentences = z.array(z.custom<InnerFact>()).register(meaning, { kind: "sentences", class: "technical" });
export const lines = z.array(z.custom<InnerFact>()).register(meaning, { kind: "lines", class: "technical" });

/** The type of a value, made by one of the constants of this file. */
export type ValueType = typeof count | typeof column | typeof cell | typeof names | typeof keys | typeof rows | typeof fact | typeof facts;

/** The values of the facts of one subject, by code and name. */
export type FactsOf = Readonly<Record<string, Readonly<Record<string, ValueType>>>>;

/** Returns how a value is shown, and its class. */
export function meaningOf(type: ValueType): { kind: ValueKind; class: DataClass } {
  return meaning.get(type) ?? { kind: "text", class: "personal" };
}
