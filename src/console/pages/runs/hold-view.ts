import { html, type Html } from "../../../reporting/html/html.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { roleLabel } from "../../../reporting/labels.ts";
import { t } from "../../../reporting/locales/t.ts";
import { changesIn, countOf } from "../../../reporting/run-counts.ts";
import { exceededLimits } from "../../../reporting/run-report/outcome.ts";
import { sheetHtml } from "../../../reporting/sheet/html.ts";
import type { ShownRun } from "../../../reporting/shown-run.ts";
import { may } from "../../../actions/access/rights.ts";
import { PAGE } from "../parts.ts";
import { actionForm } from "../form.ts";
import type { FormContext } from "./run-data.ts";

/** Draws why a run is on hold, and both ways out of it. */
export function heldView(run: ShownRun, context: FormContext): Html | null {
  const { held: limits, status, counts } = run;
  if (limits.length === 0) return null;
  if (status !== "held")
    return html`<section class="section card">
      <h2>${t("runs.limits_put_hold")}</h2>
      ${sheetHtml(exceededLimits(run, { level: 3, settings: true }), PAGE)}
    </section>`;
  const linksFirst = limits.some(({ limit, of }) => limit === "unknown_accounts" && of === undefined);
  return html`<section class="banner warn" aria-labelledby="limit-1">
      ${icon("pause")}
      <div class="stack">
        ${sheetHtml(exceededLimits(run, { level: 2, settings: true }), PAGE)}
        ${
          linksFirst &&
          html`<p class="row">
            <a class="btn primary" href="/runs/${encodeURIComponent(context.id)}/accounts">${t("runs.link_accounts")}</a>
          </p>`
        }
      </div>
    </section>
    ${
      may(context.request.actor, "run")
        ? html`<div class="split">${release(counts, context, !linksFirst)}${cancel(context)}</div>`
        : html`<p class="soft">${t("runs.you_need_role", { role: roleLabel("operator") })}</p>`
    }`;
}

/** @param advised whether nothing else is to be done first */
function release(counts: ShownRun["counts"], { request, id, refused }: FormContext, advised: boolean): Html | null {
  const changes = changesIn(counts);
  const leavers = countOf(counts, "deactivations") + countOf(counts, "absent_deactivated");
  return actionForm(request, "/runs/:id/approve", {
    given: { id },
    text: html`<h2>${t("runs.let_run_continue")}</h2>
      <p class="soft">
        ${t("runs.planned_again_current")} ${leavers > 0 && t("runs.people_can_no", { n: leavers })} ${t("runs.removals_stay_pending")}
      </p>`,
    fields: { reason: { example: t("runs.example_hr_confirmed") } },
    button: t("runs.apply_changes", { n: changes }),
    tone: advised ? "primary" : "btn",
    kind: "card stack",
    refused,
  });
}

function cancel({ request, id, refused }: FormContext): Html | null {
  return actionForm(request, "/runs/:id/cancel", {
    given: { id },
    text: html`<h2>${t("runs.cancel_run")}</h2>
      <p class="soft">${t("runs.nothing_changes_next")}</p>`,
    fields: { reason: { example: t("runs.example_export_incomplete") } },
    button: t("runs.cancel_run_2"),
    tone: "btn",
    kind: "card stack",
    refused,
  });
}
