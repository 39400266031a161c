/** Says a cause with its removals and their evidence. */
import { hasChanged } from "../../domain/facts/changed-cells.ts";
import { causeLabel, removalStateText } from "../labels.ts";
import { number } from "../locales/formats.ts";
import { t } from "../locales/t.ts";
import { say } from "../sheet/say.ts";
import { below, code, data, group as groupWords, isEmpty, lines, sheet, soft, time, type Sheet, type Words } from "../sheet/sheet.ts";
import { causeQuestion, causeSentence, type QuestionFacts } from "./cause-question.ts";
import { possibleActorsText, type ShownApproval } from "./evidence.ts";
import { cellWords, reasonFacts, sourceFacts, type Facts } from "./evidence-facts.ts";
import type { PendingRemoval } from "./pending-report.ts";

interface DrawnCause<Removal> extends Pick<QuestionFacts, "kind" | "group" | "gains"> {
  id: string;
  removals: readonly Removal[];
}

/** More changes are only in the table. */
const MAX_CHANGES = 20;
/** The others are shown when someone asks. */
const FIRST = 5;

/**
 * Says who loses which group and why, and lists the removals. A value that all of them share is shown once.
 * @param more facts of a removal for the first ones
 */
export function causeSheet<Removal extends PendingRemoval>(
  { id, kind, group, gains, removals }: DrawnCause<Removal>,
  more: (removal: Removal) => Facts = () => [],
): Sheet {
  const asked = { kind, group, gains, people: removals.length, name: removals[0]?.person.name ?? "" };
  const pending = removals.every(({ status }) => status === "pending");
  const reasons = compared(removals.map((removal) => [personFact(removal), ...more(removal), ...reasonFacts(removal.evidence)]));
  const sources = compared(removals.map((removal) => [...sourceFacts(removal.evidence), ...reviewFacts(removal)]));
  const columns = [...reasons.columns, ...sources.columns];
  const differ = columns.some(({ term }) => term === t("report.before_now"));
  return sheet(
    { block: "text", words: [{ as: "pill", tone: "", words: causeLabel(kind) }, " ", soft(say("report.cause_id", { id: code(id) }))] },
    { block: "heading", level: 3, words: data(pending ? causeQuestion(asked) : causeSentence(asked)) },
    differ && { block: "list", items: changedCells(removals) },
    { block: "facts", facts: [[t("labels.group"), groupWords(group)], ...reasons.shared] },
    columns.length > 0 && {
      block: "table",
      caption: t("labels.people", { n: removals.length }),
      columns: columns.map(({ term }, i) => ({ head: term, ...(i === 0 ? { kind: "row" as const } : {}) })),
      rows: removals.map((_, i) => columns.map(({ cells }) => cells[i])),
      first: FIRST,
    },
    sources.shared.length > 0 && { block: "more", summary: t("review.evidence"), blocks: [{ block: "facts", facts: sources.shared }] },
  );
}

/** Separates facts that all of several removals share from those that differ, which become columns. */
function compared(all: readonly Facts[]): { shared: Facts; columns: { term: string; cells: Words[] }[] } {
  const maps = all.map((facts) => new Map(facts));
  const terms = [...new Set(all.flatMap((facts) => facts.map(([term]) => term)))];
  const columns = terms.map((term) => ({ term, cells: maps.map((facts) => facts.get(term)) }));
  const isShared = ({ cells }: { cells: Words[] }): boolean => new Set(cells.map((words) => JSON.stringify(words))).size === 1;
  return {
    shared: columns.flatMap((column) => (isShared(column) && !isEmpty(column.cells[0]) ? [[column.term, column.cells[0]] as const] : [])),
    columns: columns.filter((column) => !isShared(column)),
  };
}

/** Returns the distinct changes of the deciding cells, with their number where not all people have them. */
function changedCells(removals: readonly PendingRemoval[]): Words[] {
  const cells = removals.flatMap(({ evidence }) => evidence.cells.filter(hasChanged));
  return [...Map.groupBy(cells, ({ column, before, now }) => JSON.stringify([column, before, now])).values()]
    .slice(0, MAX_CHANGES)
    .flatMap((same) => same.slice(0, 1).map((cell) => [cellWords(cell), same.length < removals.length && ` (${number(same.length)})`]));
}

function personFact({ person: { name, key }, evidence }: PendingRemoval): Facts[number] {
  return [
    t("labels.person"),
    [
      name === "" || name === key ? data(key) : [data(name), below(data(key))],
      evidence.lastGroup && below({ as: "warning", words: t("operation.last_group") }),
    ],
  ];
}

/** Says what reviewers know and did about a removal so far. */
function reviewFacts({ id, status, since, ...removal }: PendingRemoval): Facts {
  return [
    [t("workbook.other_groups"), removal.other_groups.map((path, i) => [i > 0 && ", ", groupWords(path)])],
    [t("workbook.pending_since"), id !== "" && status === "pending" && time(since)],
    [t("report.assigned"), data(removal.assigned_to)],
    [t("common.approved"), lines(removal.approvals.map(approvedBy))],
    [
      t("workbook.earlier_decisions"),
      lines(
        removal.earlier.map(({ by, at, reason, ...state }) =>
          say("history.name_value", { name: [data(by), ", ", time(at)], value: [removalStateText(state), " (", data(reason), ")"] }),
        ),
      ),
    ],
    [
      t("workbook.comments"),
      lines(removal.remarks.map(({ by, at, text }) => say("history.name_value", { name: [data(by), ", ", time(at)], value: data(text) }))),
    ],
  ];
}

function approvedBy(approval: ShownApproval): Words {
  const behind = possibleActorsText(approval);
  return [data(approval.by), behind !== null && [" (", data(behind), ")"], ", ", time(approval.at)];
}
