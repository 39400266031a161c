import type { Call } from "../../app/io.ts";
import { print, printJson } from "../../app/output.ts";
import { withState, type CommonOptions } from "../../app/with-state.ts";
import { t } from "../../reporting/locales/t.ts";
import type { ExceptionLine } from "../../reporting/sheets/exceptions.ts";
import { listAllExceptions } from "../../review/exceptions.ts";
import { table } from "../view/tables.ts";

export interface ExceptionsOptions extends CommonOptions {
  job?: string;
}

/** `review exceptions` */
export async function exceptionsCommand(io: Call, options: ExceptionsOptions): Promise<void> {
  await withState(io, options, async ({ db }) => {
    const exceptions = await listAllExceptions(db, options.job);
    if (options.json === true) printJson(io, exceptions);
    else print(io, exceptions.length === 0 ? t("exceptions.no_exceptions") : exceptionsText(exceptions));
  });
}

function exceptionsText(exceptions: readonly ExceptionLine[]): string {
  const labels = [
    "shell.exceptions",
    "labels.person",
    "labels.group",
    "exceptions.decided",
    "report.on",
    "exceptions.until",
    "labels.reason",
  ] as const;
  const head = labels.map((label) => t(label));
  return table([head, ...exceptions.map(exceptionRow)]);
}

function exceptionRow({ id, key, name, group, by, at, until, from_run: run, reason }: ExceptionLine): string[] {
  const end = until === null ? (run === null ? t("exceptions.hr_data_changes") : t("exceptions.no_end_date")) : until.slice(0, 10);
  const person = name === null ? key : `${name} (${key})`;
  return [id, person, group.path, by, at.slice(0, 10), end, run === null ? reason : `${reason} ${t("explanation.of_run", { run })}`];
}
