import { t } from "../../../reporting/locales/t.ts";
import { readableText } from "../../../domain/names.ts";
import { resolve } from "node:path";
import type { Command } from "commander";
import { fact, inTurn } from "../../../domain/facts/fact.ts";
import { UsageProblem } from "../../../domain/problem.ts";
import { appendAudit } from "../../../store/audit/audit.ts";
import { backUpState } from "../../../state/backup/backup.ts";
import { restoreState } from "../../../state/backup/restore.ts";
import { findDamage, settleDamage } from "../../../state/journal/journal-damage.ts";
import { creationHold, releaseCreates } from "../../../state/restored.ts";
import { reopenRestored } from "../../../app/after-restore.ts";
import { withCommonOptions, withExamples } from "../../options.ts";
import { print, printJson } from "../../../app/output.ts";
import { systemUser, whoActs } from "../../proven-actor.ts";
import { backedUpText, restoredText } from "../../view/backup.ts";
import { version } from "../../../app/version.ts";
import { stateDirectory, withState, type CommonOptions } from "../../../app/open-session.ts";
import type { Call } from "../../../app/io.ts";

interface RestoreOptions extends CommonOptions {
  replace?: boolean;
  mark?: string;
  settled?: boolean;
  reason?: string;
  reviewer?: string;
}

export function addBackup(io: Call, command: Command): void {
  withExamples(
    withCommonOptions(command.argument("<file>").action((file: string, options: CommonOptions) => backUp(io, file, options))),
    "rollcall backup /backups/rollcall-2026-04-30.rcb",
    "rollcall backup /backups/rollcall-2026-04-30.rcb --state /srv/rollcall/.rollcall --json",
  );
}

export function addRestore(io: Call, command: Command): void {
  withExamples(
    withCommonOptions(
      command
        .argument("[file]")
        .option("--replace", "move an existing state aside; without it, an existing state is never replaced")
        .option(
          "--settled",
          "confirm that all accounts created since the backup, or lost with damaged journal lines, are linked; ends the hold",
        )
        .option("--mark <time>", "mark a state that you restored another way (pg_restore, a snapshot) with the time of the backup")
        .option("--reason <text>", "with --settled: how you know, for the audit trail")
        .option(
          "--reviewer <name>",
          "with --settled: who confirms it (default: the operating system user; ROLLCALL_TOKEN verifies the name)",
        ),
    ).action((file: string | undefined, options: RestoreOptions) => restore(io, file, options)),
    "rollcall restore /backups/rollcall-2026-04-30.rcb",
    "rollcall restore /backups/rollcall-2026-04-30.rcb --replace",
    'rollcall restore --settled --reason "Imported the accounts of 30 April"',
    "rollcall restore --mark 2026-04-30T04:00:00Z     # after pg_restore",
  );
}

async function backUp(io: Call, file: string, options: CommonOptions): Promise<void> {
  refuseServer(io, "pg_dump", "rollcall backup");
  const made = await backUpState(stateDirectory(io, options), resolve(io.cwd, file), version(), io.now());
  if (options.json === true) printJson(io, made);
  else print(io, backedUpText(made));
}

async function restore(io: Call, file: string | undefined, options: RestoreOptions): Promise<void> {
  const { replace = false, settled = false, mark } = options;
  if ([file !== undefined, settled, mark !== undefined].filter(Boolean).length !== 1 || (replace && file === undefined))
    throw new UsageProblem(fact("usage.needs_exactly_one", { options: ["FILE", "--settled", "--mark TIME"] }));
  if (settled) return settle(io, options);
  const now = io.now();
  const by = { name: systemUser(), via: "cli" as const };
  if (mark !== undefined) {
    const made = timeOf(mark, now);
    return withState(io, options, async (state) => {
      const reopened = await reopenRestored(state, { made, journalGoesOn: false, stops: [] }, by, now);
      if (options.json === true) printJson(io, { ...reopened, aside: null });
      else print(io, restoredText("the state", null, reopened));
    });
  }
  refuseServer(io, "pg_restore", "rollcall restore FILE");
  const dir = stateDirectory(io, options);
  const { aside, result } = await restoreState(dir, resolve(io.cwd, file ?? ""), replace, now, (state, since) =>
    reopenRestored(state, since, by, now),
  );
  if (options.json === true) printJson(io, { ...result, aside });
  else print(io, restoredText(dir, aside, result));
}

async function settle(io: Call, options: RestoreOptions): Promise<void> {
  const reason = readableText(options.reason ?? "");
  if (reason === "") throw new UsageProblem(fact("usage.reason_missing", {}), fact("advice.add_option", { option: "--reason <text>" }));
  const now = io.now();
  await withState(io, options, async (state) => {
    const by = await whoActs(io, state, options.reviewer, "link", now);
    const held = await creationHold(state.db);
    const damage = await findDamage(state.db);
    if (held === null && damage === null) throw new UsageProblem(fact("usage.nothing_to_settle", {}));
    const given = { reason, via: by.via };
    if (damage !== null) {
      const { at: found, lines, count } = damage;
      await appendAudit(state, { actor: by.name, action: "journal_damage_settled", detail: { found, lines, count, ...given } }, now);
      await settleDamage(state);
    }
    const made = held?.made ?? null;
    if (made !== null) {
      await appendAudit(state, { actor: by.name, action: "restore_settled", detail: { made, ...given } }, now);
      await releaseCreates(state, made, now);
    }
    if (options.json === true) printJson(io, { made, settled: true, journal_damage: damage?.lines ?? [] });
    else if (made === null) print(io, t("journal.is_settled"));
    else print(io, t("restore.is_settled"));
  });
}

function timeOf(text: string, now: Date): string {
  const time = /^\d{4}-\d{2}-\d{2}T/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(time.getTime()) || time > now) throw new UsageProblem(fact("usage.backup_time_is_wrong", { given: text }));
  return time.toISOString();
}

function refuseServer(io: Call, tool: string, command: string): void {
  if ((io.env["DATABASE_URL"] ?? "").trim() === "") return;
  throw new UsageProblem(
    fact("usage.state_is_in_database", { command }),
    inTurn(fact("advice.use_database_tool", { tool }), tool === "pg_restore" ? fact("advice.mark_after_restore", {}) : undefined),
  );
}
