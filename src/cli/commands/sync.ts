import type { Command } from "commander";
import type { ExitCode } from "../../domain/problem.ts";
import { resolve } from "node:path";
import { startRun } from "../../pipeline/pipeline.ts";
import { newRunId } from "../../store/runs/runs.ts";
import { failWithJson } from "../fail-with-json.ts";
import { endWith } from "../failure.ts";
import { fetchImpactAfterRun } from "../../app/fetch-impact.ts";
import { finishRun, reportFailedRun } from "../../app/finish-run.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { possibleActors } from "../../review/possible-actors.ts";
import { whoActs } from "../proven-actor.ts";
import { withJob, type CommonOptions, type OpenJob } from "../../app/open-session.ts";
import type { PilotOptions } from "../../app/pilot-options.ts";
import { compareWith } from "./compare.ts";
import type { Call } from "../../app/io.ts";

interface SyncOptions extends CommonOptions, PilotOptions {
  file?: string;
  complete?: boolean;
  all?: boolean;
}

const PILOT_OPTIONS = [
  ["--only <expression>", "a pilot: only the people whose rows match; the whole file is read and counted"],
  ["--keys <file>", "a pilot: only the people whose keys are in this text file, one a line"],
  ["--max <n>", "send nothing if the pilot matches more people than this"],
] as const;

function withPilotOptions(command: Command): Command {
  return PILOT_OPTIONS.reduce((added, [flags, about]) => added.option(flags, about), command);
}

export function addSync(io: Call, command: Command): void {
  withPilotOptions(
    command
      .argument("<job>")
      .option("--file <file>", "read this file instead of the job's, as a partial file unless you add --complete")
      .option("--complete", "treat the file of --file as a full export")
      .option("--all", "list every person, row and note"),
  ).action((job: string, options: SyncOptions) => run(io, job, options, false));
  withExamples(
    withCommonOptions(command),
    "rollcall sync nightly",
    "rollcall sync jobs/nightly.yaml --json",
    "rollcall sync nightly --file joiners-today.csv      # only these people; no one counts as absent",
    `rollcall sync nightly --only 'Site == "MAD"' --max 20      # a pilot`,
  );
}

export function addPlan(io: Call, command: Command): void {
  withPilotOptions(
    command
      .argument("<job>")
      .option("--file <file>", "read this file instead of the job's, as a partial file unless you add --complete")
      .option("--complete", "treat the file of --file as a full export")
      .option("--all", "list every person, row and note"),
  )
    .option("--mapping <file>", "compare this mapping with the job's over the same file, instead of making a plan")
    .action((job: string, options: SyncOptions & { mapping?: string }) =>
      options.mapping === undefined
        ? run(io, job, options, true)
        : compareWith(io, options.mapping, job, options).catch((error: unknown) => failWithJson(io, job, options, error)),
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
  let opened = false;
  const work = (open: OpenJob): Promise<ExitCode> => {
    opened = true;
    return runJob(io, open, options, planOnly);
  };
  const code = await withJob(io, job, options, work, !planOnly).catch((error: unknown) => {
    // A failed run has printed its own result.
    if (opened) throw error;
    return failWithJson(io, job, options, error);
  });
  endWith(io, code);
}

/** Starts a run of an open job and prints its result. */
export async function runJob(io: Call, open: OpenJob, options: SyncOptions, planOnly: boolean, id = newRunId(io.now())): Promise<ExitCode> {
  const { session, connect } = open;
  const by = await whoActs(io, session.state, undefined, "look", session.now());
  const request = {
    id,
    file: options.file === undefined ? null : options.file === "-" ? "-" : resolve(io.cwd, options.file),
    // A pilot of the command has only some of the people, so nobody counts as absent.
    partial: (options.file !== undefined && options.complete !== true) || session.pilot?.option != null,
    planOnly,
    startedBy: by.name,
    startedPeople: await possibleActors(session.state.db, by),
  };
  try {
    const ended = await startRun(session, connect, request);
    const code = await finishRun(io, session.state, ended, options, session.job.policy.exit);
    await fetchImpactAfterRun(io, open, ended);
    return code;
  } catch (error) {
    session.progress.end();
    await reportFailedRun(io, session.state, request.id, options);
    throw error;
  }
}
