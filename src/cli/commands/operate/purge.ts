import type { Command } from "commander";
import { EXIT } from "../../../domain/problem.ts";
import type { Purged } from "../../../privacy/retention/retention.ts";
import { endWith } from "../../failure.ts";
import { withCommonOptions, withExamples } from "../../options.ts";
import { print, printError, printJson } from "../../../app/output.ts";
import { purgeAll } from "../../../app/apply-retention.ts";
import { withState, type CommonOptions } from "../../../app/with-state.ts";
import type { Call } from "../../../app/io.ts";

interface PurgeOptions extends CommonOptions {
  dryRun?: boolean;
}

/** `rollcall purge` */
export function addPurge(io: Call, command: Command): void {
  withExamples(
    withCommonOptions(command.option("--dry-run", "only show what would be deleted")).action((options: PurgeOptions) =>
      purgeCommand(io, options),
    ),
    "rollcall purge --dry-run",
    "rollcall purge --json",
  );
}

async function purgeCommand(io: Call, options: PurgeOptions): Promise<void> {
  await withState(io, options, async (state) => {
    const dryRun = options.dryRun === true;
    const { purged, unread } = await purgeAll(io, state, io.now(), dryRun);
    if (options.json === true) printJson(io, { dry_run: dryRun, purged, unread });
    else print(io, purgedText(purged, dryRun));
    for (const { job, why } of unread) printError(io, `Can't read the job file of ${job}, so its data is kept: ${why}`);
    if (unread.length > 0) endWith(io, EXIT.partly);
  });
}

const LABELS: Readonly<Record<keyof Purged, string>> = {
  runs: "runs that have ended",
  operations: "operations that have ended",
  rejects: "rejected rows",
  reports: "report files",
  removals: "removals that have ended",
  people: "rows of people who left the file",
  waiting: "abandoned runs, cancelled",
  notices: "records of notifications",
  sessions: "sessions and tokens that have ended",
  audit: "oldest entries of the audit trail",
  files: "leftover copies of exports",
};

function purgedText(purged: Purged, dryRun: boolean): string {
  const lines = Object.entries(purged).flatMap(([kind, count]) =>
    count === 0 ? [] : [`${String(count).padStart(8)}  ${LABELS[kind as keyof Purged]}`],
  );
  if (lines.length === 0) return "There is nothing to delete.";
  return `${dryRun ? "Would be deleted" : "Deleted"}:\n${lines.join("\n")}`;
}
