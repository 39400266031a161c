import { capitalised, runStatusLabel } from "../labels.ts";
import { t } from "../locales/t.ts";
import { failuresIn } from "../run-counts.ts";
import type { ShownRun } from "../shown-run.ts";
import { pill, type Words } from "../sheet/sheet.ts";

/** Names the status of a run. */
export function runStatus({ status, counts }: Pick<ShownRun, "status" | "counts">): Words {
  const label = capitalised(runStatusLabel(status));
  if (status === "failed" || status === "interrupted") return pill(label, "bad", "alert");
  if (status === "held") return pill(label, "warn", "pause");
  if (status === "completed")
    return failuresIn(counts) > 0 ? pill(t("runs.applied_errors"), "warn", "alert") : pill(t("runs.applied_run"), "good", "check");
  return pill(label, status === "running" || status === "reading" ? "info" : "");
}
