import type { Command } from "commander";
import { fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { listRuns } from "../../store/runs/runs.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../../app/output.ts";
import type { RunsOptions } from "../runs/existing.ts";
import { runsTable } from "../view/tables.ts";
import { withStore } from "../../app/with-state.ts";
import type { Call } from "../../app/io.ts";

/** Loads the commands that need the pipeline; `list` and `show` don't. */
const runActions = () => import("../runs/resume.ts");

export function addRuns(io: Call, runs: Command): void {
  withExamples(
    withCommonOptions(
      runs
        .command("list")
        .description("list the latest runs")
        .option("--job <name>", "only this job")
        .option("--limit <n>", "maximum number", "20"),
    ).action((options: RunsOptions) => listCommand(io, options)),
    "rollcall runs list --job nightly",
  );
  withExamples(
    withCommonOptions(runs.command("show <run>").description("show one run").option("--all", "list every person, row and note")).action(
      async (id: string, options: RunsOptions) => (await import("../runs/show.ts")).showCommand(io, id, options),
    ),
    "rollcall runs show 20260430-023000-x7ke",
    "rollcall runs show 20260430-023000-x7ke --all",
  );
  withExamples(
    withCommonOptions(
      runs
        .command("resume <run>")
        .description("continue an interrupted run, or apply a plan")
        .option("--job <job>", "the job file, if it isn't in jobs/"),
    ).action(async (id: string, options: RunsOptions) => (await runActions()).resumeCommand(io, id, options)),
    "rollcall runs resume 20260430-023000-x7ke",
  );
  withExamples(
    withCommonOptions(
      runs
        .command("approve <run>")
        .description("approve a run that a limit put on hold")
        .option("--job <job>", "the job file, if it isn't in jobs/")
        .option("--reason <text>", "why, for the audit trail; required", "")
        .option("--reviewer <name>", "who approves it (default: the operating system user; ROLLCALL_TOKEN verifies the name)"),
    ).action(async (id: string, options: RunsOptions) => (await runActions()).approveCommand(io, id, options)),
    'rollcall runs approve 20260430-023000-x7ke --reason "The merger: 400 people join"',
  );
  withExamples(
    withCommonOptions(
      runs
        .command("release <run>")
        .description("release a missing area, whose people a run blocked, and apply what the export says about them")
        .requiredOption("--area <column=value>", "the area, as the run names it")
        .option("--job <job>", "the job file, if it isn't in jobs/")
        .option("--reason <text>", "why, for the audit trail; required", "")
        .option("--reviewer <name>", "who releases it (default: the operating system user; ROLLCALL_TOKEN verifies the name)"),
    ).action(async (id: string, options: RunsOptions) => (await runActions()).releaseCommand(io, id, options)),
    'rollcall runs release 20260430-023000-x7ke --area City=Lisbon --reason "The office is closed"',
  );
  withExamples(
    withCommonOptions(
      runs
        .command("cancel <run>")
        .description("discard a run; changes it hasn't sent are never sent")
        .option("--reason <text>", "why, for the audit trail", "")
        .option("--reviewer <name>", "who discards it (default: the operating system user; ROLLCALL_TOKEN verifies the name)"),
    ).action(async (id: string, options: RunsOptions) => (await runActions()).cancelCommand(io, id, options)),
    'rollcall runs cancel 20260430-023000-x7ke --reason "The file of last week"',
  );
  withExamples(
    withCommonOptions(
      runs
        .command("revert <run>")
        .description("undo the removals of a run, including those approved in a review, and keep the memberships as exceptions")
        .option("--reason <text>", "why, for the audit trail", "")
        .option("--until <date>", "last day of the exceptions, such as 2027-01-31 (default: no end date)")
        .option("--job <job>", "the job file, if it isn't in jobs/")
        .option("--reviewer <name>", "who reverts it (default: the operating system user; ROLLCALL_TOKEN verifies the name)"),
    ).action(async (id: string, options: RunsOptions) => (await runActions()).revertCommand(io, id, options)),
    'rollcall runs revert 20260430-023000-x7ke --reason "The rename was a mistake in HR"',
  );
}

async function listCommand(io: Call, options: RunsOptions): Promise<void> {
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1) throw new UsageProblem(fact("usage.number_is_too_small", { option: "--limit", least: 1 }));
  await withStore(io, options, async ({ db }) => {
    const runs = await listRuns(db, { limit, ...(options.job === undefined ? {} : { job: options.job }) });
    if (options.json === true) {
      const { resultOf } = await import("../../reporting/run-result.ts");
      printJson(io, await Promise.all(runs.map((run) => resultOf(db, run, null))));
    } else if (runs.length > 0) print(io, runsTable(runs));
    else {
      const { t } = await import("../../reporting/locales/t.ts");
      print(io, t("runs.none_yet"));
    }
  });
}
