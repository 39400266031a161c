/** Draws the evidence of removals for reports and console pages. */
import { data, html, type Html } from "../html/html.ts";
import { command, groupPath, lines, person, quotedHtml, time, type Column } from "../html/parts.ts";
import { fileName, removalStateText } from "../labels.ts";
import { t, tHtml } from "../locales/t.ts";
import { hasChanged } from "../../domain/facts/changed-cells.ts";
import { possibleActorsText, type ShownApproval, type StoredEvidence } from "./evidence.ts";
import type { PendingRemoval } from "./pending-report.ts";

type EvidenceCell = StoredEvidence["cells"][number];

/** Draws a deciding cell before and now. */
export function change(cell: EvidenceCell): Html {
  const { column, before, now } = cell;
  const named = (value: Html): Html => tHtml("history.name_value", { name: data(column), value });
  const current = quotedHtml(now, t("report.nothing"));
  if (before !== now) return named(html`${quotedHtml(before, t("report.nothing"))} → ${current}`);
  return named(html`${current} (${hasChanged(cell) ? t("report.changed_cell") : t("report.before")})`);
}

/** The columns for person and removal; a removal of an unreleased plan has no id. */
export function removalColumns(): Column<PendingRemoval>[] {
  return [
    {
      head: t("labels.person"),
      rowHeader: true,
      cell: ({ person: { name, key }, evidence }) =>
        html`${person(name, key)}${evidence.lastGroup && html`<em class="flag">${t("operation.last_group")}</em>`}`,
    },
    { head: t("workbook.removal"), cell: ({ id }) => id !== "" && command(id) },
  ];
}

/** The columns for the evidence of a removal, the same in every report. */
export function evidenceColumns(): Column<PendingRemoval>[] {
  return [
    { head: t("report.before_now"), wide: true, cell: ({ evidence }) => lines(evidence.cells.map(change)) },
    {
      head: t("report.rule_before"),
      cell: ({ evidence }) => lines(evidence.formerly.map(({ rule, at }) => html`${data(rule)} <code>${data(at)}</code>`)),
    },
    {
      head: t("workbook.rule_now"),
      cell: ({ evidence }) =>
        lines(
          evidence.rules.map(
            ({ rule, at, gives }) =>
              html`${data(rule)}
                <code>${data(at)}</code
                >${gives.length > 0 && html` ${tHtml("report.assigns_groups", { groups: gives.map((group, i) => html`${i > 0 && ", "}${groupPath(group)}`) })}`}`,
          ),
        ),
    },
    {
      head: t("report.file_row"),
      cell: ({ evidence }) => html`${data(fileName(evidence.file))}<small>${t("runs.row_row", { row: evidence.row })}</small>`,
    },
    { head: t("workbook.also_gains"), cell: ({ evidence }) => lines(evidence.gains.map(groupPath)) },
    { head: t("workbook.other_groups"), cell: ({ other_groups: groups }) => lines(groups.map(groupPath)) },
    { head: t("workbook.pending_since"), cell: ({ since, id, status }) => id !== "" && status === "pending" && time(since) },
    { head: t("report.assigned"), cell: ({ assigned_to: to }) => data(to) },
    { head: t("common.approved"), cell: ({ approvals }) => lines(approvals.map(approvedBy)) },
    {
      head: t("workbook.earlier_decisions"),
      wide: true,
      cell: ({ earlier }) =>
        lines(
          earlier.map(({ by, at, reason, ...state }) =>
            tHtml("history.name_value", {
              name: html`${data(by)}, ${time(at)}`,
              value: html`${removalStateText(state)} (${data(reason)})`,
            }),
          ),
        ),
    },
    {
      head: t("workbook.comments"),
      wide: true,
      cell: ({ remarks }) =>
        lines(remarks.map(({ by, at, text }) => tHtml("history.name_value", { name: html`${data(by)}, ${time(at)}`, value: data(text) }))),
    },
  ];
}

function approvedBy(approval: ShownApproval): Html {
  const behind = possibleActorsText(approval);
  return html`${data(approval.by)}${behind !== null && html` <small>(${data(behind)})</small>`}, ${time(approval.at)}`;
}
