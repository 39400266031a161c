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
        t("setup.what_identifies_person"),
        html`<select ${control(context, "key", true)}>
          ${options([["", t("setup.dont_know")], ...columns], context.typed("key", view.key))}
        </select>`,
        t("setup.must_never_change"),
      )}
      ${likely(view.likely.key)} ${chosen(view.key) !== undefined && html`<p>${confidencePill(chosen(view.key)?.confidence ?? "none")}</p>`}
      ${consequence(chosen(view.key), t("setup.rows_same_key_differ_all"))}
      <div class="section">
        ${field(
          context,
          "username",
          t("setup.what_people_sign"),
          html`<select ${control(context, "username")}>
            ${options([["", t("setup.dont_know")], ...columns, ["template", t("setup.combine_columns")]], context.typed("username", view.username))}
          </select>`,
        )}
        ${likely(view.likely.username)} ${consequence(chosen(view.username), t("setup.different_people_same"))}
        ${field(
          context,
          "username_template",
          t("setup.combined_columns"),
          textInput(context, "username_template", view.username_template, html`placeholder="${view.template_example}"`, true),
          t("setup.only_combine_columns", { example: view.template_example }),
        )}
      </div>`,
  )}`;
}

function likely(column: string | null): Html | null {
  return column === null ? null : html`<p>${pill(t("setup.likely"), "info")} ${quote(column)}</p>`;
}

function uniqueness({ unique, repeated, filled, rows }: ColumnView): string {
  if (unique) return t("setup.unique");
  const blank = rows - filled;
  const parts = [
    ...(repeated > 0 ? [t("setup.values_several_rows", { n: repeated })] : []),
    ...(blank > 0 ? [t("setup.blank_rows", { n: blank })] : []),
  ];
  return parts.length === 0 ? t("setup.many_values") : parts.join(", ");
}

function consequence(column: ColumnView | undefined, why: string): Html | null {
  if (column === undefined || column.unique) return null;
  const found = tHtml("history.name_value", { name: data(column.name), value: uniqueness(column) });
  return html`<p class="warn">${found}. ${column.repeated > 0 && why}</p>`;
}
