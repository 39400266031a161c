import type { Command } from "commander";
import type { ExitCode } from "../../model/problem.ts";
import { resolve } from "node:path";
import { startRun } from "../../run.ts";
import { newRunId } from "../../store/runs.ts";
import { endWith } from "../failure.ts";
import { finishRun, reportFailedRun } from "../finish-run.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { peopleBehind } from "../../review/people-behind.ts";
import { whoActs } from "../proven-actor.ts";
import { withJob, type CommonOptions, type Wired } from "../wire.ts";
import { compareWith } from "./compare.ts";
import type { Call } from "../io.ts";

interface SyncOptions extends CommonOptions {
  file?: string;
  complete?: boolean;
  all?: boolean;
}

export function addSync(io: Call, program: Command): void {
  const command = program
    .command("sync <job>")
    .description("plan and apply: read the file, work out what changes, send it, hold every removal for review")
    .option("--file <file>", "read this file instead of the job's; only part of the people, unless --complete is given")
    .option("--complete", "the file given with --file holds everybody")
    .option("--all", "list every person, row and remark")
    .action((job: string, options: SyncOptions) => run(io, job, options, false));
  withExamples(
    withCommonOptions(command),
    "rollcall sync nightly",
    "rollcall sync jobs/nightly.yaml --json",
    "rollcall sync nightly --file joiners-today.csv      # these people only; nobody counts as absent",
  );
}

export function addPlan(io: Call, program: Command): void {
  const command = program
    .command("plan <job>")
    .description("compute and store the plan and show it; sends nothing")
    .option("--file <file>", "read this file instead of the job's; only part of the people, unless --complete is given")
    .option("--complete", "the file given with --file holds everybody")
    .option("--all", "list every person, row and remark")
    .option("--mapping <file>", "compare this mapping with the job's over the same file, instead of making a plan")
    .action((job: string, options: SyncOptions & { mapping?: string }) =>
      options.mapping === undefined ? run(io, job, options, true) : compareWith(io, options.mapping, job, options),
    );
  withExamples(
    withCommonOptions(command),
    "rollcall plan nightly",
    "rollcall plan nightly --all",
    "rollcall plan nightly --file next-month.csv --complete",
    "rollcall plan nightly --mapping mappings/next.yaml      # who would change because of the mapping alone",
  );
}

async function run(io: Call, job: string, options: SyncOptions, planOnly: boolean): Promise<void> {
  endWith(io, await withJob(io, job, options, (wired) => runJob(io, wired, options, planOnly)));
}

/** Starts a run of an open job and tells how it ended. */
export async function runJob(io: Call, { session, connect }: Wired, options: SyncOptions, planOnly: boolean): Promise<ExitCode> {
  const by = await whoActs(io, session.state, undefined, "look", session.now());
  const request = {
    id: newRunId(session.now()),
    file: options.file === undefined ? null : options.file === "-" ? "-" : resolve(io.cwd, options.file),
    partial: options.file !== undefined && options.complete !== true,
    planOnly,
    startedBy: by.name,
    startedPeople: await peopleBehind(session.state.db, by),
  };
  try {
    return await finishRun(io, session.state, await startRun(session, connect, request), options, session.job.policy.exit);
  } catch (error) {
    session.progress.end();
    await reportFailedRun(io, session.state, request.id, options);
    throw error;
  }
}
