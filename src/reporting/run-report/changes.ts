import { rowText } from "../../domain/record.ts";
import { personId } from "../../store/people/people-pages.ts";
import { changeGroups, changeLine, changesOf, changeWords, signOf } from "../changes.ts";
import { factText } from "../fact-text.ts";
import { fileName, operationStatusLabel } from "../labels.ts";
import { t } from "../locales/t.ts";
import { needsAttention, type ReportedOperation } from "../operation.ts";
import { data, prose, sheet, type Block, type ChangedPerson, type Sheet, type Words } from "../sheet/sheet.ts";
import type { ReportData } from "./data.ts";

/** Of one person, more changes are only counted. */
const MAX_CHANGES = 40;
const FIRST = 12;

/**
 * Returns one person of a run with the changes.
 * @param run the run's job and status
 */
export function changedPerson(operation: ReportedOperation, run: { job: string; status: string }): ChangedPerson {
  const { kind, status, name, key, fact: reason, code } = operation;
  // A change that failed or is not confirmed did not happen to the account.
  const all = changesOf(operation).filter(({ what }) => what !== "account" || !needsAttention(status));
  const resting = status === "planned" && ["held", "planned"].includes(run.status);
  const sentence: Words = reason !== null && prose(factText(reason));
  return {
    sign: signOf(kind),
    name: data(name === "" ? key : name),
    key,
    did: changeLine(operation),
    status: status !== "done" &&
      !resting && { as: "pill", tone: needsAttention(status) ? "warn" : "", words: operationStatusLabel(status) },
    place: placeWords(operation),
    page: `/people/${personId(run.job, key)}`,
    changes: [
      ...all.slice(0, MAX_CHANGES).map((change) => ({ sign: change.sign, words: changeWords(change) })),
      ...(all.length > MAX_CHANGES ? [{ sign: "" as const, words: t("runs.more_changes", { n: all.length - MAX_CHANGES }) }] : []),
      ...(reason === null
        ? []
        : [{ sign: "" as const, words: code === null ? sentence : ({ as: "titled", title: code, words: sentence } as const) }]),
    ],
  };
}

/** Names a row, with its file when the people come from several. */
function placeWords({ row, file }: { row: number | null; file?: string }): Words {
  if (row === null) return null;
  return file === undefined
    ? t("runs.row_row", { row: String(row) })
    : t("shell.row_row_file", { row: rowText(row), file: fileName(file) });
}

/** Lists the changes of a run by kind, without those that need attention. */
export function changes(report: ReportData): Block | null {
  const blocks = [...createdGroups(report), ...changeGroups(report).flatMap((group) => groupSheet(group, report))];
  return blocks.length === 0 ? null : { block: "section", id: "changes", title: t("runs.changes_person"), blocks };
}

function groupSheet({ title, total, mixed, statuses, people }: ReturnType<typeof changeGroups>[number], { result }: ReportData): Sheet {
  const heading = t("history.name_value", { name: title, value: total });
  return sheet(
    { block: "heading", level: 3, words: mixed ? `${heading} (${statuses})` : heading },
    people.length > 0 && {
      block: "people",
      people: people.map((one) => changedPerson(one, result)),
      first: FIRST,
      all: total,
    },
  );
}

function createdGroups({ createdGroups: paths }: ReportData): Sheet {
  if (paths.length === 0) return [];
  return [
    { block: "heading", level: 3, words: t("missing_groups.new_groups") },
    { block: "list", items: paths.map((path) => data(path)) },
  ];
}
