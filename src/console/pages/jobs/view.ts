import { t, tHtml } from "../../../reporting/locales/t.ts";
import { shellWord } from "../../../domain/names.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { Fact } from "../../../domain/facts/fact.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { ShownRun } from "../../../reporting/shown-run.ts";
import type { BackgroundRun } from "../../parts.ts";
import { banner, PAGE, command, facts, emptyState, prose, runLink, time } from "../parts.ts";
import type { Scheduling } from "../../../setup/browser/schedule.ts";
import { wordsHtml } from "../../../reporting/sheet/html.ts";
import { nextRun, type JobLine } from "../../../reporting/sheets/jobs.ts";
import { actionForm } from "../form.ts";
import { whatNext } from "./next-view.ts";
import { followed, runsTable } from "../runs/list-view.ts";

/** A job with its last runs. */
export interface ShownJob extends JobLine {
  /** It uses the practice service. */
  practice: boolean;
  schedule: { cron: string; timezone: string } | null;
  fault_facts: readonly Fact[];
}

/** One job: its schedule, its last runs and its actions. */
export function jobView(
  { job, runs, running, scheduling }: { job: ShownJob; runs: ShownRun[]; running: BackgroundRun[]; scheduling: Scheduling | null },
  request: ActorsRequest,
): Html {
  const { faults, schedule } = job;
  return html`<div data-part="facts">
      ${facts([
        [t("operation.next_run"), wordsHtml(nextRun(job.next_run), PAGE)],
        [t("operation.schedule"), schedule !== null && html`<code>${data(schedule.cron)}</code>, ${data(schedule.timezone)}`],
        [
          t("operation.last_successful_run"),
          job.last_good === null ? t("operation.none_yet") : html`${runLink(job.last_good.id)}, ${time(job.last_good.started_at)}`,
        ],
        [t("operation.service_account"), data(job.account)],
      ])}
    </div>
    ${job.practice && may(request.actor, "run") && practiceNote(job)}
    ${
      faults.length > 0 &&
      html`<h2>${t("operation.job_file_invalid")}</h2>
        <p class="problem">${t("operation.fix_before_you")}</p>
        <ul>
          ${job.fault_facts.map((fault) => html`<li>${prose(factText(fault))}</li>`)}
        </ul>`
    }
    <div data-part="progress">${followed(running)}</div>
    ${scheduling !== null && whatNext(job, scheduling, running, request)}
    ${faults.length === 0 && may(request.actor, "run") && actions(job, request)}
    <h2>${t("shell.runs")}</h2>
    <div data-part="runs">
      ${
        runs.length === 0
          ? emptyState(t("operation.job_not_run"))
          : html`${runsTable(t("operation.latest_runs"), runs, { running })}
              <p><a href="/runs?job=${encodeURIComponent(job.name)}">${t("operation.all_runs_job")}</a></p>`
      }
    </div>`;
}

/** Says how a job moves from the practice service to the real one. */
function practiceNote({ name }: ShownJob): Html {
  return banner(
    "info",
    "info",
    html`<p>
      ${tHtml("setup.job_uses_practice", {
        practice: command("base_url: sandbox"),
        token: command('auth: { refresh_token: "${LMS_REFRESH_TOKEN}" }'),
        command: command(`rollcall check ${shellWord(name)}`),
      })}
    </p>`,
  );
}

function actions({ name }: ShownJob, request: ActorsRequest): Html {
  return html`<h2 id="run">${t("operation.run_now")}</h2>
    ${actionForm(request, "/jobs/:name/run", {
      given: { name },
      text: html`<p>${t("operation.reads_file_job")}</p>`,
      button: html`<div class="buttons">
        <button name="plan_only" value="yes" class="quiet">${t("operation.plan_only_send")}</button>
        <button>${t("operation.run_now_2")}</button>
      </div>`,
    })}
    <h2>${t("operation.import_file")}</h2>
    ${actionForm(request, "/jobs/:name/upload", {
      given: { name },
      text: html`<p>${t("operation.file_read_planned")}</p>`,
      fields: {
        file: { label: t("operation.file_csv_workbook"), more: html` required accept=".csv,.txt,.xlsx,.xlsm,.xlsb,.xls,.ods"` },
        complete: { label: t("operation.full_export_people"), hint: t("operation.if_unchecked_file") },
      },
      button: t("operation.upload_plan"),
    })}`;
}
