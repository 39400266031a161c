import { html, type Html } from "../../../reporting/html/html.ts";
import { areaName } from "../../../domain/facts/missing-areas.ts";
import { t } from "../../../reporting/locales/t.ts";
import { areaQuestion, areaText } from "../../../reporting/missing-areas.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { actionForm } from "../form.ts";
import type { FormContext, StoredRun } from "./run-data.ts";

/** Draws the missing areas of a run, each with its question and the form that releases it. */
export function areasView({ areas }: StoredRun, context: FormContext): Html | null {
  if (areas.length === 0) return null;
  return html`<section class="section banner warn" aria-labelledby="areas">
    ${icon("alert")}
    <div class="stack">
      <h2 id="areas">${t("missing_areas.missing_areas")}</h2>
      ${areas.map((area) => areaView(area, context))}
    </div>
  </section>`;
}

function areaView(area: StoredRun["areas"][number], context: FormContext): Html {
  const asks = area.open && area.blocked > 0;
  return html`<div class="stack">
    <p>${areaText(area)} ${asks && areaQuestion()}</p>
    ${asks && release(areaName(area.column, area.value), context)}
  </div>`;
}

function release(area: string, { request, id, refused }: FormContext): Html | null {
  return actionForm(request, "/runs/:id/release", {
    given: { id, area },
    text: html`<p>${t("missing_areas.new_run_reads")}</p>`,
    fields: { reason: { example: t("missing_areas.example_hr_confirmed") } },
    button: t("missing_areas.release_area"),
    fold: t("missing_areas.release_area"),
    refused,
  });
}
