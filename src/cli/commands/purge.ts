import type { Command } from "commander";
import { loadJob } from "../../config/job.ts";
import { EXIT, Problem } from "../../model/problem.ts";
import { KEPT_KINDS, type Retention } from "../../model/settings.ts";
import { purge, type KeptJob, type Purged } from "../../run/purge/purge.ts";
import { listKnownJobs } from "../../store/runs.ts";
import type { State } from "../../store/state.ts";
import { endWith } from "../failure.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { withState, type CommonOptions } from "../wire.ts";

interface PurgeOptions extends CommonOptions {
  dryRun?: boolean;
}

/** `rollcall purge` */
export function addPurge(program: Command): void {
  withExamples(
    withCommonOptions(
      program
        .command("purge")
        .description("let go of what is older than `retention` of the job files keeps it; docs/data-kept.md says what each kind is")
        .option("--dry-run", "only say what would go"),
    ).action(purgeCommand),
    "rollcall purge --dry-run",
    "rollcall purge --json",
  );
}

async function purgeCommand(options: PurgeOptions): Promise<void> {
  await withState(options, async (state) => {
    const { jobs, unread } = await jobsOf(state);
    const dryRun = options.dryRun === true;
    const purged = await purge(state, jobs, new Date(), { dryRun });
    if (options.json === true) printJson({ dry_run: dryRun, purged, unread });
    else print(purgedText(purged, dryRun));
    for (const { job, why } of unread) console.error(`The job file of ${job} cannot be read, so what it left is kept: ${why}`);
    if (unread.length > 0) endWith(EXIT.partly);
  });
}

const forEver = Object.fromEntries(KEPT_KINDS.map((kind) => [kind, null])) as unknown as Retention;

/** All jobs that the state knows, by their files as they now are. What cannot be read keeps everything. */
async function jobsOf({ db }: State): Promise<{ jobs: KeptJob[]; unread: { job: string; why: string }[] }> {
  const jobs: KeptJob[] = [];
  const unread: { job: string; why: string }[] = [];
  for (const { job: name, job_file: file } of await listKnownJobs(db)) {
    try {
      const { job } = await loadJob(file, { cwd: process.cwd(), env: process.env });
      if (job.name !== name)
        throw new Problem(`it is called ${job.name} now`, { code: "usage", exit: EXIT.configuration, audience: "admin" });
      jobs.push({ name, retention: job.retention });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      unread.push({ job: name, why: error.message });
      jobs.push({ name, retention: forEver });
    }
  }
  return { jobs, unread };
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
