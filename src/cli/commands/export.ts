import { t } from "../../reporting/locales/t.ts";
import type { Command } from "commander";
import { startOfDay } from "../../domain/clock.ts";
import { fact } from "../../domain/facts/fact.ts";
import { EXIT, UsageProblem } from "../../domain/problem.ts";
import type { ExportedProgress } from "../../exports/export-progress.ts";
import { exportJobProgress } from "../../app/export-progress.ts";
import { withJob, type CommonOptions } from "../../app/open-session.ts";
import { print, printJson } from "../../app/output.ts";
import type { Call } from "../../app/io.ts";
import { endWith } from "../failure.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { whoActs } from "../proven-actor.ts";

interface ExportOptions extends CommonOptions {
  out?: string;
  format?: string;
  since?: string;
  fields?: string;
}

/** `rollcall export …` */
export function addExport(io: Call, command: Command): void {
  withExamples(
    withCommonOptions(
      command
        .command("progress <job>")
        .description("export the progress of linked people in courses and learning paths, by HR key; continues an interrupted export")
        .option("--out <file>", "output file (default: `export.file` of the job)")
        .option("--format <format>", "csv, xlsx or json (default: from the file extension)")
        .option("--since <date>", "leave out courses in which nothing happened since this day, such as 2026-04-01 (UTC)")
        .option("--fields <names>", "additional fields, separated by commas; docs/reference/job.md lists them"),
    ).action((job: string, options: ExportOptions) => progressCommand(io, job, options)),
    "rollcall export progress nightly --out progress.csv",
    "rollcall export progress nightly --out progress.xlsx --since 2026-04-01 --fields total_progress_time",
  );
}

async function progressCommand(io: Call, job: string, options: ExportOptions): Promise<void> {
  const since = options.since === undefined ? null : startOfDay(options.since);
  if (since === null && options.since !== undefined)
    throw new UsageProblem(fact("usage.date_is_unclear", { option: "--since", given: options.since }));
  await withJob(io, job, options, async (open) => {
    const by = await whoActs(io, open.session.state, undefined, "run", open.session.now());
    const done = await exportJobProgress(io, open, {
      out: options.out ?? null,
      format: options.format ?? null,
      since,
      fields: (options.fields ?? "").split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()])),
      by: by.name,
    });
    if (options.json === true) printJson(io, done);
    else print(io, exportedText(done));
    if (done.unknown > 0) endWith(io, EXIT.partly);
  });
}

function exportedText({ file, people, resumed, rows, unknown, unlinked }: ExportedProgress): string {
  return [
    t("export.progress_is_written", { file, rows, n: people }),
    ...(resumed === 0 ? [] : [t("export.was_interrupted", { n: resumed })]),
    ...(unknown === 0 ? [] : [t("export.accounts_unknown", { n: unknown })]),
    ...(unlinked === 0 ? [] : [t("export.rows_unlinked", { n: unlinked })]),
  ].join("\n");
}
