import { parseTemplate } from "../mapping/template.ts";
import { foldName } from "../model/names.ts";
import { nearest } from "../model/nearest.ts";
import { contentOf } from "./content.ts";
import { NONE, type Desk, type Question } from "./draft.ts";
import { shownName } from "./shown.ts";
import type { ColumnStatistics } from "./statistics.ts";
import type { Role } from "./words/words.ts";

/** A column that may be what is looked for. */
export interface Candidate {
  column: ColumnStatistics;
  role: Role;
  sure: boolean;
  /** How it was recognised. */
  why: string;
}

/** Columns whose names say one of some roles and whose values don't contradict, the surest first. */
export function candidatesFor(
  desk: Desk,
  roles: readonly Role[],
  contradiction: (column: ColumnStatistics, role: Role) => string | undefined,
): Candidate[] {
  const found: Candidate[] = [];
  for (const column of desk.sample.columns) {
    const meaning = desk.vocabulary.column(column.name).find(({ role }) => roles.includes(role));
    if (meaning === undefined) continue;
    const wrong = column.filled === 0 ? "it is blank in every row" : contradiction(column, meaning.role);
    if (wrong === undefined) found.push({ column, role: meaning.role, sure: meaning.sure, why: `by its name (${meaning.language})` });
    else desk.remarks.push(`${shownName(column.name)} looks like ${meaning.role} by its name, but ${wrong}.`);
  }
  return found.toSorted((a, b) => Number(b.sure) - Number(a.sure));
}

/** The one candidate that stands out; `undefined` where there is none, or several fit equally. */
export function standsOut(candidates: readonly Candidate[]): Candidate | undefined {
  const sure = candidates.filter((one) => one.sure);
  const best = sure.length > 0 ? sure : candidates;
  return best.length === 1 ? best[0] : undefined;
}

/** What somebody has said about a field: a column, a template, that there is none; `undefined` without an answer. */
export function answered(desk: Desk, field: string): { column: ColumnStatistics } | { template: string } | "none" | undefined {
  const answer = desk.answers.get(field === "key" ? "key" : `use.${field}`);
  if (answer === undefined) return undefined;
  if (answer === NONE) return "none";
  const column = columnNamed(desk, answer);
  return column === undefined ? { template: answer } : { column };
}

/** A column by its name, as a mapping would find it. */
export function columnNamed(desk: Pick<Desk, "sample">, name: string): ColumnStatistics | undefined {
  return desk.sample.columns.find((column) => foldName(column.name) === foldName(name));
}

/** Why a text is neither the name of a column nor a template made of columns; `undefined` where it is one. */
export function wrongSource(desk: Pick<Desk, "sample">, text: string): string | undefined {
  if (columnNamed(desk, text) !== undefined) return undefined;
  const parts = parseTemplate(text);
  if (typeof parts === "string") return `“${text}” ${parts}`;
  const names = parts.flatMap((part) => ("column" in part ? [part.column] : []));
  const unknown = names.length === 0 ? text : names.find((name) => columnNamed(desk, name) === undefined);
  if (unknown === undefined) return undefined;
  const near = nearest(
    unknown,
    desk.sample.columns.map(({ name }) => name),
  );
  return `${desk.sample.name} has no column ${shownName(unknown)} that can be used${near === undefined ? "" : `; did you mean ${shownName(near)}?`}`;
}

/** A choice between columns. */
export function askColumn(
  desk: Desk,
  { none, ...question }: Pick<Question, "id" | "ask" | "needed"> & Partial<Pick<Question, "text" | "suggestion">> & { none?: string },
  columns: readonly ColumnStatistics[],
): void {
  const field = question.id.replace("use.", "");
  const flag =
    field === "key" ? "--key COLUMN" : `--use ${field}=${columns.length === 0 && question.text !== undefined ? "TEMPLATE" : "COLUMN"}`;
  const options = columns.map((column) => ({
    value: column.name,
    label: shownName(column.name).slice(1, -1),
    hint: `${column.filled} of ${column.rows} filled${column.unique ? ", each different" : ""}`,
  }));
  const check = question.text === undefined ? {} : { check: (text: string) => wrongSource(desk, text) };
  if (!question.needed || none !== undefined) options.push({ value: NONE, label: "none of them", hint: none ?? "the field is left out" });
  desk.questions.push({ ...question, ...check, options, flag });
}

/** Columns that could hold texts of some kind, for choices where no name helps. */
export function filledColumns({ sample }: Desk, least = 1): ColumnStatistics[] {
  return sample.columns.filter((column) => column.filled >= Math.max(1, column.rows * least));
}

/** A contradiction for columns of words. */
export function noWords(column: ColumnStatistics): string | undefined {
  return column.share((value) => /\p{L}/u.test(value)) < 0.5 ? "its values are no words" : undefined;
}

/** A contradiction for e-mail addresses. */
export function noEmails(column: ColumnStatistics): string | undefined {
  return contentOf(column).emails < 0.5 ? "its values are no e-mail addresses" : undefined;
}
