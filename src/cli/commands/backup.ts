import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { UsageProblem } from "../../model/problem.ts";
import { appendAudit } from "../../store/audit.ts";
import { backUpState } from "../../store/backup.ts";
import { restoreState } from "../../store/restore.ts";
import { findDamage, settleDamage } from "../../store/journal-damage.ts";
import { heldBack, releaseHeldBack } from "../../store/restored.ts";
import { reopenRestored } from "../backup/after-restore.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { systemUser, whoActs } from "../proven-actor.ts";
import { backedUpText, restoredText } from "../view/backup.ts";
import { stateDirectory, withState, type CommonOptions } from "../wire.ts";
import type { Call } from "../io.ts";

interface RestoreOptions extends CommonOptions {
  replace?: boolean;
  mark?: string;
  settled?: boolean;
  reason?: string;
  reviewer?: string;
}

export function addBackup(io: Call, program: Command): void {
  withExamples(
    withCommonOptions(
      program
        .command("backup <file>")
        .description("copy the embedded state into one file, while nothing else uses it")
        .action((file: string, options: CommonOptions) => backUp(io, file, options)),
    ),
    "rollcall backup /backups/rollcall-2026-04-30.rcb",
    "rollcall backup /backups/rollcall-2026-04-30.rcb --state /srv/rollcall/.rollcall --json",
  );
}

export function addRestore(io: Call, program: Command): void {
  withExamples(
    withCommonOptions(
      program
        .command("restore [file]")
        .description("put a backup in the place of the embedded state; new accounts then wait until you say that all are linked")
        .option("--replace", "move the state that is there aside; without it, one that is there is left as it is")
        .option(
          "--settled",
          "say that the accounts made since the backup, or lost with damaged lines of the journal, are linked: nothing is held any more",
        )
        .option("--mark <time>", "say that the state was brought back in another way (pg_restore, a snapshot), as it was at that time")
        .option("--reason <text>", "with --settled: how you know, for the audit trail")
        .option("--reviewer <name>", "with --settled: who says so (default: the user of the operating system; ROLLCALL_TOKEN proves it)"),
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
    throw new UsageProblem("Give the backup's FILE, or --settled, or --mark TIME: one of them. Nothing was changed.");
  if (settled) return settle(io, options);
  const now = io.now();
  const by = { name: systemUser(), via: "cli" as const };
  if (mark !== undefined) {
    const made = timeOf(mark, now);
    return withState(io, options, async (state) => {
      const reopened = await reopenRestored(state, { made, journalGoesOn: false, stops: [] }, by, now);
      if (options.json === true) printJson(io, { ...reopened, aside: null });
      else print(io, restoredText("It", null, reopened));
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
  const reason = (options.reason ?? "").trim();
  if (reason === "") throw new UsageProblem("Saying that a restored state is settled needs a reason: --reason TEXT. Nothing was changed.");
  const now = io.now();
  await withState(io, options, async (state) => {
    const by = await whoActs(io, state, options.reviewer, "link", now);
    const held = await heldBack(state.db);
    const damage = await findDamage(state.db);
    if (held === null && damage === null)
      throw new UsageProblem("No restored state and no damaged journal waits for this: nothing is held. Nothing was changed.");
    const said = { reason, via: by.via };
    if (damage !== null) {
      const { at: found, lines, count } = damage;
      await appendAudit(state, { actor: by.name, action: "journal_damage_settled", detail: { found, lines, count, ...said } }, now);
      await settleDamage(state);
    }
    const made = held?.made ?? null;
    if (made !== null) {
      await appendAudit(state, { actor: by.name, action: "restore_settled", detail: { made, ...said } }, now);
      await releaseHeldBack(state, made, now);
    }
    if (options.json === true) printJson(io, { made, settled: true, journal_damage: damage?.lines ?? [] });
    else if (made === null) print(io, "New accounts are made again from the next run on. The damaged lines are no longer in the journal.");
    else
      print(
        io,
        "New accounts are made again from the next run on. An `auto` policy approves again once a run of its job has shown what it would remove.",
      );
  });
}

function timeOf(text: string, now: Date): string {
  const time = /^\d{4}-\d{2}-\d{2}T/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(time.getTime()) || time > now)
    throw new UsageProblem(`--mark takes the time of the backup, such as 2026-04-30T04:00:00Z, not ${text}. Nothing was changed.`);
  return time.toISOString();
}

function refuseServer(io: Call, tool: string, command: string): void {
  if ((io.env["DATABASE_URL"] ?? "").trim() === "") return;
  const after = tool === "pg_restore" ? " After it, `rollcall restore --mark TIME` makes the state safe to use." : "";
  throw new UsageProblem(
    `DATABASE_URL is set: the state lies in PostgreSQL, and \`${command}\` is for the embedded one. Nothing was done.`,
    `Use ${tool}; docs/operations.md says how.${after}`,
  );
}

function version(): string {
  const file = new URL("../../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
