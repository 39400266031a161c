/** Tables whose cells contain facts. */
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
    if (stop !== null) return [name, "emergency stop", ""];
    if (faults.length > 0) return [name, "invalid", faults.map(factText).join("; ")];
    if (schedule === null) return [name, "not scheduled", ""];
    return [name, nextRun ?? "paused", `${schedule.cron} (${schedule.timezone})`];
  });
  return table([["job", "next run", "schedule"], ...rows]);
}

/** Formats the memberships of a revert: added back, already there, or not added back. */
export function revertedText(io: Call, of: string, { run, memberships }: Reverted): string {
  const labels = { added: "added back", there: "already there", missing: "not added back" };
  const rows = memberships.map(({ key, name, group, status, why }) => [
    "   ",
    labels[status],
    `${name} (${key})`,
    group,
    why === null ? "" : factText(why),
  ]);
  const added = memberships.filter(({ status }) => status === "added").length;
  const head = `Run ${of} was reverted by run ${run.id}: ${added} of ${memberships.length} memberships added back. They are now exceptions: rollcall review exceptions`;
  return [styled(io, "bold", plain(head)), table(rows)].join("\n");
}
