import { fileDocument } from "../html/document.ts";
import { data, html, type Html } from "../html/html.ts";
import type { PendingCause, PendingRemoval, PendingReport } from "./pending-report.ts";
import { possibleActorsText, type ShownApproval } from "./evidence.ts";
import { command, folded, groupPath, lines, person, prose, table, time, type Column } from "../html/parts.ts";
import { causeLabel, counted, fileName, removalStatusLabel, shellWord } from "../labels.ts";

/** Draws the pending removals as one HTML file that loads nothing. */
export function renderPending(report: PendingReport): string {
  const title = report.job === null ? "Pending removals" : `Pending removals of ${report.job}`;
  return fileDocument(
    title,
    html` <header>
        <h1>${title}</h1>
        <p>${time(report.madeAt)}</p>
      </header>
      <main>
        <p>
          ${counted(report.pending, "membership is", "memberships are")} no longer given by HR’s rules.
          ${report.pending === 1 ? "It stays" : "They stay"} until a person approves the removal.
        </p>
        ${report.causes.length > 0 && index(report.causes)}${report.causes.map(cause)}
      </main>`,
  ).text;
}

function index(causes: readonly PendingCause[]): Html {
  return html`<nav aria-label="Causes">
    <ul>
      ${causes.map(({ id, sentence }) => html`<li><a href="#${id}">${data(sentence)}</a></li>`)}
    </ul>
  </nav> `;
}

function cause({ id, kind, text, sentence, group, digest, alias, removals }: PendingCause): Html {
  const caption = `${counted(removals.length, "membership")} of ${group}`;
  return html`<section class="cause" id="${id}" aria-labelledby="${id}-h">
    <h2 id="${id}-h">${data(sentence)}</h2>
    <p>
      <strong>${causeLabel(kind)}.</strong> ${prose(text)}
      <small class="id">Cause ${command(id)}</small>
    </p>
    <dl class="commands">
      <dt>Remove the memberships</dt>
      <dd>${command(`rollcall review approve --cause ${shellWord(`${id}@${digest.slice(0, 12)}`)} --reason "…"`)}</dd>
      <dt>Keep the memberships</dt>
      <dd>${command(`rollcall review reject --cause ${shellWord(`${id}@${digest.slice(0, 12)}`)} --reason "…"`)}</dd>
    </dl>
    ${
      alias !== null &&
      html`<p>Renamed on purpose? Add these lines at the end of ${command("groups.rules")} in ${data(alias.file)} to keep the group:</p>
        <pre><code>${alias.yaml}</code></pre>`
    }${folded(`Show ${caption}`, removals.length, table(caption, columns, removals))}
  </section> `;
}

const columns: Column<PendingRemoval>[] = [
  {
    head: "Person",
    rowHeader: true,
    cell: ({ person: { name, key }, evidence }) =>
      html`${person(name, key)}${evidence.lastGroup && html`<em class="flag">Last group: the learning service cannot express a person without groups</em>`}`,
  },
  { head: "Removal", cell: ({ id }) => command(id) },
  {
    head: "Before → now",
    wide: true,
    cell: ({ evidence }) => lines(evidence.cells.map(({ column, before, now }) => html`${data(column)}: ${value(before)} → ${value(now)}`)),
  },
  {
    head: "Rule then",
    cell: ({ evidence }) => lines((evidence.formerly ?? []).map(({ rule, at }) => html`${data(rule)} <code>${data(at)}</code>`)),
  },
  {
    head: "Rule now",
    cell: ({ evidence }) =>
      lines(
        evidence.rules.map(
          ({ rule, at, gives }) =>
            html`${data(rule)} <code>${data(at)}</code>${gives.length > 0 && html` gives ${data(gives.join(", "))}`}`,
        ),
      ),
  },
  { head: "File and row", cell: ({ evidence }) => html`${data(fileName(evidence.file))}<small>row ${evidence.row}</small>` },
  { head: "Also gains", cell: ({ evidence }) => lines(evidence.gains.map(groupPath)) },
  { head: "Other groups", cell: ({ other_groups: groups }) => lines(groups.map(groupPath)) },
  { head: "Pending since", cell: ({ since }) => time(since) },
  { head: "Assigned to", cell: ({ assigned_to: to }) => data(to) },
  { head: "Approved by", cell: ({ approvals }) => lines(approvals.map(approvedBy)) },
  {
    head: "Earlier decisions",
    wide: true,
    cell: ({ earlier }) =>
      lines(earlier.map(({ status, by, at, reason }) => html`${data(by)}, ${time(at)}: ${removalStatusLabel(status)} (${data(reason)})`)),
  },
  {
    head: "Comments",
    wide: true,
    cell: ({ remarks }) => lines(remarks.map(({ by, at, text }) => html`${data(by)}, ${time(at)}: ${data(text)}`)),
  },
];

function value(text: string | null): Html {
  if (text === null) return html`<i>nothing</i>`;
  return text.trim() === "" ? html`<i>blank</i>` : html`“${data(text)}”`;
}

function approvedBy(approval: ShownApproval): Html {
  const others = possibleActorsText(approval);
  return html`${data(approval.by)}${others !== null && html` <small>(${data(others)})</small>`}, ${time(approval.at)}`;
}
