import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { capitalised, number, runStatusLabel } from "../../../reporting/labels.ts";
import { failuresIn } from "../../../reporting/run-counts.ts";
import type { ShownRun } from "./run-data.ts";
import { RUN_KINDS, RUN_STATUSES, type RunKind } from "../../../store/schema/statuses.ts";
import type { BackgroundRun } from "../../parts.ts";
import { jobLink, emptyState, pages, pill, runLink, select, table, time } from "../parts.ts";

interface RunsData {
  runs: ShownRun[];
  filter: { job: string | null; status: string | null; kind: string | null };
  page: number;
  limit: number;
  more: boolean;
  running: BackgroundRun[];
}

/** Draws all runs, newest first. */
export function runsView(given: RunsData, request: FastifyRequest): Html {
  const { runs, filter, running } = given;
  return html`${running.length > 0 && underWay(running)}
    <form method="get" action="/runs" class="row" aria-label="Filter">
      <label>Job <input name="job" value="${filter.job ?? ""}" autocomplete="off" /></label>
      ${select("status", "Status", [["", "all"], ...RUN_STATUSES.map((status) => [status, runStatusLabel(status)] as const)], filter.status)}
      ${select("kind", "Kind", [["", "all"], ...RUN_KINDS.map((kind) => [kind, kinds[kind]] as const)], filter.kind)}
      <button class="quiet">Filter</button>
    </form>
    ${runs.length === 0 ? emptyState("No run matches the filter.") : runsTable("Runs", runs)}${pages(request, given)}`;
}

const kinds: Readonly<Record<RunKind, string>> = { sync: "sync", decisions: "approved removals", revert: "undo of a run" };

/** Draws runs in progress and waiting. */
export function underWay(running: readonly BackgroundRun[]): Html {
  return html`<h2>In progress</h2>
    <ul class="list">
      ${running.map(({ run, job, phase, done, total }) => html`<li>${run === "" ? html`Decisions of ${jobLink(job)}` : html`${runLink(run)} of ${jobLink(job)}`}: ${phase}${total !== null && html`, ${number(done)} of ${number(total)}`}</li>`)}
    </ul>`;
}

/** Draws runs as a table. */
export function runsTable(caption: string, runs: readonly ShownRun[]): Html {
  const n = (name: string) => (run: ShownRun) => (run.kind === "sync" && run.counts[name] !== undefined ? number(run.counts[name]) : null);
  return table<ShownRun>(
    caption,
    [
      { head: "Run", rowHeader: true, cell: ({ id }) => runLink(id) },
      { head: "Job", cell: ({ job }) => jobLink(job) },
      {
        head: "Started",
        cell: ({ started_at: at, started_by: by }) => html`${time(at)}${by !== null && html`<small>by ${data(by)}</small>`}`,
      },
      {
        head: "Kind",
        cell: ({ kind, partial }) => `${capitalised(kinds[kind as RunKind] ?? kind)}${kind === "sync" && partial ? ", partial" : ""}`,
      },
      { head: "Status", cell: runPill },
      { head: "Rows", numeric: true, cell: (run) => run.kind === "sync" && number(run.rows) },
      { head: "Rejected", numeric: true, cell: n("rejected") },
      { head: "Applied", numeric: true, cell: ({ counts }) => counts["done"] !== undefined && number(counts["done"]) },
      { head: "Failed or unconfirmed", numeric: true, cell: ({ counts }) => number(failuresIn(counts)) },
    ],
    runs,
  );
}

/** Draws the status of a run. */
export function runPill({ status, counts }: Pick<ShownRun, "status" | "counts">): Html {
  const trouble = failuresIn(counts) > 0;
  if (status === "failed" || status === "interrupted") return pill(capitalised(runStatusLabel(status)), "bad", "alert");
  if (status === "held") return pill("On hold", "warn", "pause");
  if (status === "completed") return trouble ? pill("Applied with errors", "warn", "alert") : pill("Applied", "good", "check");
  return pill(capitalised(runStatusLabel(status)), status === "running" || status === "reading" ? "info" : "");
}
