import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { UploadView } from "../../../setup/types.ts";
import { facts, more } from "../parts.ts";
import { firstRowsForm, lostAnswers } from "./first-rows-view.ts";
import { fileErrorText } from "./labels.ts";
import { control, errorLine, field, options, stepForm, textInput, type StepContext } from "./parts.ts";
import { number } from "../../../reporting/locales/formats.ts";
import type { PlainMessage } from "../../../reporting/locales/messages.ts";
import { t } from "../../../reporting/locales/t.ts";

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

/** How the file was read, with the settings to correct. */
export function uploadStep(context: StepContext, view: UploadView, replace: Html): Html {
  const { setup } = context;
  const { problem, recognized, form } = view;
  const errors = problem === null ? setup.errors : [...setup.errors, { field: problem.field, why: problem.code }];
  const shown: StepContext = { ...context, setup: { ...setup, errors } };
  if (!view.has_sample)
    return html`<p>${t("The sample was deleted, because a person was erased. Upload it again; your answers are kept.")}</p>
      ${replace}`;
  const csv = recognized?.csv ?? null;
  const workbook = recognized === null ? !/\.(csv|txt|tsv)$/i.test(setup.file_name) : csv === null;
  // The choice of a sheet has the sentence at its field.
  const above = problem !== null && problem.choices.length === 0;
  return html`${above && html`<p class="problem" role="alert">${fileErrorText(problem.code)}</p>`}
    ${
      recognized !== null &&
      facts([
        [t("File"), data(setup.file_name)],
        [t("Rows"), `${view.whole ? "" : "> "}${number(view.rows)}`],
        [t("Columns"), String(view.columns)],
        [
          t("Encoding"),
          csv !== null &&
            html`${csv.encoding}${view.guessed !== null && html` <small>${t("guessed: check accented letters in the next step")}</small>`}`,
        ],
        [t("Delimiter"), csv !== null && delimiterName(csv.delimiter)],
        [t("Sheet"), recognized.sheet !== null && data(recognized.sheet)],
        [t("Row with the column names"), String(recognized.headerRow)],
      ])
    }
    ${lostAnswers(view)} ${firstRowsForm(context, view)}
    ${stepForm(
      context,
      html`${field(shown, "job", t("Name of the job"), textInput(shown, "job", setup.job), undefined)}
        <fieldset class="section">
          <legend>${t("Read the file differently")}</legend>
          <div class="split">
            ${
              workbook
                ? field(
                    shown,
                    "sheet",
                    t("Sheet"),
                    problem !== null && problem.choices.length > 0
                      ? html`<select ${control(shown, "sheet")}>
                          ${options([["", t("Choose a sheet")], ...problem.choices.map((name) => [name, name] as const)], context.typed("sheet", form.sheet ?? ""))}
                        </select>`
                      : textInput(shown, "sheet", form.sheet ?? "", html`placeholder="${t("Detected")}"`),
                  )
                : html`${field(
                    shown,
                    "encoding",
                    t("Encoding"),
                    html`<select ${control(shown, "encoding")}>
                      ${options([["", t("Detected")], ...ENCODINGS.map((name) => [name, name] as const)], context.typed("encoding", form.encoding ?? ""))}
                    </select>`,
                  )}
                  ${field(
                    shown,
                    "delimiter",
                    t("Delimiter"),
                    html`<select ${control(shown, "delimiter")}>
                      ${options(
                        [
                          ["", t("Detected")],
                          [",", delimiterName(",")],
                          [";", delimiterName(";")],
                          ["tab", delimiterName("\t")],
                          ["|", delimiterName("|")],
                        ],
                        context.typed("delimiter", form.delimiter === "\t" ? "tab" : (form.delimiter ?? "")),
                      )}
                    </select>`,
                  )}`
            }
            ${field(
              shown,
              "header_row",
              t("Row with the column names"),
              textInput(
                shown,
                "header_row",
                form.headerRow === undefined ? "" : String(form.headerRow),
                html`inputmode="numeric" placeholder="${t("Detected")}"`,
              ),
            )}
          </div>
        </fieldset>
        ${problem !== null && problem.field === "file" && errorLine(shown, "file")}`,
    )}
    <div id="another">
      ${more(
        t("Upload another file"),
        html`<p>${t("Answers that fit the new file are kept.")}</p>
          ${replace}`,
      )}
    </div>`;
}

function delimiterName(mark: string): string {
  const names: Readonly<Record<string, PlainMessage>> = { ",": "Comma ,", ";": "Semicolon ;", "\t": "Tab", "|": "Pipe |" };
  const name = names[mark];
  return name === undefined ? mark : t(name);
}
