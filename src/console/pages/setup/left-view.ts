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
    ["", t("Don’t know")],
    ...view.columns.map(({ place, name }): [string, string] => [String(place), name]),
    ...datesOf(view).map(({ place, name }): [string, string] => [
      String(place),
      t("{column}: people whose leaving date has passed", { column: name }),
    ]),
    ["none", t("No column: everyone in the file works here")],
  ];
  const byStatus = decides && String(until?.place) !== view.column;
  return html`<p class="soft">${t("Leavers can no longer sign in. They keep their groups.")}</p>
    ${!decides && leaving.map(unusedDate)}
    ${stepForm(
      context,
      html`<input type="hidden" name="of" value="${view.column}" /> ${field(
          context,
          "column",
          t("Column that shows who has left"),
          html`<select ${control(context, "column", true)}>
            ${options(columns, view.column)}
          </select>`,
          t("Choose another column and save to see its values."),
        )}
        ${decides && html`<p>${confidencePill(view.confidence)}</p>`}
        ${view.values.length > 0 && html`<div class="split section">${view.values.map((one) => statusField(context, one))}</div>`}
        ${view.blank > 0 && html`<p class="soft">${t("{n, plural, one {# row is} other {# rows are}} blank: these people stay as they are, and get no account.", { n: view.blank })}</p>`}
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
        <b
          >${tHtml("{column} has leaving dates. Choose it below if people have left once their date has passed.", { column: quote(name) })}</b
        >
      </p>
      ${
        past > 0 &&
        html`<p>
          ${t("{n, plural, one {# person has} other {# people have}} a leaving date in the past.", { n: past })}
          ${t("As the file is now, “No column” would give these people accounts.")}
        </p>`
      }`,
  );
}

/** Asks whether a leaving date decides beside the status. */
function besideStatus(context: StepContext, { leaving, until }: LeftView): Html {
  const choices: [string, string][] = [
    ["", t("No, only the status decides")],
    ...leaving.map(({ place, name }): [string, string] => [
      String(place),
      t("{column}: people whose date has passed have left, with any status", { column: name }),
    ]),
  ];
  const select = html`<select ${control(context, "until")}>
    ${options(choices, context.typed("until", String(until?.place ?? "")))}
  </select>`;
  return html`<div class="section">${field(context, "until", t("Does the leaving date count as well?"), select)}</div>`;
}

/** Shows whom the leaving dates concern, and asks how they are written if their values leave it open. */
function lastDay(context: StepContext, { name, format, formats, left, coming, blank, unreadable }: LastDayView): Html {
  const counts =
    format === ""
      ? []
      : [
          t("{n, plural, one {# person has} other {# people have}} left", { n: left }),
          t("{n, plural, one {# person leaves} other {# people leave}} later", { n: coming }),
          t("{n, plural, one {# person has} other {# people have}} no leaving date: active", { n: blank }),
          ...(unreadable === 0
            ? []
            : [
                t("{n, plural, one {# date} other {# dates}} can’t be read: these people stay as they are, and get no account", {
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
        html`${t("How are the dates written?")} ${quote(name)}`,
        html`<select ${control(context, "format")}>
          ${options([["", t("Don’t know")], ...formats.map((each): [string, string] => [each, each])], context.typed("format", format))}
        </select>`,
      )
    }
    <p>${t("The leaving date is the last day with an account.")}</p>
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
      ${quote(text)} <span class="soft">${t("{n, plural, one {# person} other {# people}}", { n: rows })}</span>
      ${past > 0 && html`<span class="soft">${t("({n} with a past leaving date)", { n: past })}</span>`}
      ${confidence !== "none" && confidencePill(confidence)}
    </legend>
    <div class="row">${pick("yes", t("Active"))} ${pick("no", t("Left"))} ${pick("", t("Don’t know"))}</div>
    ${errorLine(context, name)}
  </fieldset>`;
}
