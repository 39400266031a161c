import { fact, type Fact } from "../../domain/facts/fact.ts";
import { parseTemplate } from "../../mapping/template.ts";
import { foldName } from "../../domain/names.ts";
import { nearest } from "../../domain/nearest.ts";
import { contentOf } from "../sample/content.ts";
import { NONE, type DraftContext, type Option } from "./draft.ts";
import { shortName } from "./examples.ts";
import { WHY } from "../write/why.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";
import type { Role } from "../languages/words.ts";
import { isPrivate } from "../languages/vocabulary.ts";

/** A column that may have a role. */
export interface Candidate {
  column: ColumnStatistics;
  role: Role;
  sure: boolean;
  /** How it was recognised, for a comment. */
  why: string;
}

/** Why the values of a column contradict its name; `true`: they do, and nobody needs to know. */
export type Contradiction = Fact | true | undefined;

/** Returns the columns whose name has one of the roles and whose values don't contradict it, the surest first. */
export function candidatesFor(
  context: DraftContext,
  roles: readonly Role[],
  contradiction: (column: ColumnStatistics, role: Role) => Contradiction,
): Candidate[] {
  const found: Candidate[] = [];
  for (const column of context.sample.columns) {
    const meaning = context.vocabulary.column(column.name).find(({ role }) => roles.includes(role));
    if (meaning === undefined) continue;
    const { role, sure } = meaning;
    const why = column.filled === 0 ? fact("init.column_is_blank", {}) : contradiction(column, role);
    if (why === undefined) found.push({ column, role, sure, why: WHY.byName(meaning.language) });
    else if (why !== true) context.remarks.push(fact("init.column_contradicts", { column: shortName(column.name), role, why }));
  }
  return found.toSorted((a, b) => Number(b.sure) - Number(a.sure));
}

/** Returns the sure candidates, or all of them if none is. */
export function bestOf(candidates: readonly Candidate[]): readonly Candidate[] {
  const sure = candidates.filter((one) => one.sure);
  return sure.length > 0 ? sure : candidates;
}

/** Returns the only best candidate; `undefined` if there is none, or several fit equally. */
export function onlyCandidate(candidates: readonly Candidate[]): Candidate | undefined {
  const [only, ...more] = bestOf(candidates);
  return more.length === 0 ? only : undefined;
}

/** Returns the answer for a field: a column, a template, or "none"; `undefined` without an answer. */
export function answered(context: DraftContext, field: string): { column: ColumnStatistics } | { template: string } | "none" | undefined {
  const answer = context.answers.get(idOf(field));
  if (answer === undefined) return undefined;
  if (answer === NONE) return "none";
  const column = columnNamed(context, answer);
  return column === undefined ? { template: answer } : { column };
}

/** Returns the id of the question for a field. */
export function idOf(field: string): string {
  return field === "key" ? "key" : `use.${field}`;
}

/** Finds a column by its name, as a mapping does. */
export function columnNamed(context: Pick<DraftContext, "sample">, name: string): ColumnStatistics | undefined {
  return context.sample.columns.find((column) => foldName(column.name) === foldName(name));
}

/** Returns why a text is neither a column name nor a template of columns; `undefined` if it is one. */
export function wrongSource(context: Pick<DraftContext, "sample">, text: string): Fact | undefined {
  return columnNamed(context, text) === undefined ? wrongTemplate(context, text) : undefined;
}

/** Returns why a text is no template with columns of the file. @param more names that are no columns, but possible */
export function wrongTemplate({ sample }: Pick<DraftContext, "sample">, text: string, more?: readonly string[]): Fact | undefined {
  const parts = parseTemplate(text);
  if ("code" in parts) return parts;
  const names = parts.flatMap((part) => ("column" in part ? [part.column] : []));
  const unknown =
    names.length === 0 && more === undefined
      ? text
      : names.find((name) => columnNamed({ sample }, name) === undefined && more?.includes(name) !== true);
  if (unknown === undefined) return undefined;
  const similar = nearest(
    unknown,
    sample.columns.map(({ name }) => name),
  );
  const column = shortName(unknown);
  return fact("answer.has_unusable_column", {
    file: sample.name,
    column: similar === undefined ? fact("column.named", { column }) : fact("column.similar", { column, similar: shortName(similar) }),
  });
}

/**
 * Returns the columns that a question offers: the likely ones first, then all others that hold something and look like no
 * private matter such as a salary.
 * @param answer the column in use, which is always offered
 */
export function columnOptions(context: DraftContext, likely: readonly ColumnStatistics[], answer: string | null): Option[] {
  const others = context.sample.columns.filter(
    (column) => column.name === answer || (column.filled > 0 && !isPrivate(context.vocabulary, column.name)),
  );
  return optionsOf(likely, others);
}

/** Returns columns as answers, with how they are filled. */
export function optionsOf(likely: readonly ColumnStatistics[], others: readonly ColumnStatistics[]): Option[] {
  return [...new Set([...likely, ...others])].map((column) => ({
    value: column.name,
    label: fact("init.answer", { answer: shortName(column.name) }),
    hint: fact("init.column_is_filled", { filled: column.filled, rows: column.rows, unique: column.unique ? "yes" : "no" }),
    ...(likely.includes(column) ? {} : { unlikely: true }),
  }));
}

/** Returns the columns with at least this share of filled cells, without private ones such as a salary. */
export function filledColumns({ sample, vocabulary }: DraftContext, minShare = 1): ColumnStatistics[] {
  return sample.columns.filter((column) => column.filled >= Math.max(1, column.rows * minShare) && !isPrivate(vocabulary, column.name));
}

/** Returns a contradiction if a column has no words. */
export function notWords(column: ColumnStatistics): Contradiction {
  return column.share((value) => /\p{L}/u.test(value)) < 0.5 ? fact("init.column_has_no_words", {}) : undefined;
}

/** Returns a contradiction if a column has no e-mail addresses. */
export function noEmails(column: ColumnStatistics): Contradiction {
  return contentOf(column).emails < 0.5 ? fact("init.column_has_no_addresses", {}) : undefined;
}
