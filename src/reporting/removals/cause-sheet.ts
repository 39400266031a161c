/** Says a cause with its removals and their evidence. */
import { hasChanged } from "../../domain/facts/changed-cells.ts";
import { quotedWords } from "../changes.ts";
import { causeLabel, removalStateText } from "../labels.ts";
import { number } from "../locales/formats.ts";
import { t, type Message } from "../locales/t.ts";
import { say } from "../sheet/say.ts";
import { below, code, data, group as groupWords, lines, sheet, soft, time, type Column, type Sheet, type Words } from "../sheet/sheet.ts";
import { causeQuestion, causeSentence, type QuestionFacts } from "./cause-question.ts";
import { possibleActorsText, type ShownApproval, type StoredEvidence } from "./evidence.ts";
import type { PendingRemoval } from "./pending-report.ts";

type EvidenceCell = StoredEvidence["cells"][number];

/** A column of the list of removals; one that is empty for all of them is not drawn. */
export interface RemovalColumn<Removal> extends Pick<Column, "kind"> {
  head: Message;
  cell: (removal: Removal) => Words;
}

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
 * @param columns more columns, after the person
 */
export function causeSheet<Removal extends PendingRemoval>(
  { id, kind, group, gains, removals }: DrawnCause<Removal>,
  columns: readonly RemovalColumn<Removal>[] = [],
): Sheet {
  const asked = { kind, group, gains, people: removals.length, name: removals[0]?.person.name ?? "" };
  const pending = removals.every(({ status }) => status === "pending");
  const all = [PERSON, ...columns, CELLS, GAINS, ...EVIDENCE].map((column) => {
    const cells = removals.map((removal) => column.cell(removal));
    return { ...column, cells, same: new Set(cells.map((words) => JSON.stringify(words))).size === 1 };
  });
  const differing = all.filter(({ same }) => !same);
  const facts = (of: readonly { head: Message }[]): (readonly [string, Words])[] =>
    all.filter(({ same, head }) => same && of.some((one) => one.head === head)).map(({ head, cells }) => [t(head), cells[0]]);
  return sheet(
    { block: "text", words: [{ as: "pill", tone: "", words: causeLabel(kind) }, " ", soft(say("report.cause_id", { id: code(id) }))] },
    { block: "heading", level: 3, words: data(pending ? causeQuestion(asked) : causeSentence(asked)) },
    removals.length > 1 && differing.some(({ head }) => head === CELLS.head) && { block: "list", items: changedCells(removals) },
    { block: "facts", facts: [[t("labels.group"), groupWords(group)], ...facts([PERSON, ...columns, CELLS, GAINS])] },
    differing.length > 0 && {
      block: "table",
      caption: t("labels.people", { n: removals.length }),
      columns: differing.map(({ head, kind: shape }) => ({ head: t(head), ...(shape === undefined ? {} : { kind: shape }) })),
      rows: removals.map((_, i) => differing.map(({ cells }) => cells[i])),
      first: FIRST,
    },
    { block: "more", summary: t("review.evidence"), blocks: [{ block: "facts", facts: facts(EVIDENCE) }] },
  );
}

/** Says a deciding cell before and now. */
export function cellWords(cell: EvidenceCell): Words {
  const { column, before, now } = cell;
  const value = (text: string | null): Words => (text === null ? t("report.nothing") : quotedWords(text));
  const change =
    before === now
      ? [value(now), ` (${hasChanged(cell) ? t("report.changed_cell") : t("report.before")})`]
      : [value(before), " → ", value(now)];
  return say("history.name_value", { name: data(column), value: change });
}

/** Returns the distinct changes of the deciding cells, with their number where not all people have them. */
function changedCells(removals: readonly PendingRemoval[]): Words[] {
  const cells = removals.flatMap(({ evidence }) => evidence.cells.filter(hasChanged));
  return [...Map.groupBy(cells, ({ column, before, now }) => JSON.stringify([column, before, now])).values()]
    .slice(0, MAX_CHANGES)
    .flatMap((same) => same.slice(0, 1).map((cell) => [cellWords(cell), same.length < removals.length && ` (${number(same.length)})`]));
}

const PERSON: RemovalColumn<PendingRemoval> = {
  head: "labels.person",
  kind: "row",
  cell: ({ person: { name, key }, evidence }) => [
    name === "" || name === key ? data(key) : [data(name), below(data(key))],
    evidence.lastGroup && below({ as: "warning", words: t("operation.last_group") }),
  ],
};

const rule = ({ rule: name, at }: { rule: string; at: string }): Words => ({ as: "titled", title: at, words: data(name) });

const CELLS: RemovalColumn<PendingRemoval> = {
  head: "report.before_now",
  kind: "wide",
  cell: ({ evidence }) => lines(evidence.cells.map(cellWords)),
};

const GAINS: RemovalColumn<PendingRemoval> = {
  head: "workbook.also_gains",
  cell: ({ evidence }) => lines(evidence.gains.map(groupWords)),
};

const EVIDENCE: readonly RemovalColumn<PendingRemoval>[] = [
  { head: "report.rule_before", cell: ({ evidence }) => lines(evidence.formerly.map(rule)) },
  {
    head: "workbook.rule_now",
    cell: ({ evidence }) =>
      lines(
        evidence.rules.map((one) => [
          rule(one),
          one.gives.length > 0 && [
            " ",
            say("report.assigns_groups", { groups: one.gives.map((path, i) => [i > 0 && ", ", groupWords(path)]) }),
          ],
        ]),
      ),
  },
  { head: "workbook.row", cell: ({ evidence }) => String(evidence.row) },
  { head: "workbook.other_groups", cell: ({ other_groups: groups }) => groups.map((path, i) => [i > 0 && ", ", groupWords(path)]) },
  { head: "workbook.pending_since", cell: ({ since, id, status }) => id !== "" && status === "pending" && time(since) },
  { head: "report.assigned", cell: ({ assigned_to: to }) => data(to) },
  { head: "common.approved", cell: ({ approvals }) => lines(approvals.map(approvedBy)) },
  {
    head: "workbook.earlier_decisions",
    kind: "wide",
    cell: ({ earlier }) =>
      lines(
        earlier.map(({ by, at, reason, ...state }) =>
          say("history.name_value", {
            name: [data(by), ", ", time(at)],
            value: [removalStateText(state), " (", data(reason), ")"],
          }),
        ),
      ),
  },
  {
    head: "workbook.comments",
    kind: "wide",
    cell: ({ remarks }) =>
      lines(remarks.map(({ by, at, text }) => say("history.name_value", { name: [data(by), ", ", time(at)], value: data(text) }))),
  },
];

function approvedBy(approval: ShownApproval): Words {
  const behind = possibleActorsText(approval);
  return [data(approval.by), behind !== null && [" (", data(behind), ")"], ", ", time(approval.at)];
}
