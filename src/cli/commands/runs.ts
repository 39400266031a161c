import type { Command } from "commander";
import { UsageProblem } from "../../model/problem.ts";
import { reportData } from "../../review/report-data.ts";
import { resultOf } from "../../review/result.ts";
import { listRuns } from "../../store/runs.ts";
import { EVERYTHING, writeReport } from "../finish-run.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { existingRun, type RunsOptions } from "../runs/existing.ts";
import { runText } from "../view/run.ts";
import { runsTable } from "../view/tables.ts";
import { withStore } from "../with-state.ts";
import type { Call } from "../io.ts";

/** The pipeline is loaded for those who go on with a run, and not for those who look. */
const goOn = () => import("../runs/go-on.ts");

export function addRuns(io: Call, program: Command): void {
  const runs = program.command("runs").description("the runs there were: list, show, resume, approve, cancel, revert");
  withExamples(
    withCommonOptions(
      runs.command("list").description("the latest runs").option("--job <name>", "of this job only").option("--limit <n>", "so many", "20"),
    ).action((options: RunsOptions) => listCommand(io, options)),
    "rollcall runs list --job nightly",
  );
  withExamples(
    withCommonOptions(
      runs.command("show <run>").description("one run, from what is stored").option("--all", "list every person, row and remark"),
    ).action((id: string, options: RunsOptions) => showCommand(io, id, options)),
    "rollcall runs show 20260430-023000-x7ke",
    "rollcall runs show 20260430-023000-x7ke --all",
  );
  withExamples(
    withCommonOptions(
      runs
        .command("resume <run>")
        .description("go on with a run that was stopped, or carry out a plan")
        .option("--job <job>", "the job's file, when it is not in jobs/"),
    ).action(async (id: string, options: RunsOptions) => (await goOn()).resumeCommand(io, id, options)),
    "rollcall runs resume 20260430-023000-x7ke",
  );
  withExamples(
    withCommonOptions(
      runs
        .command("approve <run>")
        .description("release a run that a limit held")
        .option("--job <job>", "the job's file, when it is not in jobs/")
        .option("--reason <text>", "why it is right, for the audit trail; required", "")
        .option("--reviewer <name>", "who releases it (default: the user of the operating system; ROLLCALL_TOKEN proves it)"),
    ).action(async (id: string, options: RunsOptions) => (await goOn()).approveCommand(io, id, options)),
    'rollcall runs approve 20260430-023000-x7ke --reason "The merger: 400 people join"',
  );
  withExamples(
    withCommonOptions(
      runs
        .command("cancel <run>")
        .description("give a run up; what it has not sent is never sent")
        .option("--reason <text>", "why, for the audit trail", "")
        .option("--reviewer <name>", "who gives it up (default: the user of the operating system; ROLLCALL_TOKEN proves it)"),
    ).action(async (id: string, options: RunsOptions) => (await goOn()).cancelCommand(io, id, options)),
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
    ).action(async (id: string, options: RunsOptions) => (await goOn()).revertCommand(io, id, options)),
    'rollcall runs revert 20260430-023000-x7ke --reason "The rename was a mistake in HR"',
  );
}

async function listCommand(io: Call, options: RunsOptions): Promise<void> {
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1) throw new UsageProblem(`--limit takes a whole number from 1 on, not ${options.limit}.`);
  await withStore(io, options, async ({ db }) => {
    const runs = await listRuns(db, { limit, ...(options.job === undefined ? {} : { job: options.job }) });
    if (options.json === true) printJson(io, await Promise.all(runs.map((run) => resultOf(db, run, null))));
    else print(io, runs.length === 0 ? "There are no runs yet. Start one with `rollcall sync JOB`." : runsTable(runs));
  });
}

async function showCommand(io: Call, id: string, options: RunsOptions): Promise<void> {
  await withStore(io, options, async (state) => {
    const run = await existingRun(state, id);
    const data = await reportData(state.db, run, await writeReport(state, run), options.all === true ? EVERYTHING : undefined);
    if (options.json === true) printJson(io, data.result);
    else print(io, runText(io, data, options.all === true));
  });
}
