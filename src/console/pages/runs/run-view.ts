import { factText } from "../../../reporting/fact-text.ts";
import { html, type Html } from "../../../reporting/html/html.ts";
import { fileName, removalStateText } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { about } from "../../../reporting/run-report/about.ts";
import { figures } from "../../../reporting/run-report/figures.ts";
import {
  isUnderWay,
  nothingChanged,
  pilotNotice,
  problemNotice,
  progress as progressBlock,
  runSentence,
} from "../../../reporting/run-report/outcome.ts";
import { notes, rejectTable } from "../../../reporting/run-report/rows.ts";
import { sheetHtml } from "../../../reporting/sheet/html.ts";
import { data, group, link, sheet, type Block, type Sheet, type Words } from "../../../reporting/sheet/sheet.ts";
import { say } from "../../../reporting/sheet/say.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { FormContext, RunData, StoredRun } from "./run-data.ts";
import type { DrawnPage } from "../page-route.ts";
import { progressCard } from "../../progress.ts";
import { banner, jobLink, PAGE, prose, time } from "../parts.ts";
import { changesByPerson } from "./changes-view.ts";
import { icon } from "../../../reporting/html/icon.ts";
import type { RefusedForm } from "../form.ts";
import { runActions, undoAction } from "./actions-view.ts";
import { areasView } from "./areas-view.ts";
import { heldView } from "./hold-view.ts";
import { runPill } from "./list-view.ts";

/** Draws one run: its status, what someone has to decide about it, and everything it found. */
export function runPage(given: RunData, request: ActorsRequest, refused: RefusedForm | null = null): DrawnPage {
  const { id, progress } = given;
  const inProgress = progress !== null && progress.ended === null;
  // Without a script the page reloads itself until the run has ended.
  const head = inProgress && html`<noscript><meta http-equiv="refresh" content="4" /></noscript>`;
  const page = { head, crumbs: [["/runs", t("shell.runs")]] as const };
  if (given.run === null)
    return { ...page, title: inProgress ? progressTitle(progress) : t("runs.run_id", { id }), content: notStarted(given) };
  // A released run keeps its status until a worker takes it: no page may still say that nothing was sent.
  const shown: StoredRun = inProgress ? { ...given, run: { ...given.run, status: "running" } } : given;
  const { run } = shown;
  return {
    ...page,
    title: runSentence(run, run.kind === "revert" ? shown.restored.length : shown.removed, progress?.plan_only),
    lead: tHtml("runs.job_job_run", {
      job: jobLink(run.job),
      run: html`<span class="mono">${id}</span>`,
      at: time(run.started_at),
    }),
    action: html`<div class="row">
      ${!isUnderWay(run) && runPill(run)}
      ${given.report && html`<a class="btn" href="/runs/${id}/report">${icon("download")}${t("runs.report")}</a>`}
    </div>`,
    content: stored(shown, { request, id, refused }),
  };
}

const progressTitle = (progress: RunData["progress"]): string =>
  t(progress?.plan_only === true ? "runs.plan_in_progress" : "runs.run_progress");

function notStarted({ id, job, progress }: Extract<RunData, { run: null }>): Html {
  if (progress.ended === null)
    return html`<p>${tHtml(progress.plan_only ? "runs.plan_job" : "runs.run_job_2", { job: jobLink(job) })}</p>
      ${progressCard(id, progress, { sync: null })}`;
  return banner(
    "bad",
    "alert",
    html`<p><b>${tHtml("runs.run_job_could", { job: jobLink(job) })}</b></p>
      <p>${progress.said !== null && prose(factText(progress.said))}</p>`,
  );
}

function stored(given: StoredRun, context: FormContext): Html {
  const { id, run, progress, said_fact: said } = given;
  const { refused, request } = context;
  const draw = (...blocks: Parameters<typeof sheet>): Html => sheetHtml(sheet(...blocks), PAGE);
  const reports: Words = given.report && [link(`/runs/${id}/report`, t("runs.open")), ", ", link(`/runs/${id}/report?format=json`, "JSON")];
  return html`${refused !== null && banner("bad", "alert", html`<p>${refused.message}</p>`)}
  ${progress !== null && progressCard(id, progress, { sync: run.kind === "sync" })}
  ${said !== null && run.problem === null && banner("bad", "alert", html`<p>${prose(factText(said))}</p>`)}
  ${draw(problemNotice(run.problem), progress === null && progressBlock(run, given.operation_counts), pilotNotice(run))}
  ${heldView(run, context)} ${areasView(given, context)} ${runActions(given, context)}
  ${draw(nothingChanged(run), figures(run, given.operation_counts.length > 0, given.still_pending))}
  ${sheetHtml(restored(given), { ...PAGE, sorting: { ...given.restored_sort, url: request.url, prefix: "restored_" } })}
  ${changesByPerson(given, request)}
  ${draw(
    rejects(given),
    notes(given.notes.map((note) => ({ ...note, examples: note.examples.map(exampleText) }))),
    about({ run, files: given.files, decidedBy: given.decided_by }, [[t("runs.report"), reports]]),
  )}
  ${undoAction(given, context)}`;
}

function exampleText({ row, file }: { row: number; file?: string }): number | string {
  return file === undefined ? row : t("shell.row_row_file", { row: String(row), file: fileName(file) });
}

/** Lists the first rejected rows of a run. */
function rejects({ id, rejects: first, rejected: problems, rejected_rows: n }: StoredRun): Sheet {
  if (problems === 0) return [];
  return sheet(
    { block: "heading", level: 2, words: t("overview.rejected_rows"), id: "rejects" },
    { block: "text", words: t("runs.people_keep_everything", { n }) },
    rejectTable(first, n),
    problems > first.length && { block: "text", words: link(`/runs/${id}/rejects`, t("runs.all_rejected_rows", { n })) },
  );
}

/** The removals that a revert undid, each linked both ways. */
function restored({ restored: removals, reverts }: StoredRun): Sheet {
  const table: Block = {
    block: "table",
    caption: t("runs.restored_memberships", { n: removals.length }),
    columns: [
      { head: t("labels.person"), sort: "person", kind: "row" },
      { head: t("labels.group"), sort: "group" },
      { head: t("labels.status"), kind: "wide" },
    ],
    rows: removals.map((removal) => [
      link(`/review/removals/${removal.id}`, data(removal.person.name)),
      group(removal.group.path),
      removalStateText(removal),
    ]),
  };
  return sheet(
    reverts !== null && {
      block: "text",
      words: say("runs.run_undoes_removals", { run: link(`/runs/${encodeURIComponent(reverts)}`, reverts) }),
    },
    removals.length > 0 && table,
  );
}
