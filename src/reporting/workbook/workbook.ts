import { randomUUID } from "node:crypto";
import type { NotifyLanguage } from "../../domain/settings.ts";
import { workbookKey } from "../../store/settings.ts";
import type { Db, RemovalStatus } from "../../store/schema/tables.ts";
import type { PendingCause, PendingRemoval, PendingReport } from "../removals/pending-report.ts";
import { writeWorkbook, type WrittenColumn } from "./file.ts";
import { sealLines } from "./seal.ts";
import { COLUMNS, workbookTexts, type Column, type WorkbookTexts } from "./locales.ts";
import { fileName, moment } from "../labels.ts";

const widths: Record<Column, number> = {
  decision: 12,
  reason: 34,
  keepUntil: 13,
  cause: 44,
  person: 26,
  key: 12,
  group: 34,
  file: 26,
  row: 7,
  column: 18,
  before: 24,
  now: 24,
  ruleThen: 30,
  ruleNow: 34,
  since: 20,
  gains: 34,
  otherGroups: 40,
  lastGroup: 14,
  earlier: 40,
  said: 40,
  removal: 13,
};
const wrapped: ReadonlySet<Column> = new Set([
  "reason",
  "cause",
  "before",
  "now",
  "ruleThen",
  "ruleNow",
  "gains",
  "otherGroups",
  "earlier",
  "said",
]);

/** The name of the sheet that identifies the removals. The import finds it by content, because it may be renamed. */
const hiddenName = "_rollcall";

/** Returns the reviewer's workbook: one row per removal, grouped by cause. */
export async function removalsWorkbook(db: Db, report: PendingReport, language: NotifyLanguage): Promise<Uint8Array> {
  const words = workbookTexts[language];
  const key = await workbookKey(db);
  const removals = report.causes.flatMap((cause) => cause.removals.map((removal) => ({ cause, removal })));
  const rows = removals.map(({ cause, removal }) => COLUMNS.map((column) => cellFor(column, cause, removal, words)));
  const sealed = removals.map(({ removal }) => ({ id: removal.id, evidence: removal.evidence_digest }));
  return writeWorkbook({
    title: words.title,
    about: { name: words.about, lines: words.explanation(report.pending, moment(report.madeAt)) },
    table: { name: words.removals, columns: COLUMNS.map((column) => writtenColumn(column, words)), rows, frozen: 1 },
    hidden: { name: hiddenName, lines: sealLines(key, { id: randomUUID(), madeAt: report.madeAt, rows: sealed }) },
  });
}

function writtenColumn(column: Column, words: WorkbookTexts): WrittenColumn {
  const base = { head: words.heads[column], width: widths[column], wrap: wrapped.has(column) };
  if (column === "row") return { ...base, kind: "number" };
  if (column === "decision") {
    const [errorTitle, errorMessage] = words.wrongDecision;
    return {
      ...base,
      validation: {
        type: "list",
        values: Object.values(words.decisions),
        allowBlank: true,
        showErrorMessage: true,
        errorTitle,
        errorMessage,
      },
    };
  }
  if (column !== "keepUntil") return base;
  const [errorTitle, errorMessage] = words.wrongDate;
  // 45,658 is the first day of 2025: any typed value must be a date.
  return {
    ...base,
    kind: "date",
    validation: {
      type: "date",
      operator: "greaterThan",
      formula1: "45658",
      allowBlank: true,
      showErrorMessage: true,
      errorTitle,
      errorMessage,
    },
  };
}

function cellFor(column: Column, cause: PendingCause, removal: PendingRemoval, words: WorkbookTexts): string | number | null {
  const { evidence, person, group } = removal;
  const value = (text: string | null): string => (text === null ? words.nothing : text.trim() === "" ? words.blank : text);
  switch (column) {
    case "decision":
    case "reason":
    case "keepUntil":
      return null;
    case "cause":
      return `${cause.sentence}\n${cause.text}`;
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
      return (evidence.formerly ?? []).map(({ rule, at }) => `${rule} (${at})`).join("\n");
    case "ruleNow":
      return evidence.rules.map(({ rule, at, gives }) => `${rule} (${at})${gives.length === 0 ? "" : ` → ${gives.join(", ")}`}`).join("\n");
    case "since":
      return moment(removal.since);
    case "gains":
      return evidence.gains.join("\n");
    case "otherGroups":
      return removal.other_groups.join("\n");
    case "lastGroup":
      return evidence.lastGroup ? words.lastGroup : null;
    case "earlier":
      return removal.earlier
        .map(({ status, by, at, reason }) => `${moment(at)}: ${by}, ${words.statuses[status as RemovalStatus] ?? status} (“${reason}”)`)
        .join("\n");
    case "said":
      return removal.remarks.map(({ by, at, text }) => `${moment(at)}: ${by}: ${text}`).join("\n");
    case "removal":
      return removal.id;
  }
}
