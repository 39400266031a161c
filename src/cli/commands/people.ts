import type { Command } from "commander";
import { UsageProblem } from "../../model/problem.ts";
import { counted } from "../../review/words.ts";
import { forgetPerson, type Forgotten } from "../../run/forget/forget.ts";
import { canAsk, confirm } from "../identities/ask.ts";
import { writeReport } from "../finish-run.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printError, printJson } from "../output.ts";
import { whoActs } from "../proven-actor.ts";
import { withJob, type CommonOptions } from "../wire.ts";
import type { Call } from "../io.ts";

interface ForgetOptions extends CommonOptions {
  job: string;
  reason: string;
  dryRun?: boolean;
  yes?: boolean;
  reviewer?: string;
}

/** `rollcall people …` */
export function addPeople(io: Call, program: Command): void {
  const people = program.command("people").description("what is stored about one person");
  withExamples(
    withCommonOptions(
      people
        .command("forget <key>")
        .description("erase everything that is stored about somebody who no longer stands in HR's file")
        .requiredOption("--job <job>", "the job whose file had the person; it counts for its whole service account")
        .requiredOption("--reason <text>", "why, for the audit trail, such as the number of the request; without the person's name")
        .option("--dry-run", "only say what would be erased")
        .option("--yes", "do not ask")
        .option("--reviewer <name>", "who does it, for the audit trail"),
    ).action((key: string, options: ForgetOptions) => forgetCommand(io, key, options)),
    'rollcall people forget 00175 --job nightly --reason "Request 2026-114" --dry-run',
    'rollcall people forget 00175 --job nightly --reason "Request 2026-114" --yes',
  );
}

async function forgetCommand(io: Call, key: string, options: ForgetOptions): Promise<void> {
  const reason = options.reason.trim();
  if (reason === "") throw new UsageProblem("Erasing needs a reason: --reason TEXT. Nothing was erased.");
  if (key.trim() !== key || key === "") throw new UsageProblem("A key has no blanks around it, and is not empty. Nothing was erased.");
  await withJob(io, options.job, options, async ({ session }) => {
    const by = await whoActs(io, session.state, options.reviewer, "manage retention", session.now());
    const forget = (dryRun: boolean) => forgetPerson(session, { key, by, reason, dryRun }, writeReport);
    if (options.dryRun !== true && options.yes !== true) {
      if (!canAsk(io, options))
        throw new UsageProblem("Nobody is there to ask, and what is erased cannot be brought back. Nothing was erased.", "Add --yes.");
      printError(io, forgottenText(key, await forget(true), true));
      if (!(await confirm(io, "Erase all this? It cannot be brought back."))) return print(io, "Nothing was erased.");
    }
    const dryRun = options.dryRun === true;
    const done = await forget(dryRun);
    if (options.json === true) printJson(io, { key, dry_run: dryRun, ...done });
    else print(io, forgottenText(key, done, dryRun));
  });
}

function forgottenText(
  key: string,
  { rows, audit_entries: entries, reports, user_id: userId, already }: Forgotten,
  dryRun: boolean,
): string {
  const total = Object.values(rows).reduce((sum, n) => sum + n, 0);
  if (already && total + entries + reports === 0) return `${key} was forgotten already: nothing about them is stored.`;
  const tables = Object.entries(rows)
    .filter(([, n]) => n > 0)
    .map(([table, n]) => `${table} ${n}`);
  const lines = [
    `${dryRun ? "Would be erased" : "Erased"}: ${counted(total, "row")}${tables.length === 0 ? "" : ` (${tables.join(", ")})`}, ` +
      `the details of ${counted(entries, "entry", "entries")} of the audit trail, ${counted(reports, "report")} drawn anew.`,
  ];
  if (userId !== null)
    lines.push(
      `The account ${userId} in the learning service is not Rollcall's to erase: ask its operators. Should HR name ${key} again, it is found by a keyed hash.`,
    );
  if (!dryRun) lines.push("Exports, workbooks and backups that lie elsewhere still have what they had.");
  return lines.join("\n");
}
