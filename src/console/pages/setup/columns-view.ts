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
  const roles: [string, string][] = [["", t("Not used")], ...ROLES.map((role): [string, string] => [role, roleName(role)])];
  const missing = setup.errors.filter(({ field: name }) => name === "roles");
  return html`<p class="soft">${t("Rollcall recognised {n} of {all} columns.", { n: view.recognized, all: view.all })}</p>
    ${stepForm(
      context,
      html`<input type="hidden" name="page" value="${view.page}" />
        ${missing.map((error) => errorLine({ setup: { ...setup, errors: [error] } }, "roles"))}
        <div id="s-roles">
          ${table<ColumnView>(
            t("Columns of the sample"),
            [
              { head: t("Column"), rowHeader: true, cell: ({ name }) => data(name) },
              {
                head: t("Used as"),
                cell: ({ place, name, role, also, leaving }) => {
                  const id = `role.${place}`;
                  return html`${quietLabel(id, t("Use the column {name} as", { name }))}<select ${control(context, id)}>
                      ${options(roles, context.typed(id, role))}
                    </select>
                    ${also.length > 0 && html`<small>${t("also: {fields}", { fields: also.map(roleName).join(", ") })}</small>`}
                    ${leaving && html`<small>${t("Leaving date: see the step “Who has left?”")}</small>`} ${errorLine(context, id)}`;
                },
              },
              { head: t("Confidence"), cell: ({ confidence }) => confidencePill(confidence) },
              { head: t("Examples"), cell: examples },
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
              t("No column has e-mail addresses: how are they formed?"),
              textInput(context, "email_template", view.email_template, html`placeholder="${view.template_example}"`, true),
              t("Column names in braces, such as {example}", { example: view.template_example }),
            )}
          </div>`
        }
        ${view.questions.map((question) => html`<div class="section">${questionField(context, question)}</div>`)}`,
    )}`;
}

function examples({ examples: some, hidden, filled }: ColumnView): HtmlValue {
  if (filled === 0) return html`<span class="soft">${t("blank")}</span>`;
  if (hidden) return html`<span class="soft">${t("not shown")}</span>`;
  return html`<span class="soft"
    >${some.map((text, i) => html`${i > 0 && ", "}${data(text.length > 40 ? `${text.slice(0, 40)}…` : text)}`)}</span
  >`;
}

function pager(id: string, { page, pages }: ColumnsView): Html | null {
  if (pages === 1) return null;
  const link = (to: number, words: string): Html => html`<a class="btn" href="/setup/${id}/columns?page=${to}">${words}</a>`;
  return html`<nav class="pager" aria-label="${t("Pages")}">
    <span>${t("Page {page} of {pages}", { page, pages })}</span>
    <span class="row">${page > 1 && link(page - 1, t("Previous"))} ${page < pages && link(page + 1, t("Next"))}</span>
  </nav>`;
}

function questionField(context: StepContext, { id, kind, column, value: text, rows, options: given, answer }: OpenQuestion): Html {
  const name = `q.${id}`;
  const chosen = context.typed(name, answer);
  const unknown: [string, string] = ["", t("Don’t know: leave the field out")];
  if (kind === "phone") {
    return field(
      context,
      name,
      html`${t("Which country are the numbers without a prefix from?")} ${quote(column)}`,
      textInput(context, name, answer === "-" ? "" : answer, html`maxlength="2" placeholder="DE"`, true),
      t("Two capital letters; empty leaves the field out."),
    );
  }
  const label =
    kind === "date"
      ? html`${t("How are the dates written?")} ${quote(column)}`
      : html`${t("What does this value mean?")} ${quote(text)}, ${t("{n, plural, one {# row} other {# rows}}", { n: rows })}`;
  const choices: [string, string][] =
    kind === "date"
      ? given.filter((format) => format !== "-").map((format): [string, string] => [format, format])
      : [
          ["f", t("female")],
          ["m", t("male")],
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
