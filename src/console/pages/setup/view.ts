import { factText } from "../../../reporting/fact-text.ts";
import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { STEPS, type FieldError, type SetupLine, type SetupView, type Step } from "../../../setup/browser/types.ts";
import { csrfField } from "../../access/csrf.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { icon } from "../../../reporting/html/icon.ts";
import type { DrawnPage } from "../page-route.ts";
import { banner, more, pill, table, time } from "../parts.ts";
import { connectionStep } from "./connection-view.ts";
import { errorText, stepName } from "./labels.ts";
import { field, idOf, type StepContext } from "./parts.ts";
import { columnsStep, groupsStep, keyStep, leftStep } from "./questions-view.ts";
import { planStep, previewStep } from "./plan-view.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { uploadStep } from "./upload-view.ts";

const ACCEPT = ".csv,.txt,.tsv,.xlsx,.xlsm,.xlsb,.xls,.ods";

/** The start of a setup, and the setups in progress. */
export function startPage({ setups, error }: { setups: SetupLine[]; error: FieldError | null }, request: ActorsRequest): DrawnPage {
  return {
    title: t("setup.set_up_job"),
    crumbs: [["/jobs", t("shell.jobs")]],
    lead: t("setup.upload_export_hr"),
    status: error === null ? 200 : 400,
    content: html`<section class="card step" aria-labelledby="upload-h">
        <h2 id="upload-h">${t("setup.upload_sample")}</h2>
        ${fileForm("/setup", error, request)}
      </section>
      ${
        setups.length > 0 &&
        html`<section class="section">
          ${table<SetupLine>(
            t("setup.setups_progress"),
            [
              { head: t("labels.job"), rowHeader: true, cell: ({ id, job }) => html`<a href="/setup/${id}">${data(job)}</a>` },
              { head: t("workbook.file"), cell: ({ file_name: name }) => data(name) },
              { head: t("setup.started"), cell: ({ by }) => data(by) },
              { head: t("setup.saved"), cell: ({ changed_at: at }) => time(at) },
              { head: t("setup.deleted"), cell: ({ expires_at: at }) => time(at) },
            ],
            setups,
          )}
        </section>`
      }`,
  };
}

/** The form that uploads a file. */
function fileForm(action: string, error: FieldError | null, request: ActorsRequest): Html {
  const setup = { errors: error === null ? [] : [error] } as unknown as SetupView;
  return html`<form method="post" action="${action}" enctype="multipart/form-data" class="drop stack">
    ${csrfField(request)}
    ${field(
      { setup },
      "file",
      html`${icon("upload")} ${t("setup.export_hr_system")}`,
      html`<input id="s-file" name="file" type="file" accept="${ACCEPT}" aria-describedby="s-file-h${error !== null && " s-file-e"}" />`,
      t("setup.csv_workbook_up"),
    )}
    <p><button class="btn primary">${t("setup.upload")}</button></p>
  </form>`;
}

/** A step of a setup. */
export function setupPage(setup: SetupView, request: ActorsRequest, typed: StepContext["typed"]): DrawnPage {
  const { view, errors, skipped } = setup;
  const general = errors.filter(({ field: name }) => name === "");
  const context: StepContext = { request, setup, typed };
  const number = STEPS.indexOf(view.step) + 1;
  return {
    title: t("setup.set_up_job_job", { job: setup.job }),
    crumbs: [
      ["/jobs", t("shell.jobs")],
      ["/setup", t("setup.set_up_job")],
    ],
    lead: t("setup.nothing_reaches_learning"),
    status: errors.length > 0 ? 400 : 200,
    action: html`<a class="btn" href="/setup">${t("setup.close")}</a>`,
    content: html`${stepper(setup)}
      ${skipped !== null && banner("warn", "info", html`<p>${t("setup.step_opens_after", { step: stepName(skipped) })}</p>`)}
      ${general.map((error) => alert(html`<b class="bad">${errorText(error)}</b>`))} ${problemList(setup)}
      <section class="card step" aria-labelledby="step-h">
        <div class="row">
          <h2 id="step-h">${number}. ${stepName(view.step)}</h2>
          ${pill(t("setup.step_all", { n: number, all: STEPS.length }), "info")}
        </div>
        ${stepContent(context)}
      </section>
      ${discardForm(setup, request)}`,
  };
}

/** Lists what to correct, or what the step still needs, with a link to each field. */
function problemList({ errors, blocking }: SetupView): Html | null {
  const wrong = errors.filter(({ field: name }) => name !== "");
  const listed = wrong.length > 0 ? wrong : blocking;
  if (listed.length === 0) return null;
  const links = html`<ul>
    ${listed.map((one) => html`<li><a href="#${idOf(one.field)}">${problemText(one)}</a></li>`)}
  </ul>`;
  if (wrong.length > 0) return alert(html`<b class="bad">${t("setup.entries_need_correction", { n: wrong.length })}</b> ${links}`);
  return banner(
    "warn",
    "alert",
    html`<p>
        <b>${t("setup.answers_still_needed", { n: listed.length })}</b>
      </p>
      ${links}`,
  );
}

function problemText(problem: FieldError): HtmlValue {
  return problem.ask === undefined ? errorText(problem) : factText(problem.ask);
}

/** Asks before the answers are deleted. */
function discardForm({ id, job }: SetupView, request: ActorsRequest): Html {
  return more(
    t("setup.discard_setup"),
    html`<form method="post" action="/setup/${id}/discard">
      ${csrfField(request)}
      <p>${tHtml("setup.sample_all_answers", { job: data(job) })}</p>
      <p class="row">
        <button class="btn danger">${t("setup.discard_setup_sample")}</button>
      </p>
    </form>`,
  );
}

function alert(content: HtmlValue): Html {
  return html`<div class="banner bad" role="alert">
    ${icon("alert")}
    <div>${content}</div>
  </div>`;
}

function stepper({ id, steps, view }: SetupView): Html {
  return html`<nav aria-label="${t("setup.steps")}">
    <ol class="steps">
      ${steps.map(({ step, state }, i) => {
        const here = step === view.step;
        const mark = state === "done" && !here ? icon("check") : String(i + 1);
        const text = html`<b>${mark}</b
          ><span>${stepName(step)}${state === "done" && html`<span class="sr"> ${t("setup.done")}</span>`}</span>`;
        return html`<li class="${here ? "here" : state}">
          ${state === "later" ? html`<span class="later">${text}</span>` : html`<a href="/setup/${id}/${step}" ${here && html` aria-current="step"`}>${text}</a>`}
        </li>`;
      })}
    </ol>
  </nav>`;
}

function stepContent(context: StepContext): Html {
  const { view } = context.setup;
  switch (view.step) {
    case "upload":
      return uploadStep(context, view, fileForm(`/setup/${context.setup.id}/sample`, null, context.request));
    case "columns":
      return columnsStep(context, view);
    case "left":
      return leftStep(context, view.questions);
    case "key":
      return keyStep(context, view.questions);
    case "groups":
      return groupsStep(context, view);
    case "connection":
      return connectionStep(context, view);
    case "preview":
      return previewStep(context, view);
    case "plan":
      return planStep(context, view);
  }
}

/** Whether a text names a step. */
export function asStep(text: string): Step | null {
  return STEPS.find((step) => step === text) ?? null;
}
