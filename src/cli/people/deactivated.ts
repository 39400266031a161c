import type { Call } from "../../app/io.ts";
import { print, printJson } from "../../app/output.ts";
import { withStore, type CommonOptions } from "../../app/with-state.ts";
import { t } from "../../reporting/locales/t.ts";
import { listUrgentDeactivations } from "../../store/people/urgent-deactivations.ts";
import { table } from "../view/tables.ts";

/** `people deactivated` */
export async function listDeactivated(io: Call, options: CommonOptions): Promise<void> {
  await withStore(io, options, async ({ db }) => {
    const all = await listUrgentDeactivations(db, io.now());
    if (options.json === true)
      return printJson(
        io,
        all.map(({ account, job, key, user_id, by, reason, run, at, overdue, closed }) => ({
          account,
          job,
          key,
          user_id,
          by,
          reason,
          run,
          at: at.toISOString(),
          closed,
          overdue,
        })),
      );
    const rows = all.map(({ key, job, by, at, reason, overdue, closed }) => [
      key,
      job,
      at.toISOString().slice(0, 10),
      by,
      closed ? t(overdue ? "history.overdue_active_hr" : "history.waiting_hr_file") : t("labels.not_sent_yet"),
      reason,
    ]);
    print(
      io,
      rows.length === 0
        ? t("account_change.none")
        : table([[t("workbook.key"), t("labels.job"), t("access.since"), t("common.by"), t("labels.status"), t("labels.reason")], ...rows]),
    );
  });
}
