import { contentOf } from "../scaffold/content.ts";
import { decide } from "../scaffold/decide/decide.ts";
import { leavingDates as leavingDatesOf } from "../scaffold/decide/last-day.ts";
import { FIELDS } from "../scaffold/decide/fields.ts";
import { isPrivate } from "../scaffold/languages/vocabulary.ts";
import type { Sample } from "../scaffold/sample.ts";
import type { ColumnStatistics } from "../scaffold/statistics.ts";
import { NONE, type Draft } from "../scaffold/write/draft.ts";
import type { ColumnView, Confidence } from "./types.ts";
import { vocabulary } from "./samples.ts";

/** The uses of a column. The form selects the first that applies. */
export const ROLES: readonly string[] = [
  "key",
  "active",
  "email",
  ...FIELDS.filter((field) => field !== "employee_id" && field !== "email"),
];
/** Values of these are never shown. */
const SENSITIVE: ReadonlySet<string> = new Set(["date_of_birth", "national_id", "private"]);
/** Known columns that no use of the form fits. */
const WITHOUT_USE: ReadonlySet<string> = new Set([
  "joining_date",
  "leaving_date",
  "worker_type",
  "country",
  "is_manager",
  "manager_id",
  "groups",
  "private",
]);
const MAX_EXAMPLES = 3;

export { LAST_DAY_FORMAT } from "../scaffold/decide/last-day.ts";

export type EngineAnswers = Record<string, string>;

export function draftOf(sample: Sample, engine: EngineAnswers): Draft {
  return decide(sample, vocabulary, new Map(Object.entries(engine)));
}

const idOf = (role: string): string => (role === "key" ? "key" : `use.${role}`);

/** Returns the column of a role; `null` if it has none. */
export function columnOf({ key, active, fields }: Draft, role: string): string | null {
  if (role === "key") return key?.column ?? null;
  if (role === "active") return active?.column ?? active?.until?.column ?? null;
  const use = fields.find(({ field }) => field === role);
  return use !== undefined && "column" in use.from ? use.from.column : null;
}

/** Returns the template of a field; "" if it has none. */
export function templateOf({ fields }: Draft, field: string): string {
  const use = fields.find((one) => one.field === field);
  return use !== undefined && "template" in use.from ? use.from.template : "";
}

/** Returns an example of a template, from the columns of the file. */
export function templateExample(sample: Sample, end: string): string {
  const login = sample.columns.find(({ name }) =>
    vocabulary.column(name).some(({ role }) => role === "username" || role === "employee_id"),
  );
  return `{${login?.name ?? sample.columns[0]?.name ?? ""}}${end}`;
}

/** Describes the columns, those that are used or known first. */
export function columnViews(sample: Sample, draft: Draft, engine: EngineAnswers): ColumnView[] {
  const views = sample.columns.map((column) => viewOf(sample, column, draft, engine));
  const weight = ({ role, confidence }: ColumnView): number =>
    role !== "" ? 0 : confidence === "check" ? 1 : confidence === "unused" ? 2 : 3;
  return views.sort((a, b) => weight(a) - weight(b) || a.place - b.place);
}

function viewOf(sample: Sample, column: ColumnStatistics, draft: Draft, engine: EngineAnswers): ColumnView {
  const { name, place, rows, filled, distinct, unique, repeated } = column;
  const uses = [...ROLES, "employee_id"].filter((role) => columnOf(draft, role) === name);
  const [role = "", ...also] = uses;
  const hidden = uses.some((use) => SENSITIVE.has(use)) || isSensitive(name);
  const examples = hidden ? [] : column.byCount().slice(0, MAX_EXAMPLES);
  return {
    place,
    name,
    role,
    also,
    confidence: confidenceOf(column, uses, engine),
    leaving: leavingDates(sample).includes(column),
    examples: examples.map(([text]) => text),
    hidden,
    rows,
    filled,
    distinct,
    unique,
    repeated,
  };
}

/** Returns whether a column of this name has values that are never shown. */
export function isSensitive(name: string): boolean {
  return vocabulary.column(name).some(({ role }) => SENSITIVE.has(role));
}

function confidenceOf(column: ColumnStatistics, uses: readonly string[], engine: EngineAnswers): Confidence {
  const meanings = vocabulary.column(column.name);
  if (uses.length === 0) {
    const sure = column.filled === 0 ? [] : meanings.filter((one) => one.sure);
    if (sure.length === 0) return "none";
    // Nobody can choose a use for these, so there is nothing to check.
    return sure.every(({ role }) => WITHOUT_USE.has(role)) ? "unused" : "check";
  }
  if (uses.some((role) => engine[idOf(role)] !== undefined)) return "chosen";
  const roles: Readonly<Record<string, readonly string[]>> = {
    key: ["employee_id"],
    active: ["status", "active_flag", "disabled_flag", "leaving_date"],
  };
  const sure = uses.some((use) => meanings.some((one) => one.sure && (roles[use] ?? [use]).includes(one.role)));
  return sure ? "certain" : "likely";
}

/**
 * Returns the answers with which each role has its chosen column; `null` is none. An answer is set only where the
 * engine would decide otherwise.
 */
export function withColumns(sample: Sample, engine: EngineAnswers, chosen: ReadonlyMap<string, string | null>): EngineAnswers {
  const answers = { ...engine };
  for (const role of chosen.keys()) delete answers[idOf(role)];
  // A choice may change what the engine decides about another field.
  for (let round = 0; round < 3; round += 1) {
    const draft = draftOf(sample, answers);
    for (const [role, column] of chosen) {
      if (columnOf(draft, role) === column && (column !== null || templateOf(draft, role) === "")) continue;
      if (column !== null) answers[idOf(role)] = column;
      else if (role !== "key" && role !== "active") answers[idOf(role)] = NONE;
    }
  }
  return answers;
}

export function columnAt(sample: Sample, place: string): ColumnStatistics | undefined {
  return sample.columns.find((column) => String(column.place) === place);
}

/** Returns the columns with few enough values to list. */
export function statusColumns(sample: Sample): ColumnStatistics[] {
  const dates = leavingDates(sample);
  return sample.columns.filter(
    (column) => column.filled > 0 && contentOf(column).few && !dates.includes(column) && !isPrivate(vocabulary, column.name),
  );
}

/** Returns the columns with the date on which people leave. */
export function leavingDates(sample: Sample): ColumnStatistics[] {
  return leavingDatesOf({ sample, vocabulary });
}
