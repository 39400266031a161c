import { t, tHtml } from "../../../reporting/locales/t.ts";
import { shellWord } from "../../../domain/names.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { storedText } from "../../../reporting/stored-text.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { ShownRun } from "../runs/run-data.ts";
import type { BackgroundRun } from "../../parts.ts";
import type { Sort } from "../../../store/sort.ts";
import type { Sorting } from "../sorting.ts";
import { banner, command, facts, jobLink, emptyState, prose, runLink, table, time } from "../parts.ts";
import type { Scheduling } from "../../../setup/schedule.ts";
import { whatNext } from "./next-view.ts";
import { followed, runsTable, runPill } from "../runs/list-view.ts";

/** A job with its last runs. */
export interface ShownJob {
  name: string;
  account: string | null;
  /** It uses the practice service. */
  practice: boolean;
  schedule: { cron: string; timezone: string } | null;
  next_run: string | null;
  /** `file:line:column: …`, all that is wrong with its file. */
  faults: readonly string[];
  /** Missing environment variables, if the file has no other error. */
  unset: readonly string[];
  last: ShownRun | null;
  /** The last successful run over a full export. */
  last_good: ShownRun | null;
}

/** All jobs of the folder. Jobs that never ran are listed apart, because most are worked examples. */
export function jobsView({ jobs, sort }: { jobs: ShownJob[]; sort: Sort<string> }, url: string): Html {
  const sorting = { ...sort, url };
  if (jobs.length === 0) return emptyState(t("There is no job file in the jobs folder yet. An administrator can set up a job here."));
  const used = jobs.filter((job) => !isUnused(job));
  const unused = jobs.filter(isUnused);
  return html`${
    used.length === 0
      ? emptyState(t("No job has run or is scheduled yet. Start with one of the templates below, or let an administrator set up a job."))
      : jobsTable(used, sorting)
  }
  ${unused.length > 0 && templates(unused, used.length === 0 ? sorting : null)}`;
}

/** Whether a job has never run, is not scheduled, and has no error besides missing variables. */
function isUnused({ last, next_run: next, faults, unset }: ShownJob): boolean {
  return last === null && next === null && (faults.length === 0 || unset.length > 0);
}

function templates(jobs: readonly ShownJob[], sorting: Sorting | null): Html {
  return html`<section class="section" aria-labelledby="templates">
    <h2 id="templates">${t("Templates and new jobs")}</h2>
    <p class="soft">
      ${t("These jobs have not run and are not scheduled. Worked examples sync to the sandbox. Run one to try it, or copy its files.")}
    </p>
    ${table<ShownJob>(
      t("{n, plural, one {# template or new job} other {# templates and new jobs}}", { n: jobs.length }),
      [
        { head: t("Job"), sort: "name", rowHeader: true, cell: ({ name }) => jobLink(name) },
        {
          head: t("Next step"),
          cell: ({ unset }) => (unset.length === 0 ? t("Ready to run") : t("Set {variables}", { variables: unset.join(", ") })),
        },
      ],
      jobs,
      sorting,
    )}
  </section>`;
}

function jobsTable(jobs: readonly ShownJob[], sorting: Sorting): Html {
  return table<ShownJob>(
    t("{n, plural, one {# job} other {# jobs}}", { n: jobs.length }),
    [
      { head: t("Job"), sort: "name", rowHeader: true, cell: ({ name }) => jobLink(name) },
      {
        head: t("Job file"),
        cell: fileState,
      },
      {
        head: t("Last run"),
        sort: "last",
        cell: ({ last }) => last !== null && html`${runLink(last.id)}<small>${time(last.started_at)}</small>`,
      },
      { head: t("Result"), cell: ({ last }) => last !== null && runPill(last) },
      {
        head: t("Last successful run"),
        sort: "good",
        cell: ({ last_good: good }) => (good === null ? t("None yet") : time(good.started_at)),
      },
      { head: t("Next run"), sort: "next", cell: nextOf },
      { head: t("Service account"), sort: "account", cell: ({ account }) => data(account) },
    ],
    jobs,
    sorting,
  );
}

function fileState({ faults }: ShownJob): Html | string {
  if (faults.length === 0) return t("Valid");
  return html`<span class="bad">${t("{n, plural, one {# error} other {# errors}}", { n: faults.length })}</span>`;
}

function nextOf({ next_run: next }: ShownJob): Html | string {
  return next === null ? t("No schedule") : time(next);
}

/** One job: its schedule, its last runs and its actions. */
export function jobView(
  { job, runs, running, scheduling }: { job: ShownJob; runs: ShownRun[]; running: BackgroundRun[]; scheduling: Scheduling | null },
  request: ActorsRequest,
): Html {
  const { faults, schedule } = job;
  return html`<div data-part="facts">
      ${facts([
        [t("Next run"), nextOf(job)],
        [t("Schedule"), schedule !== null && html`<code>${data(schedule.cron)}</code>, ${data(schedule.timezone)}`],
        [
          t("Last successful run"),
          job.last_good === null ? t("None yet") : html`${runLink(job.last_good.id)}, ${time(job.last_good.started_at)}`,
        ],
        [t("Service account"), data(job.account)],
      ])}
    </div>
    ${job.practice && may(request.actor, "run") && practiceNote(job)}
    ${
      faults.length > 0 &&
      html`<h2>${t("The job file is invalid")}</h2>
        <p class="problem">${t("Fix this before you run the job or decide its removals:")}</p>
        <ul>
          ${faults.map((fault) => html`<li>${prose(storedText(fault))}</li>`)}
        </ul>`
    }
    <div data-part="progress">${followed(running)}</div>
    ${scheduling !== null && whatNext(job, scheduling, running, request)}
    ${faults.length === 0 && may(request.actor, "run") && actions(job, request)}
    <h2>${t("Runs")}</h2>
    <div data-part="runs">
      ${
        runs.length === 0
          ? emptyState(t("This job has not run yet."))
          : html`${runsTable(t("Latest runs"), runs)}
              <p><a href="/runs?job=${encodeURIComponent(job.name)}">${t("All runs of this job")}</a></p>`
      }
    </div>`;
}

/** Says how a job moves from the practice service to the real one. */
function practiceNote({ name }: ShownJob): Html {
  return banner(
    "info",
    "info",
    html`<p>
      ${tHtml(
        "This job uses the practice service: nothing reaches the real one. To move on, replace {practice} in the job file with the address of your service, add its refresh token as {token}, and run {command}.",
        {
          practice: command("base_url: sandbox"),
          token: command('auth: { refresh_token: "${LMS_REFRESH_TOKEN}" }'),
          command: command(`rollcall check ${shellWord(name)}`),
        },
      )}
    </p>`,
  );
}

function actions({ name }: ShownJob, request: ActorsRequest): Html {
  const path = `/jobs/${encodeURIComponent(name)}`;
  return html`<h2 id="run">${t("Run it now")}</h2>
    <form method="post" action="${path}/run" class="act">
      ${csrfField(request)}
      <p>${t("Reads the file that the job names. Removals stay pending until someone decides.")}</p>
      <div class="buttons">
        <button name="plan_only" value="yes" class="quiet">${t("Plan only, send nothing")}</button>
        <button>${t("Run now")}</button>
      </div>
    </form>
    <h2>${t("Import a file")}</h2>
    <form method="post" action="${path}/upload" enctype="multipart/form-data" class="act">
      ${csrfField(request)}
      <p>${t("The file is read and planned. Nothing is sent until you apply the plan. The file is deleted after it is read.")}</p>
      <label
        >${t("File (CSV or workbook)")} <input type="file" name="file" required accept=".csv,.txt,.xlsx,.xlsm,.xlsb,.xls,.ods"
      /></label>
      <label class="pick"
        ><input
          type="checkbox"
          name="complete"
          value="yes"
        />${t("This is the full export: people who are missing from it count as absent")}</label
      >
      <p class="soft">${t("If unchecked, the file has only part of the people, and no one counts as absent.")}</p>
      <button>${t("Upload and plan")}</button>
    </form>`;
}
