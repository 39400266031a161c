import type { Command } from "commander";
import { approveRun, resumeRun, revertRun } from "../../run.ts";
import { EXIT, UsageProblem } from "../../model/problem.ts";
import { reportData } from "../../review/report-data.ts";
import { resultOf } from "../../review/result.ts";
import { findRun, listRuns, type Run } from "../../store/runs.ts";
import type { State } from "../../store/state.ts";
import { endWith } from "../failure.ts";
import { finishRun, reportFailedRun, writeReport } from "../finish-run.ts";
import { giveUp } from "../give-up.ts";
import { whoActs } from "../proven-actor.ts";
import { untilDate } from "../review/until.ts";
import { loadConfiguration, withOpenJob, withState, type CommonOptions, type Wired } from "../wire.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { reportProgress } from "../progress.ts";
import { runText } from "../view/run.ts";
import { revertedText, runsTable } from "../view/tables.ts";

interface RunsOptions extends CommonOptions {
  job?: string;
  limit?: string;
  reason?: string;
  reviewer?: string;
  until?: string;
}

export function addRuns(program: Command): void {
  const runs = program.command("runs").description("the runs there were: list, show, resume, approve, cancel, revert");
  withExamples(
    withCommonOptions(
      runs.command("list").description("the latest runs").option("--job <name>", "of this job only").option("--limit <n>", "so many", "20"),
    ).action(listCommand),
    "rollcall runs list --job nightly",
  );
  withExamples(
    withCommonOptions(runs.command("show <run>").description("one run, from what is stored")).action(showCommand),
    "rollcall runs show 20260430-023000-x7ke",
  );
  withExamples(
    withCommonOptions(
      runs
        .command("resume <run>")
        .description("go on with a run that was stopped, or carry out a plan")
        .option("--job <job>", "the job's file, when it is not in jobs/"),
    ).action((id: string, options: RunsOptions) => continueRun(id, options, ({ session, connect }) => resumeRun(session, connect, id))),
    "rollcall runs resume 20260430-023000-x7ke",
  );
  withExamples(
    withCommonOptions(
      runs
        .command("approve <run>")
        .description("release a run that a limit held")
        .option("--job <job>", "the job's file, when it is not in jobs/")
        .option("--reason <text>", "why it is right, for the audit trail", "")
        .option("--reviewer <name>", "who releases it (default: the user of the operating system; ROLLCALL_TOKEN proves it)"),
    ).action((id: string, options: RunsOptions) =>
      continueRun(id, options, async ({ session, connect }) => {
        const { name, via } = await whoActs(session.state, options.reviewer, "run", session.now());
        return approveRun(session, connect, id, { by: name, via, reason: options.reason ?? "" });
      }),
    ),
    'rollcall runs approve 20260430-023000-x7ke --reason "The merger: 400 people join"',
  );
  withExamples(
    withCommonOptions(
      runs
        .command("cancel <run>")
        .description("give a run up; what it has not sent is never sent")
        .option("--reason <text>", "why, for the audit trail", "")
        .option("--reviewer <name>", "who gives it up (default: the user of the operating system; ROLLCALL_TOKEN proves it)"),
    ).action(cancelCommand),
    'rollcall runs cancel 20260430-023000-x7ke --reason "The file of last week"',
  );
  withExamples(
    withCommonOptions(
      runs
        .command("revert <run>")
        .description("add the memberships back that a run, or decisions on what it found, removed; and keep them")
        .option("--reason <text>", "why, for the audit trail", "")
        .option("--until <date>", "keep them until this day, such as 2027-01-31; else until somebody ends the exceptions")
        .option("--job <job>", "the job's file, when it is not in jobs/")
        .option("--reviewer <name>", "who reverts it (default: the user of the operating system; ROLLCALL_TOKEN proves it)"),
    ).action(revertCommand),
    'rollcall runs revert 20260430-023000-x7ke --reason "The rename was a mistake in HR"',
  );
}

export { systemUser as defaultReviewer } from "../proven-actor.ts";

async function listCommand(options: RunsOptions): Promise<void> {
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1) throw new UsageProblem(`--limit takes a whole number from 1 on, not ${options.limit}.`);
  await withState(options, async ({ db }) => {
    const runs = await listRuns(db, { limit, ...(options.job === undefined ? {} : { job: options.job }) });
    if (options.json === true) printJson(await Promise.all(runs.map((run) => resultOf(db, run, null))));
    else print(runs.length === 0 ? "There are no runs yet. Start one with `rollcall sync JOB`." : runsTable(runs));
  });
}

async function showCommand(id: string, options: RunsOptions): Promise<void> {
  await withState(options, async (state) => {
    const run = await existingRun(state, id);
    const data = await reportData(state.db, run, await writeReport(state, run));
    if (options.json === true) printJson(data.result);
    else print(runText(data));
  });
}

async function cancelCommand(id: string, options: RunsOptions): Promise<void> {
  await withState(options, async (state) => {
    const by = await whoActs(state, options.reviewer, "run", new Date());
    endWith(await finishRun(state, await giveUp(state, id, by, options.reason ?? ""), options));
  });
}

async function revertCommand(id: string, options: RunsOptions): Promise<void> {
  const reason = options.reason ?? "";
  if (reason.trim() === "") throw new UsageProblem("Reverting a run needs a reason: --reason TEXT. Nothing was changed.");
  const until = options.until === undefined ? null : untilDate(options.until);
  const progress = reportProgress(process.stderr, options.quiet === true);
  await withState(options, async (state) => {
    const by = await whoActs(state, options.reviewer, "run", new Date());
    const { job, mapping } = await loadConfiguration(options.job ?? (await existingRun(state, id)).job_file);
    const reverted = await withOpenJob(state, job, mapping, progress, ({ session, connect }) =>
      revertRun(session, connect, id, { by, reason, until }),
    );
    const report = await writeReport(state, reverted.run);
    if (options.json === true) printJson({ run: reverted.run.id, reverted: id, memberships: reverted.memberships, report });
    else print(revertedText(id, reverted));
    endWith(reverted.memberships.some(({ status }) => status === "missing") ? EXIT.partly : EXIT.done);
  });
}

/** A run goes on with its job as the job file now is. */
async function continueRun(id: string, options: RunsOptions, work: (wired: Wired) => Promise<Run>): Promise<void> {
  const progress = reportProgress(process.stderr, options.quiet === true);
  await withState(options, async (state) => {
    const { job, mapping } = await loadConfiguration(options.job ?? (await existingRun(state, id)).job_file);
    await withOpenJob(state, job, mapping, progress, async (wired) => {
      try {
        endWith(await finishRun(state, await work(wired), options));
      } catch (error) {
        progress.end();
        await reportFailedRun(state, id, options);
        throw error;
      }
    });
  });
}

async function existingRun(state: State, id: string): Promise<Run> {
  const run = await findRun(state.db, id);
  if (run === undefined) throw new UsageProblem(`There is no run ${id}.`, "`rollcall runs list` shows those there are.");
  return run;
}
