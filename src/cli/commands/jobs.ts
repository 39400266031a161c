import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { databasePlace } from "../../config/environment.ts";
import { Problem } from "../../model/problem.ts";
import { listEmergencyStops, stoppedText, type EmergencyStop } from "../../store/emergency-stop.ts";
import { askToReload } from "../../store/settings.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printError, printJson } from "../output.ts";
import { Jobs } from "../serve/jobs.ts";
import { plain } from "../view/terminal.ts";
import { jobsTable } from "../view/tables.ts";
import { stateDirectory, withState, withStore, type CommonOptions } from "../with-state.ts";
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
  const stops = await stopsIn(io, options);
  const listed = cards.map((card) => ({ ...card, emergency_stop: stops.find(({ account }) => account === card.account) ?? null }));
  if (options.json === true) return printJson(io, listed);
  print(io, cards.length === 0 ? `There is no job file in ${options.jobs}.` : jobsTable(listed));
  for (const stop of stops) print(io, plain(stoppedText(stop)));
}

/** Emergency stops of the state, if there is one: the list of job files opens none otherwise. */
async function stopsIn(io: Call, options: JobsOptions): Promise<EmergencyStop[]> {
  const server = databasePlace(io.env) !== null;
  if (!server && !existsSync(join(stateDirectory(io, options), "database"))) return [];
  return withStore(io, options, listEmergencyStops).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    printError(io, `Whether an emergency stop is in force is not known: ${error.message}`);
    return [];
  });
}

async function reloadCommand(io: Call, options: CommonOptions): Promise<void> {
  await withState(io, options, async ({ db }) => {
    const at = io.now();
    await askToReload(db, at);
    if (options.json === true) printJson(io, { asked: at.toISOString() });
    else print(io, "The schedulers read the job files again within a few seconds.");
  });
}
