import { fact, type Fact } from "../../domain/facts/fact.ts";
import { parseTemplate } from "../../mapping/template.ts";
import { foldName } from "../../domain/names.ts";
import { nearest } from "../../domain/nearest.ts";
import { contentOf } from "../content.ts";
import { NONE, type DraftContext, type Question } from "../write/draft.ts";
import { shortName } from "../examples.ts";
import { byName } from "../write/why.ts";
import type { ColumnStatistics } from "../statistics.ts";
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
    if (why === undefined) found.push({ column, role, sure, why: byName(meaning.language) });
    else if (why !== true) context.remarks.push(fact("init.column_contradicts", { column: shortName(column.name), role, why }));
  }
  return found.toSorted((a, b) => Number(b.sure) - Number(a.sure));
}

/** Returns the only best candidate; `undefined` if there is none, or several fit equally. */
export function onlyCandidate(candidates: readonly Candidate[]): Candidate | undefined {
  const sure = candidates.filter((one) => one.sure);
  const best = sure.length > 0 ? sure : candidates;
  return best.length === 1 ? best[0] : undefined;
}

/** Returns the answer for a field: a column, a template, or "none"; `undefined` without an answer. */
export function answered(context: DraftContext, field: string): { column: ColumnStatistics } | { template: string } | "none" | undefined {
  const answer = context.answers.get(field === "key" ? "key" : `use.${field}`);
  if (answer === undefined) return undefined;
  if (answer === NONE) return "none";
  const column = columnNamed(context, answer);
  return column === undefined ? { template: answer } : { column };
}

/** Finds a column by its name, as a mapping does. */
export function columnNamed(context: Pick<DraftContext, "sample">, name: string): ColumnStatistics | undefined {
  return context.sample.columns.find((column) => foldName(column.name) === foldName(name));
}

/** Returns why a text is neither a column name nor a template of columns; `undefined` if it is one. */
export function wrongSource(context: Pick<DraftContext, "sample">, text: string): Fact | undefined {
  if (columnNamed(context, text) !== undefined) return undefined;
  const parts = parseTemplate(text);
  if ("code" in parts) return parts;
  const names = parts.flatMap((part) => ("column" in part ? [part.column] : []));
  const unknown = names.length === 0 ? text : names.find((name) => columnNamed(context, name) === undefined);
  if (unknown === undefined) return undefined;
  const similar = nearest(
    unknown,
    context.sample.columns.map(({ name }) => name),
  );
  const column = shortName(unknown);
  return fact("answer.has_unusable_column", {
    file: context.sample.name,
    column: similar === undefined ? fact("column.named", { column }) : fact("column.similar", { column, similar: shortName(similar) }),
  });
}

/**
 * Adds a question with columns to choose from.
 * @param question with the label of the answer that none of them fits; it leaves the field out if it is optional
 */
export function askColumn(
  context: DraftContext,
  { none, ...question }: Pick<Question, "id" | "ask" | "needed" | "template" | "suggestion"> & { none?: Fact },
  columns: readonly ColumnStatistics[],
): void {
  const field = question.id.replace("use.", "");
  const flag =
    field === "key" ? "--key COLUMN" : `--use ${field}=${columns.length === 0 && question.template !== undefined ? "TEMPLATE" : "COLUMN"}`;
  const options: Question["options"][number][] = columns.map(({ name, filled, rows, unique }) => ({
    value: name,
    label: fact("init.answer", { answer: shortName(name) }),
    hint: fact("init.column_is_filled", { filled, rows, unique: unique ? "yes" : "no" }),
  }));
  const check = question.template === undefined ? {} : { check: (text: string) => wrongSource(context, text) };
  if (!question.needed || none !== undefined) options.push({ value: NONE, label: none ?? fact("init.no_column_fits", {}) });
  context.questions.push({ ...question, ...check, options, flag });
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
