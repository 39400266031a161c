import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { FirstRow, UploadView } from "../../../setup/browser/types.ts";
import { csrfField } from "../../access/csrf.ts";
import { banner, table } from "../parts.ts";
import { answerName } from "./labels.ts";
import { quote, type StepContext } from "./parts.ts";

/** The first rows of the file, with the one that names the columns; another one can be chosen. */
export function firstRowsForm({ request, setup, typed }: StepContext, { first, form }: UploadView): Html | null {
  if (first.length === 0) return null;
  const kept = { job: setup.job, encoding: form.encoding, delimiter: form.delimiter === "\t" ? "tab" : form.delimiter, sheet: form.sheet };
  const names = first.find(({ header }) => header === "used")?.cells ?? [];
  const width = Math.max(...first.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, place) => ({
    head: names[place] || letters(place),
    cell: ({ cells }: FirstRow) => cellOf(cells[place]),
  }));
  const more = first.some((row) => row.more > 0)
    ? [{ head: "…", cell: (row: FirstRow) => row.more > 0 && t("setup.more", { n: row.more }) }]
    : [];
  return html`<form method="post" action="/setup/${setup.id}/upload" class="section" id="first-rows">
    ${csrfField(request)}<input type="hidden" name="version" value="${setup.version}" />
    ${Object.entries(kept).map(([name, value = ""]) => html`<input type="hidden" name="${name}" value="${typed(name, value)}" />`)}
    ${table<FirstRow>(
      t("setup.first_rows_file"),
      [
        { head: t("workbook.row"), rowHeader: true, cell: ({ row }) => String(row) },
        { head: t("setup.column_names"), cell: chooseRow },
        ...columns,
        ...more,
      ],
      first.filter(({ header }) => header !== "used"),
    )}
  </form>`;
}

/** Names a column as a spreadsheet does. */
function letters(place: number): string {
  return `${place < 26 ? "" : letters(Math.floor(place / 26) - 1)}${String.fromCharCode(65 + (place % 26))}`;
}

function cellOf(text: string | null | undefined): HtmlValue {
  return text === null ? html`<span class="soft">${t("setup.not_shown")}</span>` : text === undefined || text === "" ? null : data(text);
}

function chooseRow({ row, header }: FirstRow): Html {
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
