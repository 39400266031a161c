import { data, html, type Html, type HtmlValue } from "../html/html.ts";
import type { ReportData, ReportedCause } from "./data.ts";
import { causeLabel, counted, fileName, removalStatusLabel, shellWord } from "../labels.ts";
import { command, cutNote, folded, groupPath, lines, person, prose, table, time, type Column } from "../html/parts.ts";

type ReportedRemoval = ReportedCause["removals"][number];

/** Draws the pending removals by cause. */
export function pending(report: ReportData): Html | null {
  const { pending: causes, autoOver, autoHeld, result } = report;
  if (causes.length === 0) return null;
  const shown = removalsIn(causes);
  const all = Math.max(result.counts["removals_pending"] ?? 0, shown);
  return html`<section id="removals" aria-labelledby="removals-h">
    <h2 id="removals-h">Pending removals</h2>
    <p>
      ${counted(all, "membership is", "memberships are")} no longer given by HR’s rules. ${all === 1 ? "It stays" : "They stay"} until a
      person approves ${all === 1 ? "its" : "their"} removal. One cause can be decided at once, or a removal by its own id.
    </p>
    ${
      autoOver > 0 &&
      html`<p class="warn">
        The policy would have approved ${counted(autoOver, "removal")} by itself. That is more than it allows for one run, so all of them
        wait for a person.
      </p> `
    }${
      autoHeld !== null &&
      html`<p class="warn">
        The state is that of a backup of ${time(autoHeld)}: what people have decided to keep since is not known, so the policy approves
        nothing by itself in this run. Reject what must stay; from the next run on it approves again, once you have said
        ${command('rollcall restore --settled --reason "…"')}.
      </p> `
    }${cutNote(shown, all, "memberships; the counts in the headings are of those shown")}${causes.map((cause) => block(cause, result.source.file, decisionOn(cause)))}
  </section> `;
}

/** Draws the removals of a plan that is not released; none can be decided yet. */
export function found({ found: causes, result }: ReportData): Html | null {
  if (causes.length === 0) return null;
  return html`<section id="found" aria-labelledby="found-h">
    <h2 id="found-h">Removals that this plan found</h2>
    <p>
      ${counted(removalsIn(causes), "membership")} would be pending. No one can decide about them yet: that comes with the release of the
      run.
    </p>
    ${causes.map((cause) => block(cause, result.source.file, null))}
  </section> `;
}

/** Draws the removals decided during the run, with their outcome. */
export function decided({ decided: causes, result }: ReportData): Html | null {
  if (causes.length === 0) return null;
  return html`<section id="decided" aria-labelledby="decided-h">
    <h2 id="decided-h">Removals that were decided</h2>
    ${causes.map((cause) => block(cause, result.source.file, null))}
  </section> `;
}

function removalsIn(causes: readonly ReportedCause[]): number {
  return causes.reduce((sum, cause) => sum + cause.removals.length, 0);
}

function block(cause: ReportedCause, file: string, decision: Html | null): Html {
  const kind = cause.removals[0]?.evidence.kind;
  const caption = `${counted(cause.removals.length, "membership")} of ${cause.group}`;
  return html`<article class="cause">
    <h3>${data(decision === null && cause.removals.some((removal) => removal.status !== "pending") ? cause.text : cause.sentence)}</h3>
    <p>
      ${kind !== undefined && html`<strong>${causeLabel(kind)}.</strong> `}${prose(cause.text)}
      <small class="id">Cause ${command(cause.id)}</small>
    </p>
    ${decision}${folded(`Show ${caption}`, cause.removals.length, table(caption, columnsFor(file), cause.removals))}
  </article> `;
}

function decisionOn({ id }: ReportedCause): Html {
  return html`<dl class="commands">
    <dt>Remove the membership</dt>
    <dd>${command(`rollcall review approve --cause ${shellWord(id)} --reason "…"`)}</dd>
    <dt>Leave it as it is</dt>
    <dd>${command(`rollcall review reject --cause ${shellWord(id)} --reason "…"`)}</dd>
  </dl> `;
}

function columnsFor(file: string): Column<ReportedRemoval>[] {
  return [
    { head: "Person", cell: named, rowHeader: true },
    { head: "Removal", cell: ({ id }) => id !== "" && command(id) },
    { head: "State", cell: ({ status }) => status !== "pending" && removalStatusLabel(status) },
    { head: "Decided by", cell: ({ decided_by }) => data(decided_by) },
    { head: "On", cell: ({ decided_at }) => (decided_at === null ? null : time(decided_at)) },
    { head: "Reason", wide: true, cell: ({ decision_reason }) => data(decision_reason) },
    { head: "Outcome", wide: true, cell: ({ outcome }) => data(outcome) },
    { head: "Group", cell: ({ group }) => groupPath(group.path) },
    { head: "Before → now", wide: true, cell: ({ evidence }) => lines(evidence.cells.map(change)) },
    { head: "Rule", cell: ({ evidence }) => lines(evidence.rules.map(verdict)) },
    {
      head: "Row",
      cell: ({ evidence }) => html`${evidence.row}${evidence.file !== file && html`<small>${data(fileName(evidence.file))}</small>`}`,
      numeric: true,
    },
    { head: "Also gains", cell: ({ evidence }) => lines(evidence.gains.map(groupPath)) },
    { head: "Pending since", cell: ({ since, id, status }) => id !== "" && status === "pending" && time(since) },
  ];
}

function named({ person: { name, key }, evidence }: ReportedRemoval): Html {
  return html`${person(name, key)}${evidence.lastGroup && html`<em class="flag">Last group: the learning service cannot express a person without groups</em>`}`;
}

function change({ column, before, now }: ReportedRemoval["evidence"]["cells"][number]): Html {
  return html`${data(column)}: ${value(before)} ${before === now ? "(as before)" : html`→ ${value(now)}`}`;
}

function value(text: string | null): Html {
  if (text === null) return html`<i>nothing</i>`;
  return text.trim() === "" ? html`<i>blank</i>` : html`“${data(text)}”`;
}

function verdict({ rule, at, gives }: ReportedRemoval["evidence"]["rules"][number]): HtmlValue {
  return html`${data(rule)}
    <code>${data(at)}</code>${gives.length > 0 && html` now gives ${gives.map((group, i) => html`${i > 0 && ", "}${groupPath(group)}`)}`}`;
}
