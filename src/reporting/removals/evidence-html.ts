/** Draws the evidence of removals for reports and console pages. */
import { LAST_GROUP } from "../../domain/wording/last-group.ts";
import { data, html, type Html } from "../html/html.ts";
import { command, groupPath, lines, person, quotedHtml, time, type Column } from "../html/parts.ts";
import { fileName, removalStateText } from "../labels.ts";
import { t, tHtml } from "../locales/t.ts";
import { possibleActorsText, hasChanged, type ShownApproval, type StoredEvidence } from "./evidence.ts";
import type { PendingRemoval } from "./pending-report.ts";

type EvidenceCell = StoredEvidence["cells"][number];

/** Draws a deciding cell before and now. */
export function change(cell: EvidenceCell): Html {
  const { column, before, now } = cell;
  const named = (value: Html): Html => tHtml("{name}: {value}", { name: data(column), value });
  const current = quotedHtml(now, t("nothing"));
  if (before !== now) return named(html`${quotedHtml(before, t("nothing"))} → ${current}`);
  return named(html`${current} (${hasChanged(cell) ? t("changed|cell") : t("as before")})`);
}

/** The columns for person and removal; a removal of an unreleased plan has no id. */
export function removalColumns(): Column<PendingRemoval>[] {
  return [
    {
      head: t("Person"),
      rowHeader: true,
      cell: ({ person: { name, key }, evidence }) =>
        html`${person(name, key)}${evidence.lastGroup && html`<em class="flag">${t(LAST_GROUP)}</em>`}`,
    },
    { head: t("Removal"), cell: ({ id }) => id !== "" && command(id) },
  ];
}

/** The columns for the evidence of a removal, the same in every report. */
export function evidenceColumns(): Column<PendingRemoval>[] {
  return [
    { head: t("Before → now"), wide: true, cell: ({ evidence }) => lines(evidence.cells.map(change)) },
    {
      head: t("Rule before"),
      cell: ({ evidence }) => lines(evidence.formerly.map(({ rule, at }) => html`${data(rule)} <code>${data(at)}</code>`)),
    },
    {
      head: t("Rule now"),
      cell: ({ evidence }) =>
        lines(
          evidence.rules.map(
            ({ rule, at, gives }) =>
              html`${data(rule)}
                <code>${data(at)}</code
                >${gives.length > 0 && html` ${tHtml("assigns {groups}", { groups: gives.map((group, i) => html`${i > 0 && ", "}${groupPath(group)}`) })}`}`,
          ),
        ),
    },
    {
      head: t("File and row"),
      cell: ({ evidence }) => html`${data(fileName(evidence.file))}<small>${t("row {row}", { row: evidence.row })}</small>`,
    },
    { head: t("Also gains"), cell: ({ evidence }) => lines(evidence.gains.map(groupPath)) },
    { head: t("Other groups"), cell: ({ other_groups: groups }) => lines(groups.map(groupPath)) },
    { head: t("Pending since"), cell: ({ since, id, status }) => id !== "" && status === "pending" && time(since) },
    { head: t("Assigned to"), cell: ({ assigned_to: to }) => data(to) },
    { head: t("Approved by"), cell: ({ approvals }) => lines(approvals.map(approvedBy)) },
    {
      head: t("Earlier decisions"),
      wide: true,
      cell: ({ earlier }) =>
        lines(
          earlier.map(({ by, at, reason, ...state }) =>
            tHtml("{name}: {value}", { name: html`${data(by)}, ${time(at)}`, value: html`${removalStateText(state)} (${data(reason)})` }),
          ),
        ),
    },
    {
      head: t("Comments"),
      wide: true,
      cell: ({ remarks }) =>
        lines(remarks.map(({ by, at, text }) => tHtml("{name}: {value}", { name: html`${data(by)}, ${time(at)}`, value: data(text) }))),
    },
  ];
}

function approvedBy(approval: ShownApproval): Html {
  const behind = possibleActorsText(approval);
  return html`${data(approval.by)}${behind !== null && html` <small>(${data(behind)})</small>`}, ${time(approval.at)}`;
}
