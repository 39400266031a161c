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
