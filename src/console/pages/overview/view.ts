import { data, html, type Html } from "../../../reporting/html/html.ts";
import { causeLabel, counted, moment, number, runStatusLabel } from "../../../reporting/labels.ts";
import { changesIn, countOf, failuresIn } from "../../../reporting/run-counts.ts";
import type { CauseLine } from "../review/cause-book.ts";
import type { EmergencyStop } from "../../../store/schedule/emergency-stop.ts";
import type { ShownRun } from "../runs/run-data.ts";
import type { BackgroundRun, ServiceHealth } from "../../parts.ts";
import { runChart } from "./run-chart.ts";
import { days, jobLink, emptyState, prose, runLink, table, tag, time } from "../parts.ts";
import { stopNotices } from "../emergency-stop/view.ts";
import { statusOf, underWay } from "../runs/list-view.ts";

interface OverviewData {
  removals: { pending: number; approved: number; causes: number; assigned_to_me: number };
  causes: CauseLine[];
  open_runs: ShownRun[];
  unsettled: number;
  /** Scheduled runs that did not happen, and no later run has made up for. */
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
  /** What the job file waits for, where nothing else is wrong with it. */
  unset: readonly string[];
  /** Whether it has ever run. */
  ran: boolean;
}

/** What somebody with ten minutes has to know. */
export function overviewView(given: OverviewData, now: Date): Html {
  const { removals, causes, open_runs: open, running } = given;
  return html`${stopNotices(given.emergency_stops)} ${notHappened(given.missed)} ${waits(given)} ${running.length > 0 && underWay(running)}
  ${
    causes.length > 0 &&
    html`<h2>Removals that wait, by cause</h2>
      <ul class="list">
        ${causes.map(
          (cause) =>
            html`<li>
              <h3><a href="/review/causes/${cause.id}">${data(cause.sentence)}</a></h3>
              <p>${tag(causeLabel(cause.kind))} <span class="soft">pending ${days(cause.since, now)}</span></p>
            </li>`,
        )}
      </ul>
      ${removals.causes > causes.length && html`<p><a href="/review">All ${counted(removals.causes, "cause")}</a></p>`}`
  }
  ${open.length > 0 && openRuns(open)} ${lastRuns(given.nights)} ${services(given)}`;
}

function notHappened(missed: OverviewData["missed"]): Html {
  const [last, ...earlier] = missed;
  if (last === undefined) return html``;
  return html`<p class="bad" role="status">
    The run of ${jobLink(last.job)} that was due ${time(last.due)} did not
    happen${earlier.length > 0 && html`, and ${counted(earlier.length, "other scheduled run")} before it`}. Is the scheduler running?
  </p>`;
}

function waits({ removals, open_runs: open, unsettled, nights }: OverviewData): Html {
  const held = open.filter(({ status }) => status === "held").length;
  const last = nights.at(-1);
  const trouble = last === undefined ? 0 : failuresIn(last.counts);
  return html`<h2>What waits</h2>
    <ul class="cards">
      ${card("/review", removals.pending, "removal waits for a decision", "removals wait for a decision", null)}
      ${card("/review?for=me", removals.assigned_to_me, "handed over to me", "handed over to me", null)}
      ${card("/runs?status=held", held, "run held by a limit", "runs held by a limit", "warn")}
      ${card("/identities", unsettled, "identity is not settled", "identities are not settled", "warn")}
      ${last !== undefined && card(`/runs/${last.id}`, trouble, "operation of the last run did not go through", "operations of the last run did not go through", "bad")}
      ${removals.approved > 0 && card("/review/approved", removals.approved, "approved, not carried out yet", "approved, not carried out yet", null)}
    </ul>`;
}

function card(path: string, n: number, one: string, many: string, tone: string | null): Html {
  return html`<li><strong class="figure ${n > 0 && tone}">${number(n)}</strong><a href="${path}">${n === 1 ? one : many}</a></li>`;
}

function openRuns(runs: readonly ShownRun[]): Html {
  return html`<h2>Runs that wait for somebody</h2>
    ${table<ShownRun>(
      "Runs that wait",
      [
        { head: "Run", rowHeader: true, cell: ({ id }) => runLink(id) },
        { head: "Job", cell: ({ job }) => jobLink(job) },
        { head: "Began", cell: ({ started_at: at }) => time(at) },
        { head: "State", cell: statusOf },
        { head: "Why", wide: true, cell: ({ held, problem }) => prose(held[0]?.message ?? problem?.message ?? null) },
      ],
      runs,
    )}`;
}

function lastRuns(runs: readonly ShownRun[]): Html {
  if (runs.length === 0)
    return html`<h2>The last nights</h2>
      ${emptyState("No run has read a file yet. Start one under Jobs.")}`;
  return html`<h2>The last nights</h2>
    ${runChart(runs)}
    <details>
      <summary>The same as a table</summary>
      ${table<ShownRun>(
        `The last ${counted(runs.length, "run")}`,
        [
          { head: "Run", rowHeader: true, cell: ({ id }) => runLink(id) },
          { head: "Began", cell: ({ started_at: at }) => time(at) },
          { head: "State", cell: ({ status }) => runStatusLabel(status) },
          { head: "Changes", numeric: true, cell: ({ counts }) => number(changesIn(counts)) },
          { head: "Failed or unconfirmed", numeric: true, cell: ({ counts }) => number(failuresIn(counts)) },
          { head: "Rejected rows", numeric: true, cell: ({ counts }) => number(countOf(counts, "rejected")) },
        ],
        runs.toReversed(),
      )}
    </details>`;
}

function services({ services: all, jobs }: OverviewData): Html {
  return html`<h2>Is the service well?</h2>
    ${
      all.length === 0
        ? emptyState(withoutAnswer(jobs))
        : html`<ul class="list">
            ${all.map(({ account, ok, said, at, insecure }) => html`<li><span class="${ok ? "good" : "bad"}">${ok ? "Well" : "Not well"}</span>: ${data(account)}, ${data(said)}${insecure && html` <span class="bad">Not encrypted.</span>`} <span class="soft">${time(at)}</span></li>`)}
          </ul>`
    }
    <p>
      ${jobs.map(({ name, nextRun, ...rest }) => html`${jobLink(name)}: ${jobState({ name, nextRun, ...rest })}. `)}
      <a href="/status">Connection details and emergency stop</a>
    </p>`;
}

/** Why there is no connection status. */
function withoutAnswer(jobs: readonly OverviewJob[]): string {
  if (jobs.length === 0) return "There is no job, and so no service to ask.";
  if (jobs.some(({ ran, nextRun }) => ran || nextRun !== null)) return "It is being asked at this moment: load the page again.";
  return "No job has run yet, and none is scheduled, so no service has been asked.";
}

/** A job that has never run and only waits for its environment, as an example does, is no problem. */
function jobState({ faults, unset, ran, nextRun }: OverviewJob): Html | string {
  if (!ran && unset.length > 0) return `not set up yet: set ${unset.join(", ")}`;
  if (faults.length > 0) return html`<span class="bad">the job file has ${counted(faults.length, "fault")}</span>`;
  if (nextRun !== null) return `next run ${moment(nextRun)}`;
  return ran ? "started by hand" : "has not run yet";
}
