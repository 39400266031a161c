import { data, html, type Html } from "../html/html.ts";
import type { ReportData, ReportedCause } from "./data.ts";
import { causeLabel, counted, removalStateText } from "../labels.ts";
import { decisionCommands, evidenceColumns, removalColumns } from "../removals/evidence-html.ts";
import { command, cutNote, folded, groupPath, prose, table, time, type Column } from "../html/parts.ts";

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
      HR’s rules no longer assign ${counted(all, "membership")}. ${all === 1 ? "It stays" : "They stay"} until a reviewer approves
      ${all === 1 ? "its" : "their"} removal. Decide about a whole cause at once, or about single removals.
    </p>
    ${
      autoOver > 0 &&
      html`<p class="warn">
        The policy would have approved ${counted(autoOver, "removal")} automatically. This is more than it allows for one run, so all of
        them are pending.
      </p> `
    }${
      autoHeld !== null &&
      html`<p class="warn">
        The state was restored from a backup of ${time(autoHeld)}, so later decisions to keep memberships are lost. The policy therefore
        approves nothing automatically in this run. Reject the removals of memberships that should stay. The policy approves again from the
        next run on, once you have run ${command('rollcall restore --settled --reason "…"')}.
      </p> `
    }${cutNote(shown, all, "memberships; the counts in the headings are those of the shown ones")}${causes.map((cause) => block(cause, decisionCommands(cause.id)))}
  </section> `;
}

/** Draws the removals of a plan that is not released; none can be decided yet. */
export function found({ found: causes }: ReportData): Html | null {
  if (causes.length === 0) return null;
  return html`<section id="found" aria-labelledby="found-h">
    <h2 id="found-h">Removals found by this plan</h2>
    <p>${counted(removalsIn(causes), "membership")} would be pending. Reviewers can decide about them after the run is released.</p>
    ${causes.map((cause) => block(cause, null))}
  </section> `;
}

/** Draws the removals decided during the run, with their outcome. */
export function decided({ decided: causes }: ReportData): Html | null {
  if (causes.length === 0) return null;
  return html`<section id="decided" aria-labelledby="decided-h">
    <h2 id="decided-h">Removals decided during this run</h2>
    ${causes.map((cause) => block(cause, null))}
  </section> `;
}

function removalsIn(causes: readonly ReportedCause[]): number {
  return causes.reduce((sum, cause) => sum + cause.removals.length, 0);
}

function block(cause: ReportedCause, decision: Html | null): Html {
  const kind = cause.removals[0]?.evidence.kind;
  const caption = `${counted(cause.removals.length, "membership")} of ${cause.group}`;
  return html`<article class="cause">
    <h3>${data(decision === null && cause.removals.some((removal) => removal.status !== "pending") ? cause.text : cause.sentence)}</h3>
    <p>
      ${kind !== undefined && html`<strong>${causeLabel(kind)}.</strong> `}${prose(cause.text)}
      <small class="id">Cause ${command(cause.id)}</small>
    </p>
    ${decision}${folded(`Show ${caption}`, cause.removals.length, table(caption, columns, cause.removals))}
  </article> `;
}

const columns: Column<ReportedRemoval>[] = [
  ...removalColumns,
  { head: "Status", cell: (removal) => removal.status !== "pending" && removalStateText(removal) },
  { head: "Decided by", cell: ({ decided_by }) => data(decided_by) },
  { head: "On", cell: ({ decided_at }) => (decided_at === null ? null : time(decided_at)) },
  { head: "Reason", wide: true, cell: ({ decision_reason }) => data(decision_reason) },
  { head: "Outcome", wide: true, cell: ({ outcome }) => data(outcome) },
  { head: "Group", cell: ({ group }) => groupPath(group.path) },
  ...evidenceColumns,
];
