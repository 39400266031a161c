import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { counted, listing, moment, number } from "../../../reporting/labels.ts";
import { changesIn, countOf, failuresIn } from "../../../reporting/run-counts.ts";
import type { CauseLine } from "../review/cause-book.ts";
import type { EmergencyStop } from "../../../store/schedule/emergency-stop.ts";
import type { ShownRun } from "../runs/run-data.ts";
import type { BackgroundRun, ServiceHealth } from "../../parts.ts";
import type { DrawnPage } from "../page-route.ts";
import { stopNotices } from "../emergency-stop/view.ts";
import { runPill, underWay } from "../runs/list-view.ts";
import { banner, days, jobLink, more, pill, table, time } from "../parts.ts";
import { CHANGE_PARTS, runChart } from "./run-chart.ts";

const RECENT_RUNS = 5;

interface OverviewData {
  removals: { pending: number; approved: number; causes: number; assigned_to_me: number };
  causes: CauseLine[];
  open_runs: ShownRun[];
  unsettled: number;
  /** Scheduled runs that did not happen and were not made up for by a later run. */
  missed: { job: string; due: string }[];
  nights: ShownRun[];
  emergency_stops: EmergencyStop[];
  running: BackgroundRun[];
  services: ServiceHealth[];
  jobs: OverviewJob[];
}

interface OverviewJob {
  name: string;
  nextRun: string | null;
  faults: readonly string[];
  /** Environment variables that the job file needs and that are not set. */
  unset: readonly string[];
  /** Whether it has ever run. */
  ran: boolean;
}

/** Answers what went wrong and what needs a decision. */
export function overviewPage(given: OverviewData, now: Date): DrawnPage {
  const { removals, running, nights } = given;
  const last = nights.at(-1);
  return {
    title: [
      last === undefined ? "No run has read a file yet." : sentence(last),
      removals.pending > 0 && `${counted(removals.pending, "removal needs", "removals need")} a decision.`,
    ]
      .filter((text) => text !== false)
      .join(" "),
    lead: lead(given),
    action:
      removals.pending > 0
        ? html`<a class="btn primary" href="/review">Review removals</a>`
        : last === undefined && html`<a class="btn primary" href="/jobs">Choose a job</a>`,
    content: html`${stopNotices(given.emergency_stops)} ${missedRuns(given.missed)} ${tiles(given, now)}
      ${running.length > 0 && underWay(running)}
      <div class="split wide section">${chart(nights)} ${connections(given)}</div>
      ${nights.length > 0 && recentRuns(nights)}`,
  };
}

/** Says how a run ended in one sentence. */
function sentence({ job, status, counts }: ShownRun): string {
  if (status === "held") return `The last run of ${job} is on hold.`;
  if (status === "planned") return `The last run of ${job} was planned and not applied.`;
  if (status === "failed" || status === "interrupted") return `The last run of ${job} ${status === "failed" ? "failed" : "stopped"}.`;
  if (status === "cancelled" || status === "superseded")
    return `The last run of ${job} was ${status === "cancelled" ? "cancelled" : "replaced"}.`;
  if (status !== "completed") return `A run of ${job} is in progress.`;
  const changes = countOf(counts, "done");
  const failures = failuresIn(counts);
  const applied = changes === 0 ? "found nothing to change" : `applied ${counted(changes, "change")}`;
  if (failures === 0) return `The last run ${applied}${changes === 0 ? "" : " without errors"}.`;
  return `The last run ${applied}; ${number(failures)} failed or could not be confirmed.`;
}

function lead({ nights, removals }: OverviewData): HtmlValue {
  const lastOfJob = [...new Map(nights.map((run) => [run.job, run])).values()].reverse();
  if (lastOfJob.length === 0) return "Start a job here or on the command line. The first run never removes a membership.";
  return html`${lastOfJob.slice(0, 4).map(({ job, started_at: at, rows }) => html`Job ${jobLink(job)} ran on ${time(at)} and read ${counted(rows, "row")}. `)}${removals.pending > 0 && "No one loses access until someone decides."}`;
}

function missedRuns(missed: OverviewData["missed"]): Html | null {
  const [last, ...earlier] = missed;
  if (last === undefined) return null;
  return banner(
    "bad",
    "alert",
    html`<p>
      <b>The run of ${jobLink(last.job)} that was due ${time(last.due)} did not happen</b>${
        earlier.length > 0 && html`, nor did ${counted(earlier.length, "scheduled run")} before it`
      }.
      Check that the scheduler is running.
    </p>`,
  );
}

function tiles({ removals, causes, open_runs: open, unsettled, nights }: OverviewData, now: Date): Html {
  const held = open.filter(({ status }) => status === "held");
  const last = nights.at(-1);
  const rejected = last === undefined ? 0 : countOf(last.counts, "rejected");
  const oldest = causes.map(({ since }) => since).sort()[0];
  const all: [string, number, string, string, string][] = [
    [
      "/review",
      removals.pending,
      "Pending removals",
      "now",
      `${counted(removals.causes, "cause")}${oldest === undefined ? "" : `, oldest ${days(oldest, now)}`}`,
    ],
    ["/review?for=me", removals.assigned_to_me, "Assigned to you", "now", ""],
    ["/runs?status=held", held.length, "Runs on hold", "warn", listing(held.map(({ job }) => job))],
    ["/identities", unsettled, "Identities to check", "warn", "Accounts we couldn’t confirm"],
    [`/runs/${last?.id ?? ""}#rejects`, rejected, "Rejected rows", "", "For HR to correct"],
    ["/review/approved", removals.approved, "Approved, not applied yet", "", ""],
  ];
  const shown = all.filter(([path, n]) => n > 0 || path === "/review").slice(0, 5);
  return html`<section aria-labelledby="need">
    <h2 class="sr" id="need">Needs your decision</h2>
    <ul class="tiles">
      ${shown.map(
        ([path, n, name, tone, context]) =>
          html`<li>
            <a class="tile ${n > 0 && tone}" href="${path}"
              ><b>${number(n)}</b><span>${name}</span><small>${n === 0 ? "Nothing needs a decision" : data(context)}</small></a
            >
          </li>`,
      )}
    </ul>
  </section>`;
}

function chart(runs: readonly ShownRun[]): Html {
  return html`<section class="card" aria-labelledby="changes">
    <h2 id="changes">Changes per run</h2>
    ${
      runs.length === 0
        ? html`<p class="soft">Each run adds a bar: people changed, new, left, and requests that failed.</p>`
        : html`${runChart(runs)}
          ${more(
            "Show as a table",
            table<ShownRun>(
              "Changes per run",
              [
                { head: "Run", rowHeader: true, cell: ({ id, started_at: at }) => html`<a href="/runs/${id}">${moment(at)}</a>` },
                ...CHANGE_PARTS.map(({ name, count }) => ({
                  head: name,
                  numeric: true,
                  cell: ({ counts }: ShownRun) => number(count(counts)),
                })),
              ],
              runs.toReversed(),
            ),
          )}`
    }
  </section>`;
}

function recentRuns(runs: readonly ShownRun[]): Html {
  return html`<section class="section" aria-labelledby="recent">
    <div class="row">
      <h2 id="recent" class="grow">Recent runs</h2>
      <a href="/runs">All runs</a>
    </div>
    ${table<ShownRun>(
      "",
      [
        { head: "Job", rowHeader: true, cell: ({ id, job }) => html`<a href="/runs/${id}">${data(job)}</a>` },
        { head: "Started", cell: ({ started_at: at }) => time(at) },
        { head: "Status", cell: runPill },
        {
          head: "Changes",
          numeric: true,
          cell: ({ counts, status }) => html`${number(changesIn(counts))}${status === "held" && " planned"}`,
        },
        { head: "Pending removals", numeric: true, cell: ({ counts }) => number(countOf(counts, "removals_pending")) },
        { head: "Rejected rows", numeric: true, cell: ({ counts }) => number(countOf(counts, "rejected")) },
      ],
      runs.toReversed().slice(0, RECENT_RUNS),
    )}
  </section>`;
}

function connections({ services, jobs }: OverviewData): Html {
  // Worked examples and jobs that are still being set up are no news.
  const known = jobs.filter(({ ran, nextRun, faults, unset }) => ran || nextRun !== null || (faults.length > 0 && unset.length === 0));
  return html`<section class="card" aria-labelledby="connection">
    <h2 id="connection">Connection status</h2>
    <ul class="stack">
      ${services.length === 0 && html`<li class="soft">${withoutAnswer(jobs)}</li>`}
      ${services.map(
        ({ account, ok, said, at, insecure }) =>
          html`<li>
            <p class="row">
              <b class="grow">${data(account)}</b>${ok ? pill("Connected", "good", "check") : pill("Problem", "bad", "alert")}
            </p>
            <p class="soft small">
              ${!ok && html`${data(said)} `}${insecure && html`<span class="bad">Not encrypted.</span> `}Checked ${time(at)}
            </p>
          </li>`,
      )}
      ${known.map(
        (job) =>
          html`<li>
            <p class="row"><b class="grow">${jobLink(job.name)}</b>${jobState(job)}</p>
          </li>`,
      )}
      <li><a href="/status">Connection details</a></li>
    </ul>
  </section>`;
}

/** Why there is no connection status. */
function withoutAnswer(jobs: readonly OverviewJob[]): string {
  if (jobs.length === 0) return "There is no job yet.";
  if (jobs.some(({ ran, nextRun }) => ran || nextRun !== null)) return "Checking the connection. Reload the page to see the result.";
  return "No job has run or is scheduled, so no connection was checked.";
}

function jobState({ faults, nextRun }: OverviewJob): Html {
  if (faults.length > 0) return pill(`${counted(faults.length, "error")} in the job file`, "bad", "alert");
  return nextRun === null ? pill("No schedule") : pill(html`Next run ${moment(nextRun)}`, "", "job");
}
