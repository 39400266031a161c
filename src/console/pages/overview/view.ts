import type { AppliedLine } from "../../../store/runs/run-pages.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { listing, moment, number } from "../../../reporting/labels.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { changesIn, countOf, failuresIn } from "../../../reporting/run-counts.ts";
import type { CauseLine } from "../review/cause-book.ts";
import type { ShownRun } from "../../../reporting/shown-run.ts";
import type { BackgroundRun, ServiceHealth } from "../../parts.ts";
import type { DrawnPage } from "../page-route.ts";
import { isPlan, kindOf, runPill, underWay } from "../runs/list-view.ts";
import { sheetHtml, wordsHtml } from "../../../reporting/sheet/html.ts";
import { connected } from "../../../reporting/sheets/connection.ts";
import { days, jobLink, PAGE, more, pill, prose, table, time } from "../parts.ts";
import { noticesSheet, type Noticed } from "../../../reporting/sheets/notices.ts";
import { CHANGE_PARTS, runChart } from "./run-chart.ts";
import { welcome } from "./welcome.ts";

interface OverviewData extends Noticed {
  /** `questions`: the cards of the review list; `oldest`: since when one is pending. */
  removals: Record<"pending" | "approved" | "people" | "causes" | "questions" | "assigned_to_me", number> & { oldest: string | null };
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
  const notices = sheetHtml(noticesSheet(given), PAGE);
  if (last === undefined && removals.pending === 0) return freshPage(given, setsUp, notices);
  return {
    title: [
      last === undefined ? t("overview.no_run_read") : sentence(last, running),
      last !== undefined && blockedIn(last) > 0 && t("overview.people_blocked", { n: blockedIn(last) }),
      removals.pending > 0 && t("overview.removals_need_decision", { n: removals.pending }),
    ]
      .filter((text) => text !== false)
      .join(" "),
    lead: lead(given),
    action: removals.pending > 0 ? html`<a class="btn primary" href="/review">${t("overview.review_removals")}</a>` : null,
    content: html`${notices} ${tiles(given, now)} ${running.length > 0 && underWay(running)}
      <div class="split wide section">${chart(nights)} ${connections(given)}</div>
      ${given.recent.length > 0 && recentRuns(given)}`,
  };
}

/** The overview before the first run. */
function freshPage(given: OverviewData, setsUp: boolean, notices: Html): DrawnPage {
  const { running, services, jobs, recent, users } = given;
  const troubled = services.some(({ ok }) => !ok) || jobs.some(({ faults, unset }) => faults.length > 0 && unset.length === 0);
  return {
    title: t("overview.welcome_rollcall"),
    lead: t("overview.keep_people_groups"),
    content: html`${notices} ${running.length > 0 && underWay(running)}
    ${welcome({
      setsUp,
      scheduled: jobs.some(({ nextRun }) => nextRun !== null),
      connected: services.some(({ ok }) => ok),
      users,
    })}
    ${troubled && html`<div class="section">${connections(given)}</div>`} ${recent.length > 0 && recentRuns(given)}`,
  };
}

/** Returns how many people of a completed run are blocked, so that nothing was sent for them. */
function blockedIn({ status, counts }: ShownRun): number {
  return status === "completed" ? countOf(counts, "held") : 0;
}

/** Says how a run ended in one sentence. */
function sentence(last: ShownRun, running: readonly BackgroundRun[]): string {
  const { job, status, counts } = last;
  if (status === "held") return t("overview.last_run_job_hold", { job });
  if (status === "planned") return t("overview.last_run_job_planned", { job });
  if (status === "failed") return t("overview.last_run_job_failed", { job });
  if (status === "interrupted") return t("overview.last_run_job_stopped", { job });
  if (status === "cancelled") return t("overview.last_run_job_cancelled", { job });
  if (status === "superseded") return t("overview.last_run_job_replaced", { job });
  if (status !== "completed") return t(isPlan(last, running) ? "overview.plan_job_progress" : "overview.run_job_progress", { job });
  const changes = countOf(counts, "done");
  const failures = failuresIn(counts);
  if (changes === 0 && failures === 0)
    return blockedIn(last) > 0 ? t("overview.last_run_changed") : t("overview.last_run_found_nothing_change");
  if (failures === 0) return t("overview.last_run_applied_changes_without", { n: changes });
  if (changes === 0) return t("overview.last_run_found_nothing_change_failures", { failures });
  return t("overview.last_run_applied_changes_failures", {
    n: changes,
    failures,
  });
}

/** Says what was applied since the last run over a file: decisions, and what undid them. */
function appliedSince({ applied_since: lines }: OverviewData): Html[] {
  return lines.map(({ kind, people: n, run, at: started }) => {
    const at = html`<a href="/runs/${encodeURIComponent(run)}">${time(started)}</a>`;
    return kind === "decisions"
      ? html`${tHtml("overview.since_then_approved", { n, at })} `
      : html`${tHtml("overview.since_then_memberships", { n, at })} `;
  });
}

function lead(given: OverviewData): HtmlValue {
  const { nights, removals } = given;
  const lastOfJob = [...new Map(nights.map((run) => [run.job, run])).values()].reverse();
  if (lastOfJob.length === 0) return t("overview.start_job_here");
  return html`${lastOfJob.slice(0, 4).map(({ job, started_at: at, rows }) => html`${tHtml("overview.job_job_ran", { job: jobLink(job), at: time(at), n: rows })} `)}${appliedSince(given)}
  ${removals.pending > 0 && t("overview.no_one_loses_group_until_someone_decides")}`;
}

function tiles({ removals, open_runs: open, unsettled, nights }: OverviewData, now: Date): Html {
  const held = open.filter(({ status }) => status === "held");
  const last = nights.at(-1);
  const rejected = last === undefined ? 0 : countOf(last.counts, "rejected");
  const all: [string, number, string, string, string][] = [
    [
      "/review",
      removals.pending,
      t("labels.pending_removals"),
      "now",
      removals.oldest === null ? "" : t("overview.questions_oldest_age", { n: removals.questions, age: days(removals.oldest, now) }),
    ],
    ["/review?for=me", removals.assigned_to_me, t("overview.assigned_you"), "now", ""],
    ["/runs?status=held", held.length, t("overview.runs_hold"), "warn", listing(held.map(({ job }) => job))],
    ["/identities", unsettled, t("overview.identities_check"), "warn", t("overview.accounts_we_couldnt")],
    [`/runs/${last?.id ?? ""}#rejects`, rejected, t("overview.rejected_rows"), "", t("overview.hr_correct")],
    ["/review/approved", removals.approved, t("overview.approved_not_applied"), "", ""],
  ];
  const shown = all.filter(([path, n]) => n > 0 || path === "/review").slice(0, 5);
  return html`<section aria-labelledby="need">
    <h2 class="sr" id="need">${t("overview.needs_your_decision")}</h2>
    <ul class="tiles">
      ${shown.map(
        ([path, n, name, tone, context]) =>
          html`<li>
            <a class="tile ${n > 0 && tone}" href="${path}"
              ><b>${number(n)}</b><span>${name}</span><small>${n === 0 ? t("overview.nothing_needs_decision") : data(context)}</small></a
            >
          </li>`,
      )}
    </ul>
  </section>`;
}

function chart(runs: readonly ShownRun[]): Html {
  return html`<section class="card" aria-labelledby="changes">
    <h2 id="changes">${t("overview.changes_per_run")}</h2>
    ${
      runs.length === 0
        ? html`<p class="soft">${t("overview.each_run_adds")}</p>`
        : html`${runChart(runs)}
          ${more(
            t("overview.show_table"),
            table<ShownRun>(
              t("overview.changes_per_run"),
              [
                { head: t("labels.run"), rowHeader: true, cell: ({ id, started_at: at }) => html`<a href="/runs/${id}">${moment(at)}</a>` },
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

function recentRuns({ recent, running }: OverviewData): Html {
  return html`<section class="section" aria-labelledby="recent">
    <div class="row">
      <h2 id="recent" class="grow">${t("overview.recent_runs")}</h2>
      <a href="/runs">${t("overview.all_runs")}</a>
    </div>
    ${table<ShownRun>(
      "",
      [
        { head: t("labels.job"), rowHeader: true, cell: ({ id, job }) => html`<a href="/runs/${id}">${data(job)}</a>` },
        { head: t("runs.kind"), cell: (run) => kindOf(run, running) },
        { head: t("labels.started"), cell: ({ started_at: at }) => time(at) },
        { head: t("labels.status"), cell: runPill },
        {
          head: t("labels.changes_2"),
          numeric: true,
          cell: ({ kind, counts, status }) =>
            kind !== "sync"
              ? number(countOf(counts, "done"))
              : status === "held"
                ? t("overview.planned", { n: changesIn(counts) })
                : number(changesIn(counts)),
        },
        {
          head: t("report.removals_found"),
          numeric: true,
          cell: ({ kind, counts }) => kind === "sync" && number(countOf(counts, "removals_pending")),
        },
        {
          head: t("overview.rejected_rows"),
          numeric: true,
          cell: ({ kind, counts }) => kind === "sync" && number(countOf(counts, "rejected")),
        },
      ],
      recent,
    )}
  </section>`;
}

function connections({ services, jobs }: OverviewData): Html {
  // Worked examples and jobs that are still being set up are no news.
  const known = jobs.filter(({ ran, nextRun, faults, unset }) => ran || nextRun !== null || (faults.length > 0 && unset.length === 0));
  return html`<section class="card" aria-labelledby="connection">
    <h2 id="connection">${t("operation.connection_status")}</h2>
    <ul class="stack">
      ${services.length === 0 && html`<li class="soft">${withoutAnswer(jobs)}</li>`}
      ${services.map(
        ({ account, ok, fact, at, insecure }) =>
          html`<li>
            <p class="row"><b class="grow">${t("operation.learning_service")}</b>${wordsHtml(connected({ ok }), PAGE)}</p>
            <p class="soft small">
              ${data(account)} ·
              ${insecure && html`<span class="bad">${t("operation.not_encrypted")}</span> `}${tHtml("operation.checked", { at: time(at) })}
            </p>
            ${fact !== null && html`<p class="small">${prose(factText(fact))}</p>`}
          </li>`,
      )}
      ${known.map(
        (job) =>
          html`<li>
            <p class="row">
              <span class="grow">${tHtml("operation.job_name", { name: html`<b>${jobLink(job.name)}</b>` })}</span>${jobState(job)}
            </p>
          </li>`,
      )}
      <li><a href="/status">${t("operation.connection_details")}</a></li>
    </ul>
  </section>`;
}

/** Why there is no connection status. */
function withoutAnswer(jobs: readonly OverviewJob[]): string {
  if (jobs.length === 0) return t("operation.no_job_yet");
  if (jobs.some(({ ran, nextRun }) => ran || nextRun !== null)) return t("operation.checking_connection_reload");
  return t("operation.no_job_run_scheduled_so");
}

function jobState({ faults, nextRun }: OverviewJob): Html {
  if (faults.length > 0) return pill(t("overview.errors_job_file", { n: faults.length }), "bad", "alert");
  return nextRun === null ? pill(t("operation.no_schedule")) : pill(t("overview.next_run", { at: moment(nextRun) }), "", "job");
}
