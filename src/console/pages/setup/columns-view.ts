import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { ROLES } from "../../../setup/columns.ts";
import type { ColumnsView, ColumnView, OpenQuestion } from "../../../setup/types.ts";
import { table } from "../parts.ts";
import { roleName } from "./labels.ts";
import { confidencePill, control, errorLine, field, options, quietLabel, stepForm, textInput, quote, type StepContext } from "./parts.ts";
import { t } from "../../../reporting/locales/t.ts";

/** Draws the use of each column. */
export function columnsStep(context: StepContext, view: ColumnsView): Html {
  const { setup } = context;
  const roles: [string, string][] = [["", t("setup.not_used")], ...ROLES.map((role): [string, string] => [role, roleName(role)])];
  const missing = setup.errors.filter(({ field: name }) => name === "roles");
  return html`<p class="soft">${t("setup.rollcall_recognised_all", { n: view.recognized, all: view.all })}</p>
    ${stepForm(
      context,
      html`<input type="hidden" name="page" value="${view.page}" />
        ${missing.map((error) => errorLine({ setup: { ...setup, errors: [error] } }, "roles"))}
        <div id="s-roles">
          ${table<ColumnView>(
            t("setup.columns_sample"),
            [
              { head: t("workbook.column"), rowHeader: true, cell: ({ name }) => data(name) },
              {
                head: t("setup.used"),
                cell: ({ place, name, role, also, leaving }) => {
                  const id = `role.${place}`;
                  return html`${quietLabel(id, t("setup.use_column_name", { name }))}<select ${control(context, id)}>
                      ${options(roles, context.typed(id, role))}
                    </select>
                    ${also.length > 0 && html`<small>${t("setup.also_fields", { fields: also.map(roleName).join(", ") })}</small>`}
                    ${leaving && html`<small>${t("setup.leaving_date_see")}</small>`} ${errorLine(context, id)}`;
                },
              },
              { head: t("setup.confidence"), cell: ({ confidence }) => confidencePill(confidence) },
              { head: t("setup.examples"), cell: examples },
            ],
            view.columns,
            null,
            pager(setup.id, view),
          )}
        </div>
        ${
          (view.email_template !== "" || [...setup.errors, ...setup.blocking].some(({ field: name }) => name === "email_template")) &&
          html`<div class="section">
            ${field(
              context,
              "email_template",
              t("setup.no_column_e"),
              textInput(context, "email_template", view.email_template, html`placeholder="${view.template_example}"`, true),
              t("setup.column_names_braces", { example: view.template_example }),
            )}
          </div>`
        }
        ${view.questions.map((question) => html`<div class="section">${questionField(context, question)}</div>`)}`,
    )}`;
}

function examples({ examples: some, hidden, filled }: ColumnView): HtmlValue {
  if (filled === 0) return html`<span class="soft">${t("setup.blank")}</span>`;
  if (hidden) return html`<span class="soft">${t("setup.not_shown")}</span>`;
  return html`<span class="soft"
    >${some.map((text, i) => html`${i > 0 && ", "}${data(text.length > 40 ? `${text.slice(0, 40)}…` : text)}`)}</span
  >`;
}

function pager(id: string, { page, pages }: ColumnsView): Html | null {
  if (pages === 1) return null;
  const link = (to: number, words: string): Html => html`<a class="btn" href="/setup/${id}/columns?page=${to}">${words}</a>`;
  return html`<nav class="pager" aria-label="${t("shell.pages")}">
    <span>${t("setup.page_page_pages", { page, pages })}</span>
    <span class="row">${page > 1 && link(page - 1, t("shell.previous"))} ${page < pages && link(page + 1, t("shell.next"))}</span>
  </nav>`;
}

function questionField(context: StepContext, { id, kind, column, value: text, rows, options: given, answer }: OpenQuestion): Html {
  const name = `q.${id}`;
  const chosen = context.typed(name, answer);
  const unknown: [string, string] = ["", t("setup.dont_know_leave")];
  if (kind === "phone") {
    return field(
      context,
      name,
      html`${t("setup.which_country_numbers")} ${quote(column)}`,
      textInput(context, name, answer === "-" ? "" : answer, html`maxlength="2" placeholder="DE"`, true),
      t("setup.two_capital_letters"),
    );
  }
  const label =
    kind === "date"
      ? html`${t("setup.how_dates_written")} ${quote(column)}`
      : html`${t("setup.what_value_mean")} ${quote(text)}, ${t("setup.rows", { n: rows })}`;
  const choices: [string, string][] =
    kind === "date"
      ? given.filter((format) => format !== "-").map((format): [string, string] => [format, format])
      : [
          ["f", t("setup.female")],
          ["m", t("setup.male")],
        ];
  return field(
    context,
    name,
    label,
    html`<select ${control(context, name)}>
      ${options([unknown, ...choices], chosen === "-" ? "" : chosen)}
    </select>`,
  );
}
