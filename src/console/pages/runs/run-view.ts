import { factText } from "../../../reporting/fact-text.ts";
import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { possibleActorsText } from "../../../reporting/removals/evidence.ts";

import type { PossibleActors } from "../../../review/possible-actors.ts";
import { capitalised, fileName, listing, number, removalStateText, runStatusLabel } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { countLabel, changesIn, countOf, failuresIn, type CountName } from "../../../reporting/run-counts.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { RunData, ShownRun, StoredRun } from "./run-data.ts";
import type { DrawnPage } from "../page-route.ts";
import { progressCard } from "../../progress.ts";
import { banner, facts, groupPath, jobLink, lines, prose, runLink, table, time } from "../parts.ts";
import { changesByPerson } from "./changes-view.ts";
import { icon } from "../../icon.ts";
import type { FormContext, RefusedForm } from "./action-forms.ts";
import { runActions, undoAction } from "./actions-view.ts";
import { notes, rejects } from "./rows-view.ts";
import { areasView } from "./areas-view.ts";
import { heldView } from "./hold-view.ts";
import { pilotBanner } from "./pilot-view.ts";
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
    title: runSentence(shown),
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

const PLANNED = ["creates", "updates", "deactivations", "reactivations", "groups_created"] as const;

const isUnderWay = ({ status }: Pick<ShownRun, "status">): boolean => status === "running" || status === "reading";

const progressTitle = (progress: RunData["progress"]): string =>
  t(progress?.plan_only === true ? "runs.plan_in_progress" : "runs.run_progress");

/** Says in one sentence what a run did or waits for. */
function runSentence(given: StoredRun): string {
  const { status, kind, counts, rows } = given.run;
  const changes = countOf(counts, "done");
  const failures = failuresIn(counts);
  if (kind === "revert") return t("runs.run_restores_memberships", { n: given.restored.length });
  if (kind === "decisions")
    return status === "completed" ? t("runs.approved_removals_applied", { n: given.removed }) : t("runs.run_applies_approved");
  if (status === "held" || status === "planned") {
    const planned = PLANNED.filter((name) => countOf(counts, name) > 0);
    if (planned.length === 0) return t("runs.planned_no_changes");
    const parts = planned.map((name) => `${number(countOf(counts, name))} ${countLabel(name, countOf(counts, name))}`);
    return t("runs.planned_changes", { changes: parts.join(", ") });
  }
  if (isUnderWay(given.run)) return progressTitle(given.progress);
  if (status !== "completed") return capitalised(runStatusLabel(status));
  const applied = changes === 0 ? t("runs.no_changes_rows", { n: rows }) : t("runs.changes_applied", { n: changes });
  return failures === 0 ? applied : t("runs.applied_failed_unconfirmed", { applied, n: failures });
}

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
  return html`${refused !== null && banner("bad", "alert", html`<p>${refused.message}</p>`)}
  ${progress !== null && progressCard(id, progress, { sync: run.kind === "sync" })}
  ${said !== null && run.problem === null && banner("bad", "alert", html`<p>${prose(factText(said))}</p>`)}
  ${
    run.problem !== null &&
    banner(
      "bad",
      "alert",
      html`<p><b>${prose(factText(run.problem.fact))}</b></p>
        ${run.problem.next_fact !== undefined && html`<p>${prose(factText(run.problem.next_fact))}</p>`}`,
    )
  }
  ${pilotBanner(run)} ${heldView(run, context)} ${areasView(given, context)} ${runActions(given, context)} ${noChanges(run)}
  ${figures(given)} ${restored(given, request)} ${changesByPerson(given, request)} ${rejects(given)} ${notes(given)} ${about(given)}
  ${undoAction(given, context)}`;
}

function about({ id, run, files, report, decided_by: decidedBy }: StoredRun): Html {
  return html`<section class="section card">
    <h2>${t("runs.about_run")}</h2>
    ${facts([
      [t("labels.run"), html`<code>${id}</code>`],
      [t("labels.started"), time(run.started_at)],
      [t("setup.started"), startedBy(run, decidedBy)],
      [t("runs.ended"), run.ended_at !== null && time(run.ended_at)],
      [t("runs.released"), run.released_by !== null && person(run.released_by, run.released_people)],
      [t("runs.files"), lines(files.map(fileLine))],
      [t("runs.full_export"), run.kind === "sync" && (run.partial && run.pilot === null ? t("runs.no_only_part") : t("operation.yes"))],
      [t("runs.undone"), run.reverted_by !== null && runLink(run.reverted_by)],
      [
        t("runs.report"),
        report && html`<a href="/runs/${id}/report">${t("runs.open")}</a>, <a href="/runs/${id}/report?format=json">JSON</a>`,
      ],
    ])}
  </section>`;
}

function startedBy({ kind, started_by: by, started_people: behind }: ShownRun, decidedBy: readonly string[]): HtmlValue {
  if (by !== null) return person(by, behind);
  if (kind !== "decisions") return t("runs.schedule_not_recorded");
  return decidedBy.length === 0 ? t("runs.decisions_pending_removals") : tHtml("runs.decisions_names", { names: data(listing(decidedBy)) });
}

function fileLine({ name, role, rows, sha256, server }: StoredRun["files"][number]): Html {
  const named = html`${data(fileName(name))}${role !== "people" && html` (${data(role)})`}`;
  return html`${tHtml("runs.file_rows", { file: named, n: rows })}${
      server !== null && html`, ${tHtml("runs.server", { server: data(server) })}`
    } <code>${sha256.slice(0, 12)}</code>`;
}

/** Who started or released a run, with the people who may be behind that name. */
function person(by: string, behind: PossibleActors | null): Html {
  const words = behind === null ? null : possibleActorsText({ by, people: behind.names, any_admin: behind.any_admin });
  return html`${data(by)}${words !== null && html` <span class="soft">(${data(words)})</span>`}`;
}

const FIGURES: readonly CountName[] = [
  "creates",
  "updates",
  "deactivations",
  "reactivations",
  "unchanged",
  "rejected",
  "held",
  "out_of_scope",
  "not_due",
  "not_in_pilot",
  "absent",
  "groups_created",
  "groups_proposed",
  "removals_pending",
];

function figures({ run, operation_counts: operations, still_pending: left }: StoredRun): Html | null {
  if (run.kind !== "sync") return null;
  // Until there is a plan, every usable row counts as blocked: each of these would be an operation.
  const planned = run.status === "completed" || operations.length > 0;
  const counts = planned ? run.counts : { ...run.counts, held: 0 };
  const found = countOf(run.counts, "removals_pending");
  return html`<section class="section" aria-labelledby="plan">
    <h2 id="plan">${t("runs.plan")}</h2>
    <ul class="tiles">
      ${FIGURES.filter((name) => countOf(counts, name) > 0).map((name) => html`<li class="tile"><b>${number(countOf(counts, name))}</b><span>${name === "removals_pending" ? t("report.removals_found") : capitalised(countLabel(name, run.counts[name]))}</span></li>`)}
    </ul>
    ${found > 0 && html`<p class="section">${pendingText(run, found, left)}</p>`}
  </section>`;
}

/** Says how many of the removals that a run found still need a decision. */
function pendingText({ job }: ShownRun, found: number, left: number): Html {
  const link = (inside: Html): Html => html`<a href="/review?job=${encodeURIComponent(job)}">${inside}</a>`;
  if (left >= found) return tHtml("runs.removals_run_need", { n: found, link });
  return tHtml("runs.removals_pending_after", { n: found, left, link });
}

function noChanges({ kind, status, counts, rows, pilot, ended_at: at }: ShownRun): Html | null {
  const changed = changesIn(counts) + countOf(counts, "groups_created") + failuresIn(counts);
  if (kind !== "sync" || pilot !== null || status !== "completed" || changed > 0) return null;
  return html`<section class="card empty section">
    ${icon("done")}
    <h2>${t("runs.no_changes")}</h2>
    <p class="lead">
      ${t("runs.all_people_rows", { n: rows })}
      ${at === null ? t("runs.rollcall_read_export_sent_nothing") : tHtml("runs.rollcall_read_export_sent_nothing_2", { at: time(at) })}
    </p>
  </section>`;
}

/** The removals that a revert undid, each linked both ways. */
function restored({ restored: removals, restored_sort: sort, reverts }: StoredRun, { url }: FormContext["request"]): Html | null {
  if (reverts === null && removals.length === 0) return null;
  return html`<section class="section">
    ${reverts !== null && html`<p>${tHtml("runs.run_undoes_removals", { run: runLink(reverts) })}</p>`}
    ${
      removals.length > 0 &&
      table<StoredRun["restored"][number]>(
        t("runs.restored_memberships", { n: removals.length }),
        [
          {
            head: t("labels.person"),
            sort: "person",
            rowHeader: true,
            cell: ({ id, person: { name } }) => html`<a href="/review/removals/${id}">${data(name)}</a>`,
          },
          { head: t("labels.group"), sort: "group", cell: ({ group }) => groupPath(group.path) },
          { head: t("labels.status"), wide: true, cell: removalStateText },
        ],
        removals,
        { ...sort, url, prefix: "restored_" },
      )
    }
  </section>`;
}
