import { data, html, type Html } from "../html/html.ts";
import type { ReportData, ReportedCause } from "./data.ts";
import { removalStateText } from "../labels.ts";
import { t, tHtml } from "../locales/t.ts";
import { causeParts } from "../removals/cause-html.ts";
import { evidenceColumns, removalColumns } from "../removals/evidence-html.ts";
import { command, cutNote, storedProse, time, type Column } from "../html/parts.ts";

type ReportedRemoval = ReportedCause["removals"][number];

/** Draws the pending removals by cause. */
export function pending(report: ReportData): Html | null {
  const { pending: causes, autoOver, autoHeld, result } = report;
  if (causes.length === 0) return null;
  const shown = removalsIn(causes);
  const all = Math.max(result.counts["removals_pending"] ?? 0, shown);
  const settled = command('rollcall restore --settled --reason "…"');
  return html`<section id="removals" aria-labelledby="removals-h">
    <h2 id="removals-h">${t("Pending removals")}</h2>
    <p>
      ${t(
        "{n, plural, one {HR’s rules no longer assign # membership. It stays until a reviewer approves its removal.} other {HR’s rules no longer assign # memberships. They stay until a reviewer approves their removal.}}",
        { n: all },
      )}
      ${t("Decide about a whole cause at once, or about single removals.")}
    </p>
    ${
      autoOver > 0 &&
      html`<p class="warn">
        ${t(
          "The policy would have approved {n, plural, one {# removal} other {# removals}} automatically. This is more than it allows for one run, so all of them are pending.",
          { n: autoOver },
        )}
      </p> `
    }${
      autoHeld !== null &&
      html`<p class="warn">
        ${tHtml(
          "The state was restored from a backup of {at}, so later decisions to keep memberships are lost. The policy therefore approves nothing automatically in this run. Reject the removals of memberships that should stay. The policy approves again from the next run on, once you have run {command}.",
          { at: time(autoHeld), command: settled },
        )}
      </p> `
    }${cutNote(shown, all)}${causes.map((cause) => block(cause, cause.id))}
  </section> `;
}

/** Draws the removals of a plan that is not released; none can be decided yet. */
export function found({ found: causes }: ReportData): Html | null {
  if (causes.length === 0) return null;
  return html`<section id="found" aria-labelledby="found-h">
    <h2 id="found-h">${t("Removals found by this plan")}</h2>
    <p>
      ${t(
        "{n, plural, one {# membership} other {# memberships}} would be pending. Reviewers can decide about them after the run is released.",
        { n: removalsIn(causes) },
      )}
    </p>
    ${causes.map((cause) => block(cause, null))}
  </section> `;
}

/** Draws the removals decided during the run, with their outcome. */
export function decided({ decided: causes }: ReportData): Html | null {
  if (causes.length === 0) return null;
  return html`<section id="decided" aria-labelledby="decided-h">
    <h2 id="decided-h">${t("Removals decided during this run")}</h2>
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
    { head: t("Status"), cell: (removal) => removal.status !== "pending" && removalStateText(removal) },
    { head: t("Decided by"), cell: ({ decided_by }) => data(decided_by) },
    { head: t("On"), cell: ({ decided_at }) => (decided_at === null ? null : time(decided_at)) },
    { head: t("Reason"), wide: true, cell: ({ decision_reason }) => data(decision_reason) },
    { head: t("Outcome"), wide: true, cell: ({ outcome }) => storedProse(outcome) },
  ];
}
