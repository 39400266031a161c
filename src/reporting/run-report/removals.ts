import { data, html, type Html } from "../html/html.ts";
import type { ReportData, ReportedCause } from "./data.ts";
import { removalStateText } from "../labels.ts";
import { t, tHtml } from "../locales/t.ts";
import { causeParts } from "../removals/cause-html.ts";
import { evidenceColumns, removalColumns } from "../removals/evidence-html.ts";
import { command, cutNote, factProse, time, type Column } from "../html/parts.ts";

type ReportedRemoval = ReportedCause["removals"][number];

/** Draws the pending removals by cause. */
export function pending(report: ReportData): Html | null {
  const { pending: causes, autoOver, autoHeld, result } = report;
  if (causes.length === 0) return null;
  const shown = removalsIn(causes);
  const all = Math.max(result.counts["removals_pending"] ?? 0, shown);
  const settled = command('rollcall restore --settled --reason "…"');
  return html`<section id="removals" aria-labelledby="removals-h">
    <h2 id="removals-h">${t("labels.pending_removals")}</h2>
    <p>${t("report.hr_rules_no", { n: all })} ${t("report.decide_about_whole")}</p>
    ${autoOver > 0 && html`<p class="warn">${t("report.policy_would_approved", { n: autoOver })}</p> `}${
      autoHeld !== null && html`<p class="warn">${tHtml("report.state_restored_backup", { at: time(autoHeld), command: settled })}</p> `
    }${cutNote(shown, all)}${causes.map((cause) => block(cause, cause.id))}
  </section> `;
}

/** Draws the removals of a plan that is not released; none can be decided yet. */
export function found({ found: causes }: ReportData): Html | null {
  if (causes.length === 0) return null;
  return html`<section id="found" aria-labelledby="found-h">
    <h2 id="found-h">${t("report.removals_found_plan")}</h2>
    <p>${t("report.memberships_would_pending", { n: removalsIn(causes) })}</p>
    ${causes.map((cause) => block(cause, null))}
  </section> `;
}

/** Draws the removals decided during the run, with their outcome. */
export function decided({ decided: causes }: ReportData): Html | null {
  if (causes.length === 0) return null;
  return html`<section id="decided" aria-labelledby="decided-h">
    <h2 id="decided-h">${t("report.removals_decided_during")}</h2>
    ${causes.map((cause) => block(cause, null))}
  </section> `;
}

function removalsIn(causes: readonly ReportedCause[]): number {
  return causes.reduce((sum, cause) => sum + cause.removals.length, 0);
}

/** @param decidedAs names the cause in the commands that decide it; `null`: it cannot be decided */
function block(cause: ReportedCause, decidedAs: string | null): Html {
  const { sentence, body } = causeParts(cause, [...removalColumns(), ...decisionColumns(), ...evidenceColumns()], decidedAs);
  return html`<article class="cause">
    <h3>${sentence}</h3>
    ${body}
  </article> `;
}

function decisionColumns(): Column<ReportedRemoval>[] {
  return [
    { head: t("labels.status"), cell: (removal) => removal.status !== "pending" && removalStateText(removal) },
    { head: t("exceptions.decided"), cell: ({ decided_by }) => data(decided_by) },
    { head: t("report.on"), cell: ({ decided_at }) => (decided_at === null ? null : time(decided_at)) },
    { head: t("labels.reason"), wide: true, cell: ({ decision_reason }) => data(decision_reason) },
    { head: t("report.outcome"), wide: true, cell: ({ outcome_fact: outcome }) => factProse(outcome) },
  ];
}
