import { t, type Message } from "../../../reporting/locales/t.ts";
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
    for (const { job, why } of unread) printError(io, t("purge.job_is_unreadable", { job, why }));
    if (unread.length > 0) endWith(io, EXIT.partly);
  });
}

const LABELS = {
  runs: "purge.runs",
  operations: "purge.operations",
  rejects: "purge.rejects",
  reports: "purge.reports",
  removals: "purge.removals",
  people: "purge.people",
  waiting: "purge.waiting",
  notices: "purge.notices",
  sessions: "purge.sessions",
  audit: "purge.audit",
  files: "purge.files",
} as const satisfies Record<keyof Purged, Message>;

function purgedText(purged: Purged, dryRun: boolean): string {
  const lines = Object.entries(purged).flatMap(([kind, count]) =>
    count === 0 ? [] : [`${String(count).padStart(8)}  ${t(LABELS[kind as keyof Purged])}`],
  );
  if (lines.length === 0) return t("purge.nothing");
  return `${dryRun ? t("purge.would_be_deleted") : t("purge.deleted")}:\n${lines.join("\n")}`;
}
