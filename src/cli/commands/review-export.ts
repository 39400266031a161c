import type { Command } from "commander";
import type { Call } from "../io.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { exportCommand, type ExportOptions } from "../review/export.ts";
import { importCommand, type ImportCommandOptions } from "../review/import.ts";

/** `review export` and `review import`: the reviewer's workbook, out and back. */
export function addWorkbook(io: Call, review: Command): void {
  withExamples(
    withCommonOptions(
      review
        .command("export")
        .description("what waits for a decision as one file: a workbook to decide in, an HTML page, or JSON")
        .requiredOption("--out <file>", "where to write it")
        .option("--format <format>", "xlsx, html or json (default: by the name of the file)")
        .option("--job <name>", "of this job only")
        .option("--language <language>", "of the workbook: en or es", "en"),
    ).action((options: ExportOptions) => exportCommand(io, options)),
    "rollcall review export --out pending.xlsx",
    "rollcall review export --job nightly --language es --out pendientes.xlsx",
    "rollcall review export --out pending.html",
  );
  withExamples(
    withCommonOptions(
      review
        .command("import <file>")
        .description("take the decisions of a workbook that `review export` made; what is approved is carried out at once")
        .option("--reviewer <name>", "who decides (default: the user of the operating system; ROLLCALL_TOKEN proves it)")
        .option("--job <job>", "only decisions of this job: a name, or its file")
        .option("--dry-run", "only say what would be decided"),
    ).action((file: string, options: ImportCommandOptions) => importCommand(io, file, options)),
    'rollcall review import pending.xlsx --reviewer "Ana Ruiz"',
    "rollcall review import pending.xlsx --dry-run",
  );
}
