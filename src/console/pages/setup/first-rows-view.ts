import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { FirstRow, UploadView } from "../../../setup/types.ts";
import { csrfField } from "../../access/csrf.ts";
import { banner, pill, table } from "../parts.ts";
import { answerName } from "./labels.ts";
import { quote, type StepContext } from "./parts.ts";

/** The first rows of the file, with the one that names the columns; another one can be chosen. */
export function firstRowsForm({ request, setup, typed }: StepContext, { first, form }: UploadView): Html | null {
  if (first.length === 0) return null;
  const kept = { job: setup.job, encoding: form.encoding, delimiter: form.delimiter === "\t" ? "tab" : form.delimiter, sheet: form.sheet };
  return html`<form method="post" action="/setup/${setup.id}/upload" class="section" id="first-rows">
    ${csrfField(request)}<input type="hidden" name="version" value="${setup.version}" />
    ${Object.entries(kept).map(([name, value = ""]) => html`<input type="hidden" name="${name}" value="${typed(name, value)}" />`)}
    ${table<FirstRow>(
      t("setup.first_rows_file"),
      [
        { head: t("workbook.row"), rowHeader: true, cell: ({ row }) => String(row) },
        { head: t("setup.cells"), wide: true, cell: cells },
        { head: t("setup.column_names"), cell: headerMark },
      ],
      first,
    )}
  </form>`;
}

function cells({ cells: texts, more }: FirstRow): HtmlValue {
  if (texts.every((text) => text === "")) return html`<span class="soft">${t("setup.blank")}</span>`;
  return html`${texts.map((text, i) => html`${i > 0 && html` <span class="soft">|</span> `}${text === null ? html`<span class="soft">${t("setup.not_shown")}</span>` : data(text)}`)}${more > 0 && html` <span class="soft">${t("setup.more", { n: more })}</span>`}`;
}

function headerMark({ row, header }: FirstRow): HtmlValue {
  if (header === "used") return pill(t("setup.use"), "good", "check");
  return html`<button class="${header === "likely" ? "btn primary" : "btn"}" name="use_row" value="${row}">
    ${header === "likely" ? t("setup.looks_like_use", { row }) : t("setup.use_row_row", { row })}
  </button>`;
}

/** Says which answers no longer fit after the sample was replaced. */
export function lostAnswers({ lost }: UploadView): Html | null {
  if (lost.length === 0) return null;
  return banner(
    "warn",
    "alert",
    html`<p><b>${t("setup.answers_not_fit")}</b></p>
      <ul>
        ${lost.map(({ what, answer }) => html`<li>${tHtml("history.name_value", { name: answerName(what), value: quote(answer) })}</li>`)}
      </ul>`,
  );
}
