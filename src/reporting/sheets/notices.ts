import type { IconName } from "../html/icon.ts";
import { overdueLeaversText } from "../overdue-leavers.ts";
import { say } from "../sheet/say.ts";
import { t } from "../locales/t.ts";
import { data, link, sheet, strong, time, type Block, type Sheet, type Tone, type Words } from "../sheet/sheet.ts";
import type { EmergencyStop } from "../../store/schedule/emergency-stop.ts";
import { jobLink } from "./links.ts";

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

function notice(words: Words, tone: Tone = "bad", symbol: IconName = "alert"): Block {
  return { block: "notice", tone, symbol, blocks: [{ block: "text", words }] };
}

/** Describes everything that needs attention now. */
export function noticesSheet(given: Noticed): Sheet {
  const [last, ...earlier] = given.missed;
  const { overdue_deactivations: deactivations } = given;
  return sheet(
    stopNotices(given.emergency_stops),
    last !== undefined &&
      notice([
        strong(say("overview.run_job_due", { job: jobLink(last.job), at: time(last.due) })),
        earlier.length > 0 && [" ", t("overview.scheduled_runs_before", { n: earlier.length })],
        " ",
        t("overview.check_scheduler_running"),
      ]),
    given.overdue_sources.map(({ job, since, due }) =>
      notice([
        strong(say("overview.export_job_no", { job: jobLink(job), at: time(since), due: time(due) })),
        " ",
        t("overview.export_may_have_stopped"),
      ]),
    ),
    given.overdue_leavers.map(({ job, people }) => notice([strong([jobLink(job), ":"]), " ", overdueLeaversText(people)])),
    deactivations > 0 &&
      notice(
        [strong(t("history.accounts_deactivated_hand", { n: deactivations })), " ", link("/people", t("history.show_people"))],
        "warn",
      ),
  );
}

/** Describes the emergency stops in force, for the top of a page. */
export function stopNotices(stops: readonly EmergencyStop[]): Sheet {
  return stops.map((stop) => stopNotice(stop, [" ", link("/status", t("operation.lift_page_connection"))]));
}

/** Describes one emergency stop. */
export function stopNotice({ account, since, by, reason }: EmergencyStop, more: Words = null): Block {
  const values = { account: data(account), at: time(since), name: data(by), reason: data(reason) };
  return notice([say("operation.emergency_stop_account", values), more], "bad", "pause");
}
