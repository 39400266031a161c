import { t } from "../locales/t.ts";
import { below, data, pill, sheet, table, time, type Sheet, type Words } from "../sheet/sheet.ts";
import { personLink } from "./links.ts";

/** An account that was deactivated by hand, as pages and JSON show it. */
export interface Deactivated {
  job: string;
  key: string;
  name: string | null;
  by: string;
  at: string;
  reason: string;
  closed: boolean;
  overdue: boolean;
}

/** Lists the urgent deactivations in force. */
export function deactivatedSheet(all: readonly Deactivated[]): Sheet {
  return sheet(
    all.length > 0 &&
      table<Deactivated>(
        t("history.deactivated_hand"),
        [
          { head: t("labels.person"), kind: "row", words: personLink },
          { head: t("labels.status"), words: statusOf },
          { head: t("common.by"), words: ({ by, at }) => [data(by), below(time(at))] },
          { head: t("labels.reason"), kind: "wide", words: ({ reason }) => data(reason) },
        ],
        all,
      ),
  );
}

function statusOf({ overdue, closed }: Deactivated): Words {
  if (overdue) return pill(t("history.overdue_active_hr"), "warn", "alert");
  return closed ? pill(t("history.waiting_hr_file")) : pill(t("history.not_confirmed_yet"), "warn");
}
