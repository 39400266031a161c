/** Tables whose cells contain facts. */
import { t } from "../../reporting/locales/t.ts";
import { factText } from "../../reporting/fact-text.ts";
import type { JobCard } from "../../console/parts.ts";
import type { Reverted } from "../../pipeline/pipeline.ts";
import { plain } from "../../app/view/terminal.ts";
import type { Call } from "../../app/io.ts";
import { styled } from "../../app/output.ts";
import { table } from "./tables.ts";

/** Formats jobs with their next run, or the errors of an invalid job file. */
export function jobsTable(jobs: readonly (JobCard & { emergency_stop: unknown })[]): string {
  const rows = jobs.map(({ name, schedule, nextRun, faults, emergency_stop: stop }) => {
    if (stop !== null) return [name, t("operation.emergency_stop"), ""];
    if (faults.length > 0) return [name, t("operation.problem"), faults.map(factText).join("; ")];
    if (schedule === null) return [name, t("operation.no_schedule"), ""];
    return [name, nextRun ?? "paused", `${schedule.cron} (${schedule.timezone})`];
  });
  return table([[t("labels.job"), t("operation.next_run"), t("operation.schedule")], ...rows]);
}

/** Formats the memberships of a revert: added back, already there, or not added back. */
export function revertedText(io: Call, of: string, { run, memberships }: Reverted): string {
  const labels = { added: "run.membership_added", there: "run.membership_exists", missing: "run.membership_missing" } as const;
  const rows = memberships.map(({ key, name, group, status, why }) => [
    "   ",
    t(labels[status]),
    `${name} (${key})`,
    group,
    why === null ? "" : factText(why),
  ]);
  const added = memberships.filter(({ status }) => status === "added").length;
  const head = t("run.is_reverted", { run: of, revert: run.id, added, n: memberships.length });
  return [styled(io, "bold", plain(head)), table(rows)].join("\n");
}
