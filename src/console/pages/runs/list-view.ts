import type { FastifyRequest } from "fastify";
import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { number, runStatusLabel } from "../../../reporting/labels.ts";
import { t, tHtml, type Message } from "../../../reporting/locales/t.ts";
import { failuresIn } from "../../../reporting/run-counts.ts";
import { exactTime } from "../../../reporting/locales/formats.ts";
import { LATEST_RUNS, type RunSort } from "../../../store/runs/run-pages.ts";
import type { Sort } from "../../../store/sort.ts";
import { sortFields } from "../sorting.ts";
import type { Sorting } from "../../../reporting/html/sorting.ts";
import { wordsHtml } from "../../../reporting/sheet/html.ts";
import { runStatus } from "../../../reporting/sheets/run-status.ts";
import type { ShownRun } from "../../../reporting/shown-run.ts";
import { RUN_KINDS, RUN_STATUSES, type RunKind } from "../../../store/schema/statuses.ts";
import type { BackgroundRun } from "../../parts.ts";
import { progressCard, progressText } from "../../progress.ts";
import { jobLink, emptyState, PAGE, pages, runLink, select, table } from "../parts.ts";

interface RunsData {
  runs: ShownRun[];
  filter: { job: string | null; status: string | null; kind: string | null };
  sort: Sort<RunSort>;
  page: number;
  limit: number;
  more: boolean;
  running: BackgroundRun[];
}

/** Draws all runs, newest first. */
export function runsView(given: RunsData, request: FastifyRequest): Html {
  const { runs, filter, sort, running } = given;
  const filtered = filter.job !== null || filter.status !== null || filter.kind !== null;
  return html`${running.length > 0 && underWay(running)}
    <form method="get" action="/runs" class="row" aria-label="${t("runs.filter")}">
      <label>${t("labels.job")} <input name="job" value="${filter.job ?? ""}" autocomplete="off" /></label>
      ${select("status", t("labels.status"), [["", t("runs.all_2")], ...RUN_STATUSES.map((status) => [status, runStatusLabel(status)] as const)], filter.status)}
      ${select("kind", t("runs.kind"), [["", t("runs.all_2")], ...RUN_KINDS.map((kind) => [kind, t(KINDS[kind])] as const)], filter.kind)}
      ${sortFields(sort, LATEST_RUNS)}<button class="quiet">${t("runs.filter")}</button>
    </form>
    ${runs.length === 0 ? emptyState(filtered ? t("runs.no_run_matches") : t("overview.no_run_read"), html`<a class="btn" href="/jobs">${t("shell.jobs")}</a>`) : runsTable("", runs, { running, sorting: { ...sort, url: request.url } })}${pages(request, given)}`;
}

const KINDS: Readonly<Record<RunKind, Message>> = {
  sync: "runs.sync_run",
  decisions: "runs.approved_removals",
  revert: "overview.undo_removals",
  account: "history.change_hand",
};

/** Draws runs in progress and waiting. */
export function underWay(running: readonly BackgroundRun[]): Html {
  return html`<h2>${t("runs.progress")}</h2>
    <ul class="list">
      ${running.map((progress) => progressLine(progress))}
    </ul>`;
}

/** Draws the same on a page that follows the first run, and renews its parts when that run has ended. */
export function followed(running: readonly BackgroundRun[]): Html | null {
  const [first] = running.filter(({ run }) => run !== "");
  if (first === undefined) return running.length === 0 ? null : underWay(running);
  const others = running.filter((other) => other !== first);
  return html`<h2>${t("runs.progress")}</h2>
    ${progressCard(first.run, first, { sync: null, parts: true, title: nameOf(first) })}
    ${
      others.length > 0 &&
      html`<ul class="list">
        ${others.map((progress) => progressLine(progress))}
      </ul>`
    }`;
}

function progressLine(progress: BackgroundRun): Html {
  return html`<li>${tHtml("history.name_value", { name: nameOf(progress), value: data(progressText(progress)) })}</li>`;
}

function nameOf({ run, job }: BackgroundRun): Html {
  return run === "" ? tHtml("runs.decisions_job", { job: jobLink(job) }) : tHtml("runs.run_job", { run: runLink(run), job: jobLink(job) });
}

/** Draws runs as a table. Of those in progress, `running` says which only make a plan. */
export function runsTable(
  caption: string,
  runs: readonly ShownRun[],
  { running = [], sorting = null }: { running?: readonly BackgroundRun[]; sorting?: Sorting | null } = {},
): Html {
  const n = (name: string) => (run: ShownRun) => (run.kind === "sync" && run.counts[name] !== undefined ? number(run.counts[name]) : null);
  return table<ShownRun>(
    caption,
    [
      { head: t("labels.run"), sort: "started", rowHeader: true, cell: runCell },
      { head: t("labels.job"), sort: "job", cell: ({ job }) => jobLink(job) },
      {
        head: t("runs.kind"),
        sort: "kind",
        cell: (run) => kindOf(run, running),
      },
      { head: t("labels.status"), sort: "status", cell: runPill },
      { head: t("setup.rows_2"), sort: "rows", numeric: true, cell: (run) => run.kind === "sync" && number(run.rows) },
      { head: t("runs.rejected"), sort: "rejected", numeric: true, cell: n("rejected") },
      {
        head: t("runs.applied_changes"),
        sort: "applied",
        numeric: true,
        cell: ({ counts }) => counts["done"] !== undefined && number(counts["done"]),
      },
      { head: t("overview.failed_unconfirmed"), sort: "failed", numeric: true, cell: ({ counts }) => number(failuresIn(counts)) },
    ],
    runs,
    sorting,
  );
}

function runCell({ id, started_at: at, started_by: by }: ShownRun): Html {
  return html`<span class="id">${runLink(id)}</span><small><time datetime="${at}">${exactTime(at)}</time></small
    >${by !== null && html`<small>${tHtml("runs.name_2", { name: data(by) })}</small>`}`;
}

/** Whether a run is a plan: nobody has applied it yet. */
export function isPlan({ id, status }: Pick<ShownRun, "id" | "status">, running: readonly BackgroundRun[]): boolean {
  return running.find(({ run, ended }) => run === id && ended === null)?.plan_only ?? status === "planned";
}

/** Names the kind of a run. */
export function kindOf(run: ShownRun, running: readonly BackgroundRun[]): string {
  const { kind, partial, pilot } = run;
  if (isPlan(run, running)) return t("runs.plan");
  if (pilot !== null) return t("runs.sync_pilot");
  if (kind === "sync" && partial) return t("runs.sync_partial");
  const label = KINDS[kind as RunKind] as Message | undefined;
  return label === undefined ? kind : t(label);
}

/** Draws the status of a run. */
export function runPill(run: Pick<ShownRun, "status" | "counts">): HtmlValue {
  return wordsHtml(runStatus(run), PAGE);
}
