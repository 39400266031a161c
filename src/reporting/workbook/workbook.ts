import { randomUUID } from "node:crypto";
import { causeImpactSentence, impactSentence, shortAdvice, shortCauseAdvice } from "../removals/advice-labels.ts";
import { countAdvice, impactOfAll } from "../removals/cause-advice.ts";
import { causeQuestion } from "../removals/cause-question.ts";
import { removalReason } from "../removals/why.ts";
import { workbookKey } from "../../store/settings.ts";
import type { Db } from "../../store/schema/tables.ts";
import { dateTime } from "../locales/formats.ts";
import { t } from "../locales/t.ts";
import { fileName, removalStatusLabel } from "../labels.ts";
import { reportedText, type PendingCause, type PendingRemoval, type PendingReport } from "../removals/pending-report.ts";
import { writeWorkbook, type WrittenColumn } from "./file.ts";
import { sealLines } from "./seal.ts";
import { CAUSE_COLUMNS, DECISION_WORDS, HEADS, PEOPLE_COLUMNS, type Column } from "./words.ts";

const widths: Partial<Record<Column, number>> = {
  decision: 12,
  reason: 34,
  keepUntil: 13,
  cause: 44,
  question: 60,
  person: 26,
  people: 9,
  key: 12,
  file: 26,
  row: 7,
  column: 18,
  before: 24,
  now: 24,
  ruleThen: 30,
  since: 20,
  explanation: 50,
  otherGroups: 40,
  lastGroup: 14,
  earlier: 40,
  said: 40,
  job: 14,
  removal: 13,
  causeId: 13,
};
const wrapped: ReadonlySet<Column> = new Set([
  "reason",
  "cause",
  "question",
  "explanation",
  "before",
  "now",
  "ruleThen",
  "ruleNow",
  "gains",
  "alsoGain",
  "recommendation",
  "impact",
  "otherGroups",
  "earlier",
  "said",
]);

/** The name of the sheet that identifies the removals. The import finds it by content, because it may be renamed. */
const hiddenName = "_rollcall";

/** Returns the reviewer's workbook in the language of the reader: a sheet with a decision per cause, and one per person. */
export async function removalsWorkbook(db: Db, report: PendingReport): Promise<Uint8Array> {
  const key = await workbookKey(db);
  const removals = report.causes.flatMap((cause) => cause.removals.map((removal) => ({ cause, removal })));
  const rows = removals.map(({ cause, removal }) => ({ id: removal.id, evidence: removal.evidence_digest, cause: cause.id }));
  return writeWorkbook({
    title: t("labels.pending_removals"),
    about: { name: t("workbook.read_me"), lines: explanation(report) },
    tables: [
      {
        name: t("workbook.causes"),
        id: "Causes",
        columns: CAUSE_COLUMNS.map(writtenColumn),
        rows: report.causes.map((cause) => CAUSE_COLUMNS.map((column) => causeCell(column, cause))),
        frozen: 1,
      },
      {
        name: t("shell.people"),
        id: "People",
        columns: PEOPLE_COLUMNS.map(writtenColumn),
        rows: removals.map(({ cause, removal }) => PEOPLE_COLUMNS.map((column) => personCell(column, cause, removal))),
        frozen: 1,
      },
    ],
    hidden: { name: hiddenName, lines: sealLines(key, { id: randomUUID(), madeAt: report.madeAt, rows }) },
  });
}

/** Returns the file name of the workbook in the language of the reader, such as `pending-removals-2026-04-30.xlsx`. */
export function workbookName(madeAt: string, extension = "xlsx"): string {
  return `${t("workbook.pending_removals")}-${madeAt.slice(0, 10)}.${extension}`;
}

function explanation(report: PendingReport): string[] {
  const words = decisionWords();
  const [people, causes] = [t("shell.people"), t("workbook.causes")];
  return [
    t("labels.pending_removals"),
    "",
    `${t("workbook.exported_date_each", { date: dateTime(report.madeAt), people })} ${reportedText(report)}`,
    "",
    t("workbook.1_decide_each", { causes, ...words }),
    t("workbook.2_decide_differently", { people }),
    t("workbook.3_enter_reason"),
    t("workbook.4_if_you", {
      keepUntil: t(HEADS.keepUntil),
    }),
    t("workbook.5_save_file"),
    "",
    t("workbook.you_can_sort", {
      removal: t(HEADS.removal),
      causeId: t(HEADS.causeId),
      person: t(HEADS.person),
      key: t(HEADS.key),
      group: t(HEADS.group),
    }),
    t("workbook.decision_counts_only"),
    t("workbook.workbook_contains_personal"),
  ];
}

function decisionWords(): Record<"remove" | "keep" | "later", string> {
  return { remove: t(DECISION_WORDS.remove[0]), keep: t(DECISION_WORDS.keep[0]), later: t(DECISION_WORDS.later[0]) };
}

function writtenColumn(column: Column): WrittenColumn {
  const base = { head: t(HEADS[column]), width: widths[column] ?? 34, wrap: wrapped.has(column) };
  if (column === "row" || column === "people") return { ...base, kind: "number" };
  const checked = { allowBlank: true, showErrorMessage: true, errorTitle: base.head };
  if (column === "decision") {
    const words = decisionWords();
    const errorMessage = t("workbook.choose_remove_keep", words);
    return { ...base, validation: { type: "list", values: Object.values(words), errorMessage, ...checked } };
  }
  if (column !== "keepUntil") return base;
  // 45,658 is the first day of 2025: any typed value must be a date.
  const future = { type: "date", operator: "greaterThan", formula1: "45658", errorMessage: t("workbook.enter_date_future") } as const;
  return { ...base, kind: "date", validation: { ...future, ...checked } };
}

function questionOf(cause: PendingCause): string {
  return causeQuestion({ ...cause, people: cause.removals.length, name: cause.removals[0]?.person.name ?? "" });
}

/** Explains a cause as the console does. */
function explainCause({ removals, group }: PendingCause): string {
  return removalReason(
    group,
    removals.map(({ evidence }) => evidence),
  );
}

function causeCell(column: (typeof CAUSE_COLUMNS)[number], cause: PendingCause): string | number | null {
  switch (column) {
    case "decision":
    case "reason":
    case "keepUntil":
      return null;
    case "recommendation":
      return shortCauseAdvice(countAdvice(cause.removals));
    case "impact":
      return causeImpactSentence(impactOfAll(cause.removals));
    case "question":
      return questionOf(cause);
    case "group":
      return cause.group;
    case "people":
      return cause.removals.length;
    case "alsoGain":
      return cause.gains.map(({ group, people }) => `${group} (${people})`).join("\n");
    case "explanation":
      return explainCause(cause);
    case "since":
      return dateTime(cause.removals.map(({ since }) => since).sort()[0] ?? "");
    case "job":
      return cause.removals[0]?.job ?? null;
    case "causeId":
      return cause.id;
  }
}

function personCell(column: (typeof PEOPLE_COLUMNS)[number], cause: PendingCause, removal: PendingRemoval): string | number | null {
  const { evidence, person, group } = removal;
  const value = (text: string | null): string => (text === null ? t("workbook.nothing") : text.trim() === "" ? t("workbook.blank") : text);
  switch (column) {
    case "decision":
    case "reason":
    case "keepUntil":
      return null;
    case "recommendation":
      return removal.recommendation === null ? null : shortAdvice(removal.recommendation);
    case "impact":
      return removal.impact === null ? null : impactSentence(removal.impact);
    case "cause":
      return `${questionOf(cause)}\n${explainCause(cause)}`;
    case "person":
      return person.name;
    case "key":
      return person.key;
    case "group":
      return group.path;
    case "file":
      return fileName(evidence.file);
    case "row":
      return evidence.row;
    case "column":
      return evidence.cells.map((cell) => cell.column).join("\n");
    case "before":
      return evidence.cells.map((cell) => value(cell.before)).join("\n");
    case "now":
      return evidence.cells.map((cell) => value(cell.now)).join("\n");
    case "ruleThen":
      return evidence.formerly.map(({ rule }) => rule).join("\n");
    case "ruleNow":
      return evidence.rules.map(({ rule, gives }) => `${rule}${gives.length === 0 ? "" : ` → ${gives.join(", ")}`}`).join("\n");
    case "since":
      return dateTime(removal.since);
    case "gains":
      return evidence.gains.join("\n");
    case "otherGroups":
      return removal.other_groups.join("\n");
    case "lastGroup":
      return evidence.lastGroup ? t("workbook.yes_service_cannot") : null;
    case "earlier":
      return removal.earlier
        .map(({ status, by, at, reason }) =>
          t("history.name_value", {
            name: dateTime(at),
            value: `${by}, ${removalStatusLabel(status)} (${t("report.value", { value: reason })})`,
          }),
        )
        .join("\n");
    case "said":
      return removal.remarks.map(({ by, at, text }) => t("history.name_value", { name: `${by}, ${dateTime(at)}`, value: text })).join("\n");
    case "removal":
      return removal.id;
  }
}
