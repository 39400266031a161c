import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { capitalised, number, runStatusLabel } from "../../../reporting/labels.ts";
import type { PlainMessage } from "../../../reporting/locales/messages.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { failuresIn } from "../../../reporting/run-counts.ts";
import { LATEST_RUNS, type RunSort } from "../../../store/runs/run-pages.ts";
import type { Sort } from "../../../store/sort.ts";
import { sortFields, type Sorting } from "../sorting.ts";
import type { ShownRun } from "./run-data.ts";
import { RUN_KINDS, RUN_STATUSES, type RunKind } from "../../../store/schema/statuses.ts";
import type { BackgroundRun } from "../../parts.ts";
import { progressCard, progressText } from "../../progress.ts";
import { jobLink, emptyState, pages, pill, runLink, select, table, time } from "../parts.ts";

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
    <form method="get" action="/runs" class="row" aria-label="${t("Filter")}">
      <label>${t("Job")} <input name="job" value="${filter.job ?? ""}" autocomplete="off" /></label>
      ${select("status", t("Status"), [["", t("All")], ...RUN_STATUSES.map((status) => [status, runStatusLabel(status)] as const)], filter.status)}
      ${select("kind", t("Kind"), [["", t("All")], ...RUN_KINDS.map((kind) => [kind, t(KINDS[kind])] as const)], filter.kind)}
      ${sortFields(sort, LATEST_RUNS)}<button class="quiet">${t("Filter")}</button>
    </form>
    ${runs.length === 0 ? emptyState(filtered ? t("No run matches the filter.") : t("No run has read a file yet."), html`<a class="btn" href="/jobs">${t("Jobs")}</a>`) : runsTable("", runs, { ...sort, url: request.url })}${pages(request, given)}`;
}

const KINDS: Readonly<Record<RunKind, PlainMessage>> = {
  sync: "Sync|run",
  decisions: "Approved removals",
  revert: "Undo of removals",
  account: "Change by hand",
};

/** Draws runs in progress and waiting. */
export function underWay(running: readonly BackgroundRun[]): Html {
  return html`<h2>${t("In progress")}</h2>
    <ul class="list">
      ${running.map((progress) => progressLine(progress))}
    </ul>`;
}

/** Draws the same on a page that follows the first run, and renews its parts when that run has ended. */
export function followed(running: readonly BackgroundRun[]): Html | null {
  const [first] = running.filter(({ run }) => run !== "");
  if (first === undefined) return running.length === 0 ? null : underWay(running);
  const others = running.filter((other) => other !== first);
  return html`<h2>${t("In progress")}</h2>
    ${progressCard(first.run, first, { sync: null, parts: true, title: nameOf(first) })}
    ${
      others.length > 0 &&
      html`<ul class="list">
        ${others.map((progress) => progressLine(progress))}
      </ul>`
    }`;
}

function progressLine(progress: BackgroundRun): Html {
  return html`<li>${tHtml("{name}: {value}", { name: nameOf(progress), value: data(progressText(progress)) })}</li>`;
}

function nameOf({ run, job }: BackgroundRun): Html {
  return run === ""
    ? tHtml("Decisions of {job}", { job: jobLink(job) })
    : tHtml("{run} of {job}", { run: runLink(run), job: jobLink(job) });
}

/** Draws runs as a table. */
export function runsTable(caption: string, runs: readonly ShownRun[], sorting: Sorting | null = null): Html {
  const n = (name: string) => (run: ShownRun) => (run.kind === "sync" && run.counts[name] !== undefined ? number(run.counts[name]) : null);
  return table<ShownRun>(
    caption,
    [
      { head: t("Run"), sort: "started", rowHeader: true, cell: runCell },
      { head: t("Job"), sort: "job", cell: ({ job }) => jobLink(job) },
      {
        head: t("Kind"),
        sort: "kind",
        cell: kindOf,
      },
      { head: t("Status"), sort: "status", cell: runPill },
      { head: t("Rows"), sort: "rows", numeric: true, cell: (run) => run.kind === "sync" && number(run.rows) },
      { head: t("Rejected"), sort: "rejected", numeric: true, cell: n("rejected") },
      {
        head: t("Applied|changes"),
        sort: "applied",
        numeric: true,
        cell: ({ counts }) => counts["done"] !== undefined && number(counts["done"]),
      },
      { head: t("Failed or unconfirmed"), sort: "failed", numeric: true, cell: ({ counts }) => number(failuresIn(counts)) },
    ],
    runs,
    sorting,
  );
}

function runCell({ id, started_at: at, started_by: by }: ShownRun): Html {
  return html`<span class="id">${runLink(id)}</span
    ><small>${time(at)}</small>${by !== null && html`<small>${tHtml("by {name}", { name: data(by) })}</small>`}`;
}

/** Names the kind of a run. */
export function kindOf({ kind, partial, pilot }: ShownRun): string {
  if (pilot !== null) return t("Sync, pilot");
  if (kind === "sync" && partial) return t("Sync, partial");
  const label = KINDS[kind as RunKind] as PlainMessage | undefined;
  return label === undefined ? kind : t(label);
}

/** Draws the status of a run. */
export function runPill({ status, counts }: Pick<ShownRun, "status" | "counts">): Html {
  const trouble = failuresIn(counts) > 0;
  if (status === "failed" || status === "interrupted") return pill(capitalised(runStatusLabel(status)), "bad", "alert");
  if (status === "held") return pill(capitalised(runStatusLabel(status)), "warn", "pause");
  if (status === "completed") return trouble ? pill(t("Applied with errors"), "warn", "alert") : pill(t("Applied|run"), "good", "check");
  return pill(capitalised(runStatusLabel(status)), status === "running" || status === "reading" ? "info" : "");
}
