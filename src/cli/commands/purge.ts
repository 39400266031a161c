import type { Command } from "commander";
import { EXIT } from "../../model/problem.ts";
import type { Purged } from "../../run/purge/purge.ts";
import { endWith } from "../failure.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printError, printJson } from "../output.ts";
import { purgeAll } from "../purge-all.ts";
import { withState, type CommonOptions } from "../with-state.ts";
import type { Call } from "../io.ts";

interface PurgeOptions extends CommonOptions {
  dryRun?: boolean;
}

/** `rollcall purge` */
export function addPurge(io: Call, program: Command): void {
  withExamples(
    withCommonOptions(
      program
        .command("purge")
        .description("let go of what is older than `retention` of the job files keeps it; docs/data-kept.md says what each kind is")
        .option("--dry-run", "only say what would go"),
    ).action((options: PurgeOptions) => purgeCommand(io, options)),
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
    for (const { job, why } of unread) printError(io, `The job file of ${job} cannot be read, so what it left is kept: ${why}`);
    if (unread.length > 0) endWith(io, EXIT.partly);
  });
}

const words: Readonly<Record<keyof Purged, string>> = {
  runs: "runs that have ended",
  operations: "operations that have ended",
  rejects: "rows that could not be used",
  reports: "files of reports",
  removals: "removals that have ended",
  people: "rows of people who left the file",
  waiting: "runs that nobody went on with, cancelled",
  notices: "notes of what was told",
  sessions: "sessions and tokens that have ended",
  audit: "entries at the beginning of the audit trail",
  files: "copies of exports that were left over",
};

function purgedText(purged: Purged, dryRun: boolean): string {
  const lines = Object.entries(purged).flatMap(([kind, count]) =>
    count === 0 ? [] : [`${String(count).padStart(8)}  ${words[kind as keyof Purged]}`],
  );
  if (lines.length === 0) return "Nothing is older than it is kept.";
  return `${dryRun ? "Would go" : "Gone"}:\n${lines.join("\n")}`;
}
