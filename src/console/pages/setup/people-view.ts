import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { ColumnView, KeyView, LeftView } from "../../../setup/types.ts";
import { banner, pill } from "../parts.ts";
import { confidencePill, control, errorLine, field, idOf, options, stepForm, textInput, quote, type StepContext } from "./parts.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";

/** Who has left, by the values of a column. */
export function leftStep(context: StepContext, view: LeftView): Html {
  const columns: [string, string][] = [
    ["", t("Don’t know")],
    ...view.columns.map(({ place, name }): [string, string] => [String(place), name]),
    ["none", t("No column: everyone in the file works here")],
  ];
  return html`<p class="soft">${t("Leavers can no longer sign in. Their groups stay until someone decides.")}</p>
    ${view.leaving.map((date) => leavingDate(context, date, view))}
    ${stepForm(
      context,
      html`<input type="hidden" name="of" value="${view.column}" />
        ${field(
          context,
          "column",
          t("Column that shows who has left"),
          html`<select ${control(context, "column", true)}>
            ${options(columns, view.column)}
            ${view.leaving.map(({ name }) => html`<option disabled>${t("{column}: a date, see above", { column: name })}</option>`)}
          </select>`,
          t("Choose another column and save to see its values."),
        )}
        ${view.values.length > 0 && html`<p>${confidencePill(view.confidence)}</p>`}
        <div class="split section">${view.values.map((one) => statusField(context, one))}</div>
        ${view.blank > 0 && html`<p class="soft">${t("{n, plural, one {# row is} other {# rows are}} blank: these people stay as they are, and get no account.", { n: view.blank })}</p>`}`,
    )}`;
}

/** Explains what to do with a leaving date, which a mapping cannot read. */
function leavingDate({ setup }: StepContext, { name, past }: LeftView["leaving"][number], { values }: LeftView): Html {
  const column = quote(name);
  if (values.length > 0)
    return html`<p class="soft">${tHtml("{column} has leaving dates. The status decides who has left, not the date.", { column })}</p>`;
  const sentence = tHtml("{column} has leaving dates. Rollcall cannot tell from a date who has left: it needs a status.", { column });
  return banner(
    past > 0 ? "warn" : "info",
    "info",
    html`<p>
        <b>${sentence}</b>
        ${past > 0 && t("{n, plural, one {# person has} other {# people have}} a leaving date in the past.", { n: past })}
      </p>
      <ul>
        <li>${t("If another column shows a status, such as active and left, choose it below.")}</li>
        <li>
          ${tHtml(
            "Or let the HR system export such a status beside the date, and <link>upload the new file</link>. Your answers are kept.",
            {
              link: (inside) => html`<a href="/setup/${setup.id}/upload#another">${inside}</a>`,
            },
          )}
        </li>
        <li>
          ${t("Or let it leave out people who have left, and choose “No column”. Each run then reports who is no longer in the file.")}
          ${past > 0 && html`<b>${t("As the file is now, “No column” would give these people accounts.")}</b>`}
        </li>
      </ul>`,
  );
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

/** The key and the username, with their uniqueness. */
export function keyStep(context: StepContext, view: KeyView): Html {
  const columns = view.columns.map((column): [string, string] => [String(column.place), `${column.name} – ${uniqueness(column)}`]);
  const chosen = (place: string): ColumnView | undefined => view.columns.find((column) => String(column.place) === place);
  return html`${stepForm(
    context,
    html`${field(
        context,
        "key",
        t("What identifies a person permanently?"),
        html`<select ${control(context, "key", true)}>
          ${options([["", t("Don’t know")], ...columns], context.typed("key", view.key))}
        </select>`,
        t("It must never change, not even for a rehire, and never pass to another person."),
      )}
      ${likely(view.likely.key)} ${chosen(view.key) !== undefined && html`<p>${confidencePill(chosen(view.key)?.confidence ?? "none")}</p>`}
      ${consequence(chosen(view.key), t("Rows with the same key that differ are all rejected."))}
      <div class="section">
        ${field(
          context,
          "username",
          t("What do people sign in with?"),
          html`<select ${control(context, "username")}>
            ${options([["", t("Don’t know")], ...columns, ["template", t("Combine columns")]], context.typed("username", view.username))}
          </select>`,
        )}
        ${likely(view.likely.username)}
        ${consequence(chosen(view.username), t("Different people with the same username are all rejected."))}
        ${field(
          context,
          "username_template",
          t("Combined from columns"),
          textInput(context, "username_template", view.username_template, html`placeholder="${view.template_example}"`, true),
          t("Only for “Combine columns”, such as {example}", { example: view.template_example }),
        )}
      </div>`,
  )}`;
}

function likely(column: string | null): Html | null {
  return column === null ? null : html`<p>${pill(t("Likely"), "info")} ${quote(column)}</p>`;
}

function uniqueness({ unique, repeated, filled, rows }: ColumnView): string {
  if (unique) return t("unique");
  const blank = rows - filled;
  const parts = [
    ...(repeated > 0 ? [t("{n, plural, one {# value} other {# values}} in several rows", { n: repeated })] : []),
    ...(blank > 0 ? [t("blank in {n, plural, one {# row} other {# rows}}", { n: blank })] : []),
  ];
  return parts.length === 0 ? t("many values") : parts.join(", ");
}

function consequence(column: ColumnView | undefined, why: string): Html | null {
  if (column === undefined || column.unique) return null;
  const found = tHtml("{name}: {value}", { name: data(column.name), value: uniqueness(column) });
  return html`<p class="warn">${found}. ${column.repeated > 0 && why}</p>`;
}
