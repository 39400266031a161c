import type { Command } from "commander";
import type { Call } from "../../app/io.ts";
import { reviewer, withCommonOptions, withExamples } from "../options.ts";
import { exportCommand, type ExportOptions } from "../review/export.ts";
import { importCommand, type ImportCommandOptions } from "../review/import.ts";

/** Adds `review export` and `review import`, for decisions in a workbook. */
export function addWorkbook(io: Call, review: Command): void {
  withExamples(
    withCommonOptions(
      review
        .command("export")
        .description("export pending removals to a file: a workbook to decide in, an HTML page, or JSON")
        .requiredOption("--out <file>", "output file")
        .option("--format <format>", "xlsx, html or json (default: from the file extension)")
        .option("--job <name>", "only this job")
        .option("--language <language>", "language of the workbook: en or es", "en"),
    ).action((options: ExportOptions) => exportCommand(io, options)),
    "rollcall review export --out pending.xlsx",
    "rollcall review export --job nightly --language es --out pendientes.xlsx",
    "rollcall review export --out pending.html",
  );
  withExamples(
    withCommonOptions(
      review
        .command("import <file>")
        .description("import the decisions of a workbook made by `review export`; approved removals are applied at once")
        .option(...reviewer)
        .option("--job <job>", "only decisions of this job: its name or file")
        .option("--dry-run", "only show what would be decided"),
    ).action((file: string, options: ImportCommandOptions) => importCommand(io, file, options)),
    'rollcall review import pending.xlsx --reviewer "Ana Ruiz"',
    "rollcall review import pending.xlsx --dry-run",
  );
}
