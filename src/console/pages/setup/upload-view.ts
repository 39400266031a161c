import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { UploadView } from "../../../setup/browser/types.ts";
import { facts, more } from "../parts.ts";
import { firstRowsForm, lostAnswers } from "./first-rows-view.ts";
import { fileErrorText } from "./labels.ts";
import { errorLine, field, select, stepForm, textInput, type StepContext } from "./parts.ts";
import { number } from "../../../reporting/locales/formats.ts";
import { t, type Message } from "../../../reporting/locales/t.ts";

const ENCODINGS = [
  "utf-8",
  "windows-1252",
  "iso-8859-15",
  "utf-16le",
  "windows-1250",
  "windows-1251",
  "windows-1254",
  "cp850",
  "macintosh",
];
const DELIMITERS = [",", ";", "\t", "|"];

/** How the file was read, with the settings to correct. */
export function uploadStep(context: StepContext, view: UploadView, replace: Html): Html {
  const { setup } = context;
  const { problem, recognized, form } = view;
  const errors = problem === null ? setup.errors : [...setup.errors, { field: problem.field, why: problem.code }];
  const shown: StepContext = { ...context, setup: { ...setup, errors } };
  if (!view.has_sample)
    return html`<p>${t("setup.sample_deleted_because")}</p>
      ${replace}`;
  const csv = recognized?.csv ?? null;
  const workbook = recognized === null ? !/\.(csv|txt|tsv)$/i.test(setup.file_name) : csv === null;
  const sheet =
    problem !== null && problem.choices.length > 0
      ? select(
          shown,
          "sheet",
          [["", t("setup.choose_sheet")], ...problem.choices.map((name): [string, string] => [name, name])],
          form.sheet ?? "",
        )
      : textInput(shown, "sheet", form.sheet ?? "", html`placeholder="${t("setup.detected")}"`);
  const csvField = (name: "encoding" | "delimiter", label: string, marks: readonly string[]): Html => {
    const given = form[name] === "\t" ? "tab" : (form[name] ?? "");
    return field(shown, name, label, select(shown, name, [["", t("setup.detected")], ...marks.map(named)], given));
  };
  // The choice of a sheet has the sentence at its field.
  const above = problem !== null && problem.choices.length === 0;
  return html`${above && html`<p class="problem" role="alert">${fileErrorText(problem.code)}</p>`}
    ${
      recognized !== null &&
      facts([
        [t("workbook.file"), data(setup.file_name)],
        [t("setup.rows_2"), `${view.whole ? "" : "> "}${number(view.rows)}`],
        [t("setup.columns"), String(view.columns)],
        [
          t("setup.encoding"),
          csv !== null && html`${csv.encoding}${view.guessed !== null && html` <small>${t("setup.guessed_check_accented")}</small>`}`,
        ],
        [t("setup.delimiter"), csv !== null && delimiterName(csv.delimiter)],
        [t("setup.sheet"), recognized.sheet !== null && data(recognized.sheet)],
        [t("setup.row_column_names"), String(recognized.headerRow)],
      ])
    }
    ${lostAnswers(view)} ${firstRowsForm(context, view)}
    ${stepForm(
      context,
      html`${field(shown, "job", t("setup.name_job"), textInput(shown, "job", setup.job), undefined)}
        <fieldset class="section">
          <legend>${t("setup.read_file_differently")}</legend>
          <div class="split">
            ${workbook ? field(shown, "sheet", t("setup.sheet"), sheet) : [csvField("encoding", t("setup.encoding"), ENCODINGS), csvField("delimiter", t("setup.delimiter"), DELIMITERS)]}
            ${field(
              shown,
              "header_row",
              t("setup.row_column_names"),
              textInput(
                shown,
                "header_row",
                form.headerRow === undefined ? "" : String(form.headerRow),
                html`inputmode="numeric" placeholder="${t("setup.detected")}"`,
              ),
            )}
          </div>
        </fieldset>
        ${problem !== null && problem.field === "file" && errorLine(shown, "file")}`,
    )}
    <div id="another">
      ${more(
        t("setup.upload_another_file"),
        html`<p>${t("setup.answers_fit_new")}</p>
          ${replace}`,
      )}
    </div>`;
}

/** Returns the choice of an encoding or a delimiter. */
function named(mark: string): [value: string, label: string] {
  return [mark === "\t" ? "tab" : mark, delimiterName(mark)];
}

function delimiterName(mark: string): string {
  const names: Readonly<Record<string, Message>> = { ",": "setup.comma", ";": "setup.semicolon", "\t": "setup.tab", "|": "setup.pipe" };
  const name = names[mark];
  return name === undefined ? mark : t(name);
}
