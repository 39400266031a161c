import type { Command } from "commander";
import { askToReload } from "../../store/settings.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { Jobs } from "../serve/jobs.ts";
import { jobsTable } from "../view/tables.ts";
import { withState, type CommonOptions } from "../with-state.ts";
import type { Call } from "../io.ts";

interface JobsOptions extends CommonOptions {
  jobs: string;
}

/** `rollcall jobs` */
export function addJobs(io: Call, program: Command): void {
  const jobs = program.command("jobs").description("the job files: list, reload");
  withExamples(
    withCommonOptions(
      jobs
        .command("list")
        .description("the jobs of a folder, with their next run, or what is wrong with them")
        .option("--jobs <dir>", "the folder of the job files", "jobs"),
    ).action((options: JobsOptions) => listCommand(io, options)),
    "rollcall jobs list",
  );
  withExamples(
    withCommonOptions(
      jobs.command("reload").description("have the schedulers read the job files again; SIGHUP does the same for one process"),
    ).action((options: CommonOptions) => reloadCommand(io, options)),
    "rollcall jobs reload",
  );
}

async function listCommand(io: Call, options: JobsOptions): Promise<void> {
  const cards = await new Jobs(io, options.jobs).cards(io.now());
  if (options.json === true) printJson(io, cards);
  else print(io, cards.length === 0 ? `There is no job file in ${options.jobs}.` : jobsTable(cards));
}

async function reloadCommand(io: Call, options: CommonOptions): Promise<void> {
  await withState(io, options, async ({ db }) => {
    const at = io.now();
    await askToReload(db, at);
    if (options.json === true) printJson(io, { asked: at.toISOString() });
    else print(io, "The schedulers read the job files again within a few seconds.");
  });
}
