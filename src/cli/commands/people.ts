import { t } from "../../reporting/locales/t.ts";
import { readableText } from "../../domain/names.ts";
import type { Command } from "commander";
import { fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { erasePerson, type ErasedPerson } from "../../privacy/erase/erase.ts";
import { canAsk, confirm } from "../identities/ask.ts";
import { writeReport } from "../../app/finish-run.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printError, printJson } from "../../app/output.ts";
import { whoActs } from "../proven-actor.ts";
import { withJob, type CommonOptions } from "../../app/open-session.ts";
import type { Call } from "../../app/io.ts";

interface EraseOptions extends CommonOptions {
  job: string;
  reason: string;
  dryRun?: boolean;
  yes?: boolean;
  reviewer?: string;
}

/** `rollcall people …` */
export function addPeople(io: Call, people: Command): void {
  withExamples(
    withCommonOptions(
      people.command("deactivated").description("list the accounts that were deactivated by hand and that HR's file has as active"),
    ).action(async (options: CommonOptions) => (await import("../people/deactivated.ts")).listDeactivated(io, options)),
    "rollcall people deactivated --json",
  );
  withExamples(
    withCommonOptions(
      people
        .command("forget <key>")
        .description("erase everything stored about a person who is no longer in the HR file")
        .requiredOption("--job <job>", "a job whose file contained the person; the person is erased for the whole service account")
        .requiredOption("--reason <text>", "why, for the audit trail, such as a request number; don't use the person's name")
        .option("--dry-run", "only show what would be erased")
        .option("--yes", "skip the confirmation")
        .option("--reviewer <name>", "who erases the person, for the audit trail"),
    ).action((key: string, options: EraseOptions) => eraseCommand(io, key, options)),
    'rollcall people forget 00175 --job nightly --reason "Request 2026-114" --dry-run',
    'rollcall people forget 00175 --job nightly --reason "Request 2026-114" --yes',
  );
}

async function eraseCommand(io: Call, key: string, options: EraseOptions): Promise<void> {
  const reason = readableText(options.reason);
  if (reason === "") throw new UsageProblem(fact("usage.reason_missing", {}), fact("advice.add_option", { option: "--reason <text>" }));
  if (key.trim() !== key || key === "") throw new UsageProblem(fact("usage.key_has_outer_spaces", {}));
  await withJob(io, options.job, options, async ({ session }) => {
    const by = await whoActs(io, session.state, options.reviewer, "manage retention", session.now());
    const erase = (dryRun: boolean) => erasePerson(session, { key, by, reason, dryRun }, (state, run) => writeReport(io, state, run));
    if (options.dryRun !== true && options.yes !== true) {
      if (!canAsk(io, options))
        throw new UsageProblem(fact("usage.no_terminal_to_confirm", {}), fact("advice.add_option", { option: "--yes" }));
      printError(io, erasedText(key, await erase(true), true));
      if (!(await confirm(io, t("erase.question")))) return print(io, t("erase.nothing_erased"));
    }
    const dryRun = options.dryRun === true;
    const done = await erase(dryRun);
    if (options.json === true) printJson(io, { key, dry_run: dryRun, ...done });
    else print(io, erasedText(key, done, dryRun));
  });
}

function erasedText(
  key: string,
  { rows, audit_entries: entries, reports, user_id: userId, already }: ErasedPerson,
  dryRun: boolean,
): string {
  const total = Object.values(rows).reduce((sum, n) => sum + n, 0);
  if (already && total + entries + reports === 0) return t("erase.was_erased", { key });
  const tables = Object.entries(rows)
    .filter(([, n]) => n > 0)
    .map(([table, n]) => `${table} ${n}`);
  const counts = { rows: total, tables: tables.length === 0 ? "" : ` (${tables.join(", ")})`, entries, reports };
  return [
    dryRun ? t("erase.would_be_erased", counts) : t("erase.is_erased", counts),
    ...(userId === null ? [] : [t("erase.account_stays", { account: userId, key })]),
    ...(dryRun ? [] : [t("erase.copies_stay")]),
  ].join("\n");
}
