import { seenName } from "../../domain/names.ts";
import type { PlainMessage } from "../locales/messages.ts";
import { inEveryLanguage } from "../locales/t.ts";

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
  decision: "Decision",
  reason: "Reason",
  keepUntil: "Keep until",
  question: "Question",
  cause: "Cause",
  person: "Person",
  people: "People",
  key: "Key",
  group: "Group",
  recommendation: "Recommendation",
  impact: "Impact",
  file: "File",
  row: "Row",
  column: "Column",
  before: "Before",
  now: "Now",
  ruleThen: "Rule before",
  ruleNow: "Rule now",
  explanation: "Explanation",
  since: "Pending since",
  gains: "Also gains",
  alsoGain: "They also gain",
  otherGroups: "Other groups",
  lastGroup: "Last group?",
  earlier: "Earlier decisions",
  said: "Comments",
  job: "Job",
  removal: "Removal",
  causeId: "Cause ID",
} as const satisfies Record<Column, PlainMessage>;

/** The words for each decision. The first is offered; the others are those of the command line. */
export const DECISION_WORDS = {
  remove: ["remove", "approve"],
  keep: ["keep", "reject"],
  later: ["later", "leave"],
} as const satisfies Record<string, readonly PlainMessage[]>;
export type Decision = keyof typeof DECISION_WORDS;

const headings = new Map(
  (Object.entries(HEADS) as [Column, PlainMessage][]).flatMap(([column, head]) =>
    inEveryLanguage(head).map((text) => [seenName(text), column] as const),
  ),
);
const decisions = new Map(
  (Object.entries(DECISION_WORDS) as [Decision, readonly PlainMessage[]][]).flatMap(([decision, words]) =>
    words.flatMap((word) => inEveryLanguage(word).map((text) => [seenName(text), decision] as const)),
  ),
);

/** Returns the column of a heading in any language. */
export function columnOf(heading: string): Column | undefined {
  return headings.get(seenName(heading));
}

/** Returns the decision that a word in any language means. */
export function decisionOf(word: string): Decision | undefined {
  return decisions.get(seenName(word));
}
