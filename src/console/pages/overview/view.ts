import type { AppliedLine } from "../../../store/runs/run-pages.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { listing, moment, number } from "../../../reporting/labels.ts";
import { storedText } from "../../../reporting/stored-text.ts";
import { changesIn, countOf, failuresIn } from "../../../reporting/run-counts.ts";
import type { CauseLine } from "../review/cause-book.ts";
import type { ShownRun } from "../runs/run-data.ts";
import type { BackgroundRun, ServiceHealth } from "../../parts.ts";
import type { DrawnPage } from "../page-route.ts";
import { kindOf, runPill, underWay } from "../runs/list-view.ts";
import { days, jobLink, more, pill, prose, table, time } from "../parts.ts";
import { noticesOf, type Noticed } from "./notices.ts";
import { CHANGE_PARTS, runChart } from "./run-chart.ts";
import { welcome } from "./welcome.ts";

interface OverviewData extends Noticed {
  /** `questions`: the cards of the review list. */
  removals: { pending: number; approved: number; causes: number; questions: number; assigned_to_me: number };
  causes: CauseLine[];
  open_runs: ShownRun[];
  unsettled: number;
  nights: ShownRun[];
  /** The latest runs of any kind, latest first. */
  recent: ShownRun[];
  /** Changes by decisions since the last run that read a file. */
  applied_since: AppliedLine[];
  running: BackgroundRun[];
  services: ServiceHealth[];
  jobs: OverviewJob[];
  /** A user besides the reader can sign in. */
  users: boolean;
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

/** Shows problems and pending decisions. */
export function overviewPage(given: OverviewData, now: Date, setsUp: boolean): DrawnPage {
  const { removals, running, nights } = given;
  const last = nights.at(-1);
  const notices = noticesOf(given);
  if (last === undefined && removals.pending === 0) return freshPage(given, setsUp, notices);
  return {
    title: [
      last === undefined ? t("No run has read a file yet.") : sentence(last),
      last !== undefined &&
        blockedIn(last) > 0 &&
        t("{n, plural, one {# person is blocked.} other {# people are blocked.}}", { n: blockedIn(last) }),
      removals.pending > 0 &&
        t("{n, plural, one {# removal needs a decision.} other {# removals need a decision.}}", { n: removals.pending }),
    ]
      .filter((text) => text !== false)
      .join(" "),
    lead: lead(given),
    action: removals.pending > 0 ? html`<a class="btn primary" href="/review">${t("Review removals")}</a>` : null,
    content: html`${notices} ${tiles(given, now)} ${running.length > 0 && underWay(running)}
      <div class="split wide section">${chart(nights)} ${connections(given)}</div>
      ${given.recent.length > 0 && recentRuns(given.recent)}`,
  };
}

/** The overview before the first run. */
function freshPage(given: OverviewData, setsUp: boolean, notices: Html): DrawnPage {
  const { running, services, jobs, recent, users } = given;
  const troubled = services.some(({ ok }) => !ok) || jobs.some(({ faults, unset }) => faults.length > 0 && unset.length === 0);
  return {
    title: t("Welcome to Rollcall"),
    lead: t("Keep the people and groups of your learning service in sync with HR. Nothing is sent before you have seen the plan."),
    content: html`${notices} ${running.length > 0 && underWay(running)}
    ${welcome({
      setsUp,
      scheduled: jobs.some(({ nextRun }) => nextRun !== null),
      connected: services.some(({ ok }) => ok),
      users,
    })}
    ${troubled && html`<div class="section">${connections(given)}</div>`} ${recent.length > 0 && recentRuns(recent)}`,
  };
}

/** Returns how many people of a completed run are blocked, so that nothing was sent for them. */
function blockedIn({ status, counts }: ShownRun): number {
  return status === "completed" ? countOf(counts, "held") : 0;
}

/** Says how a run ended in one sentence. */
function sentence(last: ShownRun): string {
  const { job, status, counts } = last;
  if (status === "held") return t("The last run of {job} is on hold.", { job });
  if (status === "planned") return t("The last run of {job} was planned and not applied.", { job });
  if (status === "failed") return t("The last run of {job} failed.", { job });
  if (status === "interrupted") return t("The last run of {job} stopped.", { job });
  if (status === "cancelled") return t("The last run of {job} was cancelled.", { job });
  if (status === "superseded") return t("The last run of {job} was replaced.", { job });
  if (status !== "completed") return t("A run of {job} is in progress.", { job });
  const changes = countOf(counts, "done");
  const failures = failuresIn(counts);
  if (changes === 0 && failures === 0)
    return blockedIn(last) > 0 ? t("The last run changed nothing.") : t("The last run found nothing to change.");
  if (failures === 0) return t("The last run applied {n, plural, one {# change} other {# changes}} without errors.", { n: changes });
  if (changes === 0) return t("The last run found nothing to change; {failures} failed or could not be confirmed.", { failures });
  return t("The last run applied {n, plural, one {# change} other {# changes}}; {failures} failed or could not be confirmed.", {
    n: changes,
    failures,
  });
}

/** Says what was applied since the last run over a file: decisions, and what undid them. */
function appliedSince({ applied_since: lines }: OverviewData): Html[] {
  return lines.map(({ kind, people: n, run, at: started }) => {
    const at = html`<a href="/runs/${encodeURIComponent(run)}">${time(started)}</a>`;
    return kind === "decisions"
      ? html`${tHtml("Since then, approved removals of {n, plural, one {# person} other {# people}} were applied, the last on {at}.", { n, at })} `
      : html`${tHtml("Since then, memberships of {n, plural, one {# person} other {# people}} were added back, the last on {at}.", { n, at })} `;
  });
}

function lead(given: OverviewData): HtmlValue {
  const { nights, removals } = given;
  const lastOfJob = [...new Map(nights.map((run) => [run.job, run])).values()].reverse();
  if (lastOfJob.length === 0) return t("Start a job here or on the command line. The first run never removes a membership.");
  return html`${lastOfJob.slice(0, 4).map(({ job, started_at: at, rows }) => html`${tHtml("Job {job} ran on {at} and read {n, plural, one {# row} other {# rows}}.", { job: jobLink(job), at: time(at), n: rows })} `)}${appliedSince(given)}
  ${removals.pending > 0 && t("No one loses a group until someone decides.")}`;
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
      t("Pending removals"),
      "now",
      oldest === undefined
        ? t("{n, plural, one {# question} other {# questions}}", { n: removals.questions })
        : t("{n, plural, one {# question} other {# questions}}, oldest {age}", { n: removals.questions, age: days(oldest, now) }),
    ],
    ["/review?for=me", removals.assigned_to_me, t("Assigned to you"), "now", ""],
    ["/runs?status=held", held.length, t("Runs on hold"), "warn", listing(held.map(({ job }) => job))],
    ["/identities", unsettled, t("Identities to check"), "warn", t("Accounts we couldn’t confirm")],
    [`/runs/${last?.id ?? ""}#rejects`, rejected, t("Rejected rows"), "", t("For HR to correct")],
    ["/review/approved", removals.approved, t("Approved, not applied yet"), "", ""],
  ];
  const shown = all.filter(([path, n]) => n > 0 || path === "/review").slice(0, 5);
  return html`<section aria-labelledby="need">
    <h2 class="sr" id="need">${t("Needs your decision")}</h2>
    <ul class="tiles">
      ${shown.map(
        ([path, n, name, tone, context]) =>
          html`<li>
            <a class="tile ${n > 0 && tone}" href="${path}"
              ><b>${number(n)}</b><span>${name}</span><small>${n === 0 ? t("Nothing needs a decision") : data(context)}</small></a
            >
          </li>`,
      )}
    </ul>
  </section>`;
}

function chart(runs: readonly ShownRun[]): Html {
  return html`<section class="card" aria-labelledby="changes">
    <h2 id="changes">${t("Changes per run")}</h2>
    ${
      runs.length === 0
        ? html`<p class="soft">${t("Each run adds a bar: people changed, new, left, and requests that failed.")}</p>`
        : html`${runChart(runs)}
          ${more(
            t("Show as a table"),
            table<ShownRun>(
              t("Changes per run"),
              [
                { head: t("Run"), rowHeader: true, cell: ({ id, started_at: at }) => html`<a href="/runs/${id}">${moment(at)}</a>` },
                ...CHANGE_PARTS.map(({ name, count }) => ({
                  head: t(name),
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
      <h2 id="recent" class="grow">${t("Recent runs")}</h2>
      <a href="/runs">${t("All runs")}</a>
    </div>
    ${table<ShownRun>(
      "",
      [
        { head: t("Job"), rowHeader: true, cell: ({ id, job }) => html`<a href="/runs/${id}">${data(job)}</a>` },
        { head: t("Kind"), cell: kindOf },
        { head: t("Started"), cell: ({ started_at: at }) => time(at) },
        { head: t("Status"), cell: runPill },
        {
          head: t("Changes"),
          numeric: true,
          cell: ({ kind, counts, status }) =>
            kind !== "sync"
              ? number(countOf(counts, "done"))
              : status === "held"
                ? t("{n} planned", { n: changesIn(counts) })
                : number(changesIn(counts)),
        },
        {
          head: t("Removals found"),
          numeric: true,
          cell: ({ kind, counts }) => kind === "sync" && number(countOf(counts, "removals_pending")),
        },
        { head: t("Rejected rows"), numeric: true, cell: ({ kind, counts }) => kind === "sync" && number(countOf(counts, "rejected")) },
      ],
      runs,
    )}
  </section>`;
}

function connections({ services, jobs }: OverviewData): Html {
  // Worked examples and jobs that are still being set up are no news.
  const known = jobs.filter(({ ran, nextRun, faults, unset }) => ran || nextRun !== null || (faults.length > 0 && unset.length === 0));
  return html`<section class="card" aria-labelledby="connection">
    <h2 id="connection">${t("Connection status")}</h2>
    <ul class="stack">
      ${services.length === 0 && html`<li class="soft">${withoutAnswer(jobs)}</li>`}
      ${services.map(
        ({ account, ok, said, at, insecure }) =>
          html`<li>
            <p class="row">
              <b class="grow">${t("Learning service")}</b>${ok ? pill(t("Connected"), "good", "check") : pill(t("Problem"), "bad", "alert")}
            </p>
            <p class="soft small">
              ${data(account)} ·
              ${insecure && html`<span class="bad">${t("Not encrypted.")}</span> `}${tHtml("Checked {at}", { at: time(at) })}
            </p>
            ${!ok && html`<p class="small">${prose(storedText(said))}</p>`}
          </li>`,
      )}
      ${known.map(
        (job) =>
          html`<li>
            <p class="row"><span class="grow">${tHtml("Job {name}", { name: html`<b>${jobLink(job.name)}</b>` })}</span>${jobState(job)}</p>
          </li>`,
      )}
      <li><a href="/status">${t("Connection details")}</a></li>
    </ul>
  </section>`;
}

/** Why there is no connection status. */
function withoutAnswer(jobs: readonly OverviewJob[]): string {
  if (jobs.length === 0) return t("There is no job yet.");
  if (jobs.some(({ ran, nextRun }) => ran || nextRun !== null)) return t("Checking the connection. Reload the page to see the result.");
  return t("No job has run or is scheduled, so no connection was checked.");
}

function jobState({ faults, nextRun }: OverviewJob): Html {
  if (faults.length > 0)
    return pill(t("{n, plural, one {# error in the job file} other {# errors in the job file}}", { n: faults.length }), "bad", "alert");
  return nextRun === null ? pill(t("No schedule")) : pill(t("Next run {at}", { at: moment(nextRun) }), "", "job");
}
