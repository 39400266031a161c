import { html, type Html } from "../../../reporting/html/html.ts";
import { areaName } from "../../../domain/wording/missing-areas.ts";
import { t } from "../../../reporting/locales/t.ts";
import { areaQuestion, areaText } from "../../../reporting/missing-areas.ts";
import { may } from "../../access/rights.ts";
import { icon } from "../../icon.ts";
import { cameBack, reasonField, runForm, type FormContext } from "./action-forms.ts";
import type { StoredRun } from "./run-data.ts";

/** Draws the missing areas of a run, each with its question and the form that releases it. */
export function areasView({ areas }: StoredRun, context: FormContext): Html | null {
  if (areas.length === 0) return null;
  return html`<section class="section banner warn" aria-labelledby="areas">
    ${icon("alert")}
    <div class="stack">
      <h2 id="areas">${t("Missing areas")}</h2>
      ${areas.map((area) => areaView(area, context))}
    </div>
  </section>`;
}

function areaView(area: StoredRun["areas"][number], context: FormContext): Html {
  const asks = area.open && area.blocked > 0;
  return html`<div class="stack">
    <p>${areaText(area)} ${asks && areaQuestion()}</p>
    ${asks && may(context.request.actor, "run") && release(areaName(area.column, area.value), context)}
  </div>`;
}

function release(name: string, context: FormContext): Html {
  return html`<details ${cameBack(context, "release") && html` open`}>
    <summary>${t("Release this area")}</summary>
    ${runForm(
      context,
      "release",
      html`<p>
          ${t("A new run reads the export again and applies the rows of these people. Removals stay pending until someone decides.")}
        </p>
        <input type="hidden" name="area" value="${name}" />
        ${reasonField(context, "release", t("For example: HR confirmed that the office is closed"))}
        <button>${t("Release this area")}</button>`,
      "act",
    )}
  </details>`;
}
