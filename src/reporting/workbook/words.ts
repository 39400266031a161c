import { t, type Message } from "../locales/t.ts";

/** The columns of the sheet of causes, in order. */
export const CAUSE_COLUMNS = [
  "decision",
  "reason",
  "keepUntil",
  "question",
  "group",
  "people",
  "alsoGain",
  "explanation",
  "recommendation",
  "impact",
  "since",
  "job",
  "causeId",
] as const;

/** The columns of the sheet of people, in order. */
export const PEOPLE_COLUMNS = [
  "decision",
  "reason",
  "keepUntil",
  "cause",
  "person",
  "key",
  "group",
  "recommendation",
  "impact",
  "file",
  "row",
  "column",
  "before",
  "now",
  "ruleThen",
  "ruleNow",
  "since",
  "gains",
  "otherGroups",
  "lastGroup",
  "earlier",
  "said",
  "removal",
] as const;

export type Column = (typeof CAUSE_COLUMNS)[number] | (typeof PEOPLE_COLUMNS)[number];

export const HEADS = {
  decision: "workbook.decision",
  reason: "labels.reason",
  keepUntil: "workbook.keep_until",
  question: "workbook.question",
  cause: "labels.cause",
  person: "labels.person",
  people: "shell.people",
  key: "workbook.key",
  group: "labels.group",
  recommendation: "workbook.recommendation",
  impact: "workbook.impact",
  file: "workbook.file",
  row: "workbook.row",
  column: "workbook.column",
  before: "workbook.before",
  now: "workbook.now",
  ruleThen: "report.rule_before",
  ruleNow: "workbook.rule_now",
  explanation: "workbook.explanation",
  since: "workbook.pending_since",
  gains: "workbook.also_gains",
  alsoGain: "workbook.also_gain",
  otherGroups: "workbook.other_groups",
  lastGroup: "workbook.last_group",
  earlier: "workbook.earlier_decisions",
  said: "workbook.comments",
  job: "labels.job",
  removal: "workbook.removal",
  causeId: "workbook.cause_id",
} as const satisfies Record<Column, Message>;

/** The words for each decision. The first is offered; the others are those of the command line. */
export const DECISION_WORDS = {
  remove: ["workbook.remove", "workbook.approve"],
  keep: ["workbook.keep", "workbook.reject"],
  later: ["workbook.later", "workbook.leave"],
} as const satisfies Record<string, readonly Message[]>;
export type Decision = keyof typeof DECISION_WORDS;

/** Returns the heading of a column in the reader's language. */
export function headingText(column: string): string {
  return Object.hasOwn(HEADS, column) ? t(HEADS[column as Column]) : column;
}
