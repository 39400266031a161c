import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { BESIDE, TEMPLATE } from "../../../setup/browser/questions.ts";
import type { ColumnsView, GroupsView, QuestionView } from "../../../setup/browser/types.ts";
import { banner, pill } from "../parts.ts";
import { missingGroups } from "./missing-view.ts";
import { confidencePill, errorLine, idOf, quote, select, stepForm, textInput, type StepContext } from "./parts.ts";

/** A choice among more columns is typed, with suggestions. */
const MAX_LISTED = 100;
/** Answers that are all shown at once. */
const MAX_RADIOS = 3;

/** Which column each field has. */
export function columnsStep(context: StepContext, { questions, recognized, all, unused }: ColumnsView): Html {
  return html`<p class="soft">${t("setup.rollcall_recognised_all", { n: recognized, all })}</p>
    ${stepForm(context, asked(context, questions))}
    ${unused.length > 0 && html`<p class="soft section">${t("setup.not_used")}: ${unused.map((name, i) => html`${i > 0 && ", "}${data(name)}`)}</p>`}`;
}

/** Who has left: by the values of a column, by a leaving date, or by both. */
export function leftStep(context: StepContext, questions: readonly QuestionView[]): Html {
  return html`<p class="soft">${t("setup.leavers_can_no")} ${t("setup.choose_another_column")}</p>
    ${stepForm(context, asked(context, questions))}`;
}

/** The key and the username. */
export function keyStep(context: StepContext, questions: readonly QuestionView[]): Html {
  return stepForm(context, asked(context, questions));
}

/** Who gets which groups, with the number of people. */
export function groupsStep(context: StepContext, view: GroupsView & { questions: readonly QuestionView[] }): Html {
  const people = view.missing.reduce((sum, { people: n }) => sum + n, 0);
  const link = (inside: HtmlValue): Html => html`<a href="#missing">${inside}</a>`;
  return html`<p class="soft">${t("setup.rule_gives_groups")}</p>
    ${
      view.missing.length > 0 &&
      banner(
        "warn",
        "alert",
        html`<p>${tHtml("setup.groups_missing_learning_service_people", { n: view.missing.length, people, link })}</p>`,
      )
    }
    ${stepForm(
      context,
      asked(context, view.questions),
      html`<button class="btn primary">${t("setup.save_continue")}</button>
        <button class="btn" name="count" value="yes">${t("setup.save_count_again")}</button>`,
    )}
    ${missingGroups(context, view)}`;
}

/** Questions of the same kind are beside each other. */
function asked(context: StepContext, questions: readonly QuestionView[]): Html {
  const blocks: QuestionView[][] = [];
  for (const question of questions) {
    const last = blocks.at(-1);
    if (last !== undefined && last[0]?.kind === question.kind) last.push(question);
    else blocks.push([question]);
  }
  const columns = questions.find(({ kind, options: all }) => kind === "column" && all.length > MAX_LISTED);
  return html`${blocks.map((block) => html`<div class="${block.length > 1 ? "split section" : "section"}">${block.map((one) => drawn(context, one))}</div>`)}
  ${columns !== undefined && html`<datalist id="columns">${columns.options.map(({ value }) => html`<option value="${value}"></option>`)}</datalist>`}`;
}

function drawn(context: StepContext, question: QuestionView): Html {
  const { name, kind, ask, answer, proposed, options: all } = question;
  if (kind === "choice" && all.length <= MAX_RADIOS) return radios(context, question);
  const value = answer ?? proposed ?? "";
  return html`<div class="field">
    <label for="${idOf(name)}">${factText(ask)}</label>
    ${
      kind === "text"
        ? textInput(context, name, value === "-" ? "" : value)
        : all.length > MAX_LISTED
          ? textInput(context, name, value === "-" || value === TEMPLATE ? "" : value, html` list="columns"`)
          : choices(context, question)
    }
    ${about(context, question)}
  </div>`;
}

/** A select, with a text for combined columns beside it. */
function choices(context: StepContext, { name, options: all, answer, proposed, template }: QuestionView): Html {
  const isTemplate = template !== null && answer !== null && !all.some(({ value }) => value === answer);
  const listed = all.map(({ value, label, hint }): [string, string] => [
    value,
    hint === undefined ? factText(label) : `${factText(label)} – ${factText(hint)}`,
  ]);
  const open: [string, string][] = answer === null && proposed === null ? [["", t("setup.dont_know")]] : [];
  const combined: [string, string][] = template === null ? [] : [[TEMPLATE, t("setup.combine_columns")]];
  const text = `${name}${BESIDE}`;
  return html`${select(context, name, [...open, ...listed, ...combined], isTemplate ? TEMPLATE : (answer ?? proposed ?? ""))}
  ${
    template !== null &&
    html`<div class="beside">
      <label class="sr" for="${idOf(text)}">${t("setup.combined_columns")}</label
      >${textInput(context, text, isTemplate ? (answer ?? "") : "", html` placeholder="${template}"`)}
      <p class="hint">${t("setup.column_names_braces", { example: template })}</p>
    </div>`
  }`;
}

function radios(context: StepContext, question: QuestionView): Html {
  const { name, ask, answer, proposed, options: all } = question;
  const chosen = context.typed(name, answer ?? proposed ?? "");
  return html`<fieldset class="field" id="${idOf(name)}">
    <legend>${factText(ask)}</legend>
    ${all.map(
      ({ value, label, hint }) =>
        html`<label class="pick"
          ><input type="radio" name="${name}" value="${value}" ${value === chosen && html` checked`} />
          <span>${factText(label)}${hint !== undefined && html` <small>${factText(hint)}</small>`}</span></label
        >`,
    )}
    ${about(context, question)}
  </fieldset>`;
}

/** Draws the evidence of the sample for a question, and how sure its answer is. */
function about(context: StepContext, question: QuestionView): Html {
  const { name, kind, evidence, confidence, likely, answer, proposed, examples, hidden } = question;
  const shown = examples.map((text, i) => html`${i > 0 && ", "}${data(text.length > 40 ? `${text.slice(0, 40)}…` : text)}`);
  const sure = answer === null || answer === "-" || kind === "text" ? null : confidencePill(confidence);
  return html`${errorLine(context, name)}
  ${answer === null && proposed === null && likely !== null && html`<p class="hint">${pill(t("setup.likely"), "info")} ${quote(likely)}</p>`}
  ${(sure !== null || hidden || shown.length > 0) && html`<p class="hint">${sure} ${hidden ? t("setup.not_shown") : shown}</p>`}
  ${evidence.map((one) => html`<p class="hint">${factText(one)}</p>`)}`;
}
