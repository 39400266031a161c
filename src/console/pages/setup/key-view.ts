import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { ColumnView, KeyView } from "../../../setup/types.ts";
import { pill } from "../parts.ts";
import { confidencePill, control, field, options, stepForm, textInput, quote, type StepContext } from "./parts.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";

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
