import { data, html, type Html } from "../../../reporting/html/html.ts";
import { counted } from "../../../reporting/labels.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { ShownRun } from "../runs/run-data.ts";
import type { BackgroundRun } from "../../parts.ts";
import { facts, jobLink, emptyState, runLink, table, time } from "../parts.ts";
import { runsTable, runPill, underWay } from "../runs/list-view.ts";

/** A job with its last runs. */
export interface ShownJob {
  name: string;
  account: string | null;
  schedule: { cron: string; timezone: string } | null;
  next_run: string | null;
  /** `file:line:column: …`, all that is wrong with its file. */
  faults: readonly string[];
  /** Missing environment variables, if the file has no other error. */
  unset: readonly string[];
  last: ShownRun | null;
  /** The last one over a whole file that came to its end. */
  last_good: ShownRun | null;
}

/** All jobs of the folder. */
export function jobsView({ jobs }: { jobs: ShownJob[] }): Html {
  if (jobs.length === 0)
    return emptyState("There is no job file in the jobs folder yet. An administrator sets up a job here, or with `rollcall init`.");
  return table<ShownJob>(
    counted(jobs.length, "job"),
    [
      { head: "Job", rowHeader: true, cell: ({ name }) => jobLink(name) },
      {
        head: "Job file",
        cell: fileState,
      },
      { head: "Last run", cell: ({ last }) => last !== null && html`${runLink(last.id)}<small>${time(last.started_at)}</small>` },
      { head: "Result", cell: ({ last }) => last !== null && runPill(last) },
      { head: "Last successful run", cell: ({ last_good: good }) => (good === null ? "None yet" : time(good.started_at)) },
      { head: "Next run", cell: nextOf },
      { head: "Service account", cell: ({ account }) => data(account) },
    ],
    jobs,
  );
}

/** A job that has never run and only waits for its environment, as an example does, is no problem. */
function fileState({ faults, unset, last }: ShownJob): Html | string {
  if (faults.length === 0) return "Valid";
  if (last === null && unset.length > 0) return html`Not set up: variables missing <small>${data(unset.join(", "))}</small>`;
  return html`<span class="bad">${counted(faults.length, "error")}</span>`;
}

function nextOf({ next_run: next }: ShownJob): Html | string {
  return next === null ? "No schedule" : time(next);
}

/** One job: what it does when, and what can be started. */
export function jobView(
  { job, runs, running }: { job: ShownJob; runs: ShownRun[]; running: BackgroundRun[] },
  request: ActorsRequest,
): Html {
  const { faults, schedule } = job;
  return html`${facts([
      ["Next run", nextOf(job)],
      ["Schedule", schedule !== null && html`<code>${data(schedule.cron)}</code>, ${data(schedule.timezone)}`],
      ["Last successful run", job.last_good === null ? "None yet" : html`${runLink(job.last_good.id)}, ${time(job.last_good.started_at)}`],
      ["Service account", data(job.account)],
    ])}
    ${
      faults.length > 0 &&
      html`<h2>The job file is invalid</h2>
        <p class="problem">Fix this before you run the job or decide its removals:</p>
        <ul>
          ${faults.map((fault) => html`<li><code>${data(fault)}</code></li>`)}
        </ul>`
    }
    ${running.length > 0 && underWay(running)} ${faults.length === 0 && may(request.actor, "run") && actions(job, request)}
    <h2>Runs</h2>
    ${
      runs.length === 0
        ? emptyState("This job has not run yet.")
        : html`${runsTable("Latest runs", runs)}
            <p><a href="/runs?job=${encodeURIComponent(job.name)}">All runs of this job</a></p>`
    }`;
}

function actions({ name }: ShownJob, request: ActorsRequest): Html {
  const path = `/jobs/${encodeURIComponent(name)}`;
  return html`<h2>Run it now</h2>
    <form method="post" action="${path}/run" class="act">
      ${csrfField(request)}
      <p>Reads the file that the job names. Removals stay pending until someone decides.</p>
      <div class="buttons">
        <button name="plan_only" value="yes" class="quiet">Plan only, send nothing</button>
        <button>Run now</button>
      </div>
    </form>
    <h2>Import a file</h2>
    <form method="post" action="${path}/upload" enctype="multipart/form-data" class="act">
      ${csrfField(request)}
      <p>The file is read and planned. Nothing is sent until you apply the plan. The file is deleted after it is read.</p>
      <label>File (CSV or workbook) <input type="file" name="file" required accept=".csv,.txt,.xlsx,.xlsm,.xlsb,.xls,.ods" /></label>
      <label class="pick"
        ><input type="checkbox" name="complete" value="yes" />This is the full export: people who are missing from it count as absent</label
      >
      <p class="soft">If unchecked, the file has only part of the people, and no one counts as absent.</p>
      <button>Upload and plan</button>
    </form>`;
}
