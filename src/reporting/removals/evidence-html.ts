/** Draws the evidence of removals for reports and console pages. */
import { LAST_GROUP } from "../../domain/wording/last-group.ts";
import { data, html, type Html } from "../html/html.ts";
import { command, groupPath, lines, person, time, type Column } from "../html/parts.ts";
import { fileName, removalStateText, shellWord } from "../labels.ts";
import { possibleActorsText, hasChanged, type ShownApproval, type StoredEvidence } from "./evidence.ts";
import type { PendingRemoval } from "./pending-report.ts";

type EvidenceCell = StoredEvidence["cells"][number];

/** Draws a deciding cell before and now. */
export function change(cell: EvidenceCell): Html {
  const { column, before, now } = cell;
  if (before !== now) return html`${data(column)}: ${value(before)} → ${value(now)}`;
  const changed = hasChanged(cell);
  // Evidence of earlier versions does not say whether a hidden value changed.
  if (changed === null) return html`${data(column)}: ${value(now)}`;
  return html`${data(column)}: ${value(now)} (${changed ? "changed" : "as before"})`;
}

function value(text: string | null): Html {
  if (text === null) return html`<i>nothing</i>`;
  return text.trim() === "" ? html`<i>blank</i>` : html`“${data(text)}”`;
}

/** The columns for person and removal; a removal of an unreleased plan has no id. */
export const removalColumns: Column<PendingRemoval>[] = [
  {
    head: "Person",
    rowHeader: true,
    cell: ({ person: { name, key }, evidence }) =>
      html`${person(name, key)}${evidence.lastGroup && html`<em class="flag">${LAST_GROUP}</em>`}`,
  },
  { head: "Removal", cell: ({ id }) => id !== "" && command(id) },
];

/** The columns for the evidence of a removal, the same in every report. */
export const evidenceColumns: Column<PendingRemoval>[] = [
  { head: "Before → now", wide: true, cell: ({ evidence }) => lines(evidence.cells.map(change)) },
  {
    head: "Rule before",
    cell: ({ evidence }) => lines((evidence.formerly ?? []).map(({ rule, at }) => html`${data(rule)} <code>${data(at)}</code>`)),
  },
  {
    head: "Rule now",
    cell: ({ evidence }) =>
      lines(
        evidence.rules.map(
          ({ rule, at, gives }) =>
            html`${data(rule)}
              <code>${data(at)}</code
              >${gives.length > 0 && html` assigns ${gives.map((group, i) => html`${i > 0 && ", "}${groupPath(group)}`)}`}`,
        ),
      ),
  },
  { head: "File and row", cell: ({ evidence }) => html`${data(fileName(evidence.file))}<small>row ${evidence.row}</small>` },
  { head: "Also gains", cell: ({ evidence }) => lines(evidence.gains.map(groupPath)) },
  { head: "Other groups", cell: ({ other_groups: groups }) => lines(groups.map(groupPath)) },
  { head: "Pending since", cell: ({ since, id, status }) => id !== "" && status === "pending" && time(since) },
  { head: "Assigned to", cell: ({ assigned_to: to }) => data(to) },
  { head: "Approved by", cell: ({ approvals }) => lines(approvals.map(approvedBy)) },
  {
    head: "Earlier decisions",
    wide: true,
    cell: ({ earlier }) =>
      lines(earlier.map(({ by, at, reason, ...state }) => html`${data(by)}, ${time(at)}: ${removalStateText(state)} (${data(reason)})`)),
  },
  {
    head: "Comments",
    wide: true,
    cell: ({ remarks }) => lines(remarks.map(({ by, at, text }) => html`${data(by)}, ${time(at)}: ${data(text)}`)),
  },
];

function approvedBy(approval: ShownApproval): Html {
  const behind = possibleActorsText(approval);
  return html`${data(approval.by)}${behind !== null && html` <small>(${data(behind)})</small>`}, ${time(approval.at)}`;
}

/** Draws the two commands that decide a whole cause. */
export function decisionCommands(cause: string): Html {
  return html`<dl class="commands">
    <dt>Remove the memberships</dt>
    <dd>${command(`rollcall review approve --cause ${shellWord(cause)} --reason "…"`)}</dd>
    <dt>Keep the memberships</dt>
    <dd>${command(`rollcall review reject --cause ${shellWord(cause)} --reason "…"`)}</dd>
  </dl> `;
}
