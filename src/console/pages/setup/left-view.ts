import { html, type Html } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { LastDayView, LeftView } from "../../../setup/types.ts";
import { banner } from "../parts.ts";
import { confidencePill, control, errorLine, field, idOf, options, quote, stepForm, type StepContext } from "./parts.ts";

/** Who has left: by the values of a column, by a leaving date, or by both. */
export function leftStep(context: StepContext, view: LeftView): Html {
  const { leaving, until } = view;
  const decides = view.column !== "" && view.column !== "none";
  const columns: [string, string][] = [
    ["", t("setup.dont_know")],
    ...view.columns.map(({ place, name }): [string, string] => [String(place), name]),
    ...datesOf(view).map(({ place, name }): [string, string] => [String(place), t("setup.column_people_whose_leaving", { column: name })]),
    ["none", t("setup.no_column_everyone")],
  ];
  const byStatus = decides && String(until?.place) !== view.column;
  return html`<p class="soft">${t("setup.leavers_can_no")}</p>
    ${!decides && leaving.map(unusedDate)}
    ${stepForm(
      context,
      html`<input type="hidden" name="of" value="${view.column}" /> ${field(
          context,
          "column",
          t("setup.column_shows_who"),
          html`<select ${control(context, "column", true)}>
            ${options(columns, view.column)}
          </select>`,
          t("setup.choose_another_column"),
        )}
        ${decides && html`<p>${confidencePill(view.confidence)}</p>`}
        ${view.values.length > 0 && html`<div class="split section">${view.values.map((one) => statusField(context, one))}</div>`}
        ${view.blank > 0 && html`<p class="soft">${t("setup.rows_blank_people", { n: view.blank })}</p>`}
        ${byStatus && leaving.length > 0 && besideStatus(context, view)} ${until !== null && lastDay(context, until)}`,
    )}`;
}

/** The columns with dates that can be chosen; one that was chosen in another step may have any name. */
function datesOf({ leaving, until, column }: LeftView): readonly { place: number; name: string }[] {
  const chosen = until !== null && String(until.place) === column && leaving.every(({ place }) => place !== until.place);
  return chosen ? [...leaving, until] : leaving;
}

/** Warns of leaving dates that nobody has chosen: these people would get accounts. */
function unusedDate({ name, past }: LeftView["leaving"][number]): Html {
  return banner(
    past > 0 ? "warn" : "info",
    "info",
    html`<p>
        <b>${tHtml("setup.column_leaving_dates", { column: quote(name) })}</b>
      </p>
      ${past > 0 && html`<p>${t("setup.people_leaving_date", { n: past })} ${t("setup.file_now_no")}</p>`}`,
  );
}

/** Asks whether a leaving date decides beside the status. */
function besideStatus(context: StepContext, { leaving, until }: LeftView): Html {
  const choices: [string, string][] = [
    ["", t("setup.no_only_status")],
    ...leaving.map(({ place, name }): [string, string] => [String(place), t("setup.column_people_whose_date", { column: name })]),
  ];
  const select = html`<select ${control(context, "until")}>
    ${options(choices, context.typed("until", String(until?.place ?? "")))}
  </select>`;
  return html`<div class="section">${field(context, "until", t("setup.leaving_date_count"), select)}</div>`;
}

/** Shows whom the leaving dates concern, and asks how they are written if their values leave it open. */
function lastDay(context: StepContext, { name, format, formats, left, coming, blank, unreadable }: LastDayView): Html {
  const counts =
    format === ""
      ? []
      : [
          t("setup.people_left", { n: left }),
          t("setup.people_leave_later", { n: coming }),
          t("setup.people_no_leaving", { n: blank }),
          ...(unreadable === 0
            ? []
            : [
                t("setup.dates_cant_read", {
                  n: unreadable,
                }),
              ]),
        ];
  return html`<div class="section" id="last-day">
    ${
      formats.length > 1 &&
      field(
        context,
        "format",
        html`${t("setup.how_dates_written")} ${quote(name)}`,
        html`<select ${control(context, "format")}>
          ${options([["", t("setup.dont_know")], ...formats.map((each): [string, string] => [each, each])], context.typed("format", format))}
        </select>`,
      )
    }
    <p>${t("setup.leaving_date_last")}</p>
    ${
      counts.length > 0 &&
      html`<ul class="marked">
        ${counts.map((line) => html`<li>${line}</li>`)}
      </ul>`
    }
  </div>`;
}

function statusField(context: StepContext, { index, text, rows, answer, confidence, past }: LeftView["values"][number]): Html {
  const name = `value.${index}`;
  const chosen = context.typed(name, answer);
  const pick = (to: string, words: string): Html =>
    html`<label class="pick"><input type="radio" name="${name}" value="${to}" ${chosen === to && html` checked`} /> ${words}</label>`;
  return html`<fieldset class="field" id="${idOf(name)}">
    <legend>
      ${quote(text)} <span class="soft">${t("labels.people", { n: rows })}</span>
      ${past > 0 && html`<span class="soft">${t("setup.past_leaving_date", { n: past })}</span>`}
      ${confidence !== "none" && confidencePill(confidence)}
    </legend>
    <div class="row">${pick("yes", t("setup.active"))} ${pick("no", t("labels.left"))} ${pick("", t("setup.dont_know"))}</div>
    ${errorLine(context, name)}
  </fieldset>`;
}
