import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { capitalised, number, runStatusLabel } from "../../../reporting/labels.ts";
import { failuresIn } from "../../../reporting/run-counts.ts";
import type { ShownRun } from "./run-data.ts";
import { RUN_KINDS, RUN_STATUSES, type RunKind } from "../../../store/schema/statuses.ts";
import type { BackgroundRun } from "../../parts.ts";
import { jobLink, emptyState, pages, runLink, select, table, time } from "../parts.ts";

interface RunsData {
  runs: ShownRun[];
  filter: { job: string | null; status: string | null; kind: string | null };
  page: number;
  limit: number;
  more: boolean;
  running: BackgroundRun[];
}

/** All runs, the latest first. */
export function runsView(given: RunsData, request: FastifyRequest): Html {
  const { runs, filter, running } = given;
  return html`${running.length > 0 && underWay(running)}
    <form method="get" action="/runs" class="row" aria-label="Filter">
      <label>Job <input name="job" value="${filter.job ?? ""}" autocomplete="off" /></label>
      ${select("status", "State", [["", "all"], ...RUN_STATUSES.map((status) => [status, runStatusLabel(status)] as const)], filter.status)}
      ${select("kind", "Kind", [["", "all"], ...RUN_KINDS.map((kind) => [kind, kinds[kind]] as const)], filter.kind)}
      <button class="quiet">Filter</button>
    </form>
    ${runs.length === 0 ? emptyState("There is no such run.") : runsTable("Runs", runs)}${pages(request, given)}`;
}

const kinds: Readonly<Record<RunKind, string>> = { sync: "a file", decisions: "decisions carried out", revert: "taking a run back" };

/** What goes on, or waits to. */
export function underWay(running: readonly BackgroundRun[]): Html {
  return html`<h2>Under way</h2>
    <ul class="list">
      ${running.map(({ run, job, phase, done, total }) => html`<li>${run === "" ? html`Decisions of ${jobLink(job)}` : html`${runLink(run)} of ${jobLink(job)}`}: ${phase}${total !== null && html`, ${number(done)} of ${number(total)}`}</li>`)}
    </ul>`;
}

/** Runs as a table. */
export function runsTable(caption: string, runs: readonly ShownRun[]): Html {
  const n = (name: string) => (run: ShownRun) => (run.kind === "sync" && run.counts[name] !== undefined ? number(run.counts[name]) : null);
  return table<ShownRun>(
    caption,
    [
      { head: "Run", rowHeader: true, cell: ({ id }) => runLink(id) },
      { head: "Job", cell: ({ job }) => jobLink(job) },
      {
        head: "Began",
        cell: ({ started_at: at, started_by: by }) => html`${time(at)}${by !== null && html`<small>by ${data(by)}</small>`}`,
      },
      {
        head: "What",
        cell: ({ kind, partial }) =>
          `${capitalised(kinds[kind as RunKind] ?? kind)}${kind === "sync" && partial ? ", part of the people" : ""}`,
      },
      { head: "State", cell: statusOf },
      { head: "Rows", numeric: true, cell: (run) => run.kind === "sync" && number(run.rows) },
      { head: "Rejected", numeric: true, cell: n("rejected") },
      { head: "Done", numeric: true, cell: ({ counts }) => counts["done"] !== undefined && number(counts["done"]) },
      { head: "Failed or unconfirmed", numeric: true, cell: ({ counts }) => number(failuresIn(counts)) },
    ],
    runs,
  );
}

/** The state of a run in words, in the colour of its weight. */
export function statusOf({ status, counts }: Pick<ShownRun, "status" | "counts">): Html {
  const trouble = failuresIn(counts) > 0;
  const tone =
    status === "failed" || status === "interrupted"
      ? "bad"
      : status === "held" || (status === "completed" && trouble)
        ? "warn"
        : status === "completed"
          ? "good"
          : "soft";
  return html`<span class="${tone}"
    >${runStatusLabel(status)}${status === "completed" && trouble && ", not everything went through"}</span
  >`;
}
