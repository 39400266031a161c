import { html, type Html } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { overdueLeaversText } from "../../../reporting/overdue-leavers.ts";
import type { EmergencyStop } from "../../../store/schedule/emergency-stop.ts";
import { stopNotices } from "../emergency-stop/view.ts";
import { banner, jobLink, time } from "../parts.ts";
import { overdueDeactivations } from "../people/deactivate.ts";

/** The data of the notices above the overview. */
export interface Noticed {
  emergency_stops: EmergencyStop[];
  /** Scheduled runs that did not happen, without a later run that replaced them. */
  missed: { job: string; due: string }[];
  /** By job, people whose account may be active more than a day after their last day. */
  overdue_leavers: { job: string; people: number }[];
  /** Accounts deactivated by hand whose people HR's file still has as active, after more than three days. */
  overdue_deactivations: number;
  /** Jobs whose files should have had new content since `due`; the last one was new at `since`. */
  overdue_sources: { job: string; since: string; due: string }[];
}

export function noticesOf(given: Noticed): Html {
  return html`${stopNotices(given.emergency_stops)} ${missedRuns(given.missed)} ${given.overdue_sources.map(overdueSource)}
  ${given.overdue_leavers.map(overdueLeavers)} ${overdueDeactivations(given.overdue_deactivations)}`;
}

function missedRuns(missed: Noticed["missed"]): Html | null {
  const [last, ...earlier] = missed;
  if (last === undefined) return null;
  return banner(
    "bad",
    "alert",
    html`<p>
      <b>${tHtml("overview.run_job_due", { job: jobLink(last.job), at: time(last.due) })}</b>
      ${
        earlier.length > 0 &&
        t("overview.scheduled_runs_before", {
          n: earlier.length,
        })
      }
      ${t("overview.check_scheduler_running")}
    </p>`,
  );
}

function overdueLeavers({ job, people }: Noticed["overdue_leavers"][number]): Html {
  return banner("bad", "alert", html`<p><b>${jobLink(job)}:</b> ${overdueLeaversText(people)}</p>`);
}

function overdueSource({ job, since, due }: Noticed["overdue_sources"][number]): Html {
  return banner(
    "bad",
    "alert",
    html`<p>
      <b>${tHtml("overview.export_job_no", { job: jobLink(job), at: time(since), due: time(due) })}</b>
      ${t("overview.export_may_have_stopped")}
    </p>`,
  );
}
