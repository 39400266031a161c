import { englishText, factText } from "../../../reporting/fact-text.ts";
import { t } from "../../../reporting/locales/t.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { databasePlace } from "../../../config/environment.ts";
import { Problem } from "../../../domain/problem.ts";
import { listEmergencyStops, type EmergencyStop } from "../../../store/schedule/emergency-stop.ts";
import { withCommonOptions, withExamples } from "../../options.ts";
import { print, printError, printJson } from "../../../app/output.ts";
import { Jobs } from "../../../daemon/jobs.ts";
import { plain } from "../../../app/view/terminal.ts";
import { jobsTable } from "../../view/worded-tables.ts";
import { stateDirectory, withStore, type CommonOptions } from "../../../app/with-state.ts";
import type { Call } from "../../../app/io.ts";

interface JobsOptions extends CommonOptions {
  jobs: string;
}

/** `rollcall jobs` */
export function addJobs(io: Call, jobs: Command): void {
  withExamples(
    withCommonOptions(
      jobs
        .command("list")
        .description("list the jobs with their next run, or what is wrong with them")
        .option("--jobs <dir>", "the directory of the job files", "jobs"),
    ).action((options: JobsOptions) => listCommand(io, options)),
    "rollcall jobs list",
  );
}

async function listCommand(io: Call, options: JobsOptions): Promise<void> {
  const cards = await new Jobs(io, options.jobs).cards(io.now());
  const stops = await stopsIn(io, options);
  const listed = cards.map((card) => ({ ...card, emergency_stop: stops.find(({ account }) => account === card.account) ?? null }));
  if (options.json === true)
    return printJson(
      io,
      listed.map((job) => ({ ...job, faults: job.faults.map(englishText), fault_facts: job.faults })),
    );
  print(io, cards.length === 0 ? t("job.no_files", { dir: options.jobs }) : jobsTable(listed));
  for (const { account, since: at, by: name, reason } of stops)
    print(io, plain(t("operation.emergency_stop_account", { account, at, name, reason })));
}

/** Returns the emergency stops of the state, without creating a state. */
async function stopsIn(io: Call, options: JobsOptions): Promise<EmergencyStop[]> {
  const server = databasePlace(io.env) !== null;
  if (!server && !existsSync(join(stateDirectory(io, options), "database"))) return [];
  return withStore(io, options, listEmergencyStops).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    printError(io, t("emergency_stop.cannot_be_read", { why: factText(error.fact) }));
    return [];
  });
}
