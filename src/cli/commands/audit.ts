import { shownAuditState } from "../../review/audit-state.ts";
import { formatOf, oneOf } from "../one-of.ts";
import type { Command } from "commander";
import { startOfDay } from "../../domain/clock.ts";
import { fact } from "../../domain/facts/fact.ts";
import { EXIT, UsageProblem } from "../../domain/problem.ts";
import { verifyAndRemember, type AuditState, type KnownEntry } from "../../review/audit.ts";
import { auditCsv, auditJson } from "../../review/audit-export.ts";
import { t } from "../../reporting/locales/t.ts";
import { pageAuditEvents } from "../../reporting/history/audit-events.ts";
import { actionsOf, AUDIT_KINDS } from "../../reporting/history/audit-texts.ts";
import { pageAudit, type AuditFilter } from "../../store/audit/audit-pages.ts";
import { endWith } from "../failure.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../../app/output.ts";
import { auditText, brokenTrailText } from "../view/audit.ts";
import { withStore, type CommonOptions } from "../../app/with-state.ts";
import { writeOut } from "../../app/write-out.ts";
import type { Call } from "../../app/io.ts";

interface AuditOptions extends CommonOptions {
  since?: string;
  until?: string;
  actor?: string;
  action?: string;
  key?: string;
  about?: string;
  kind?: string;
  group?: string;
  limit?: string;
  out?: string;
  format?: string;
  expect?: string;
}

/** `rollcall audit …` */
export function addAudit(io: Call, audit: Command): void {
  withExamples(
    withCommonOptions(
      withFilters(audit.command("list").description("the latest entries")).option("--limit <n>", "maximum number", "50"),
    ).action((options: AuditOptions) => listCommand(io, options)),
    "rollcall audit list --key 00175",
    "rollcall audit list --action removal_approved --since 2026-04-01 --json",
  );
  withExamples(
    withCommonOptions(
      audit
        .command("verify")
        .description("recompute the hash chain and compare it with the journal; exits with 1 if an entry was changed")
        .option("--expect <seq:hash>", "an entry noted elsewhere, as printed by an earlier verify"),
    ).action((options: AuditOptions) => verifyCommand(io, options)),
    "rollcall audit verify",
    "rollcall audit verify --expect 118:3f0e6f0e…",
  );
  withExamples(
    withCommonOptions(
      withFilters(audit.command("export").description("export the trail to a file, oldest entry first"))
        .requiredOption("--out <file>", "output file")
        .option("--format <format>", "csv or json (default: from the file extension)"),
    ).action((options: AuditOptions) => exportCommand(io, options)),
    "rollcall audit export --out trail.csv",
    "rollcall audit export --since 2026-01-01 --until 2026-12-31 --out trail-2026.json",
  );
}

function withFilters(command: Command): Command {
  return command
    .option("--since <date>", "first day, such as 2026-04-01 (UTC)")
    .option("--until <date>", "last day, inclusive")
    .option("--actor <name>", "by people whose name contains this")
    .option("--action <action>", "of this action, such as removal_approved")
    .option("--key <key>", "about the person with this HR key")
    .option("--kind <kind>", `of this kind: ${AUDIT_KINDS.join(", ")}`)
    .option("--group <path>", "about this group, such as HR/Sales")
    .option("--about <id>", "about this removal or run");
}

async function listCommand(io: Call, options: AuditOptions): Promise<void> {
  const filter = filterOf(options);
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1) throw new UsageProblem(fact("usage.number_is_too_small", { option: "--limit", least: 1 }));
  await withStore(io, options, async ({ db }) => {
    if (options.json === true) return printJson(io, (await pageAudit(db, filter, { limit, offset: 0 })).entries);
    const { events, older } = await pageAuditEvents(db, filter, limit);
    print(io, events.length === 0 ? t("history.no_entry_matches") : auditText(events, older !== null));
  });
}

async function verifyCommand(io: Call, options: AuditOptions): Promise<void> {
  const known = options.expect === undefined ? null : knownEntry(options.expect);
  await withStore(io, options, async (state) => {
    const found = await verifyAndRemember(state, io.now(), known);
    const ok = found.broken === null && found.damage === null;
    if (options.json === true) printJson(io, { ok, ...shownAuditState(found) });
    else if (!ok) print(io, brokenTrailText(found));
    else if (found.head === null) print(io, t("audit.is_empty"));
    else print(io, validTrailText(found, `${found.head.seq}:${found.head.hash}`));
    endWith(io, ok ? EXIT.done : EXIT.partly);
  });
}

function validTrailText({ entries, journal, redacted, purged }: AuditState, last: string): string {
  return [
    `${t("audit.is_intact", { n: entries })}${journal ? ` ${t("history.chain_intact_equal")}` : ""}`,
    ...(redacted === 0 ? [] : [t("audit.entries_erased", { n: redacted })]),
    ...(purged === 0 ? [] : [t("audit.entries_purged", { n: purged })]),
    t("audit.last_entry", { entry: last }),
    t("audit.keep_last_entry", { command: `rollcall audit verify --expect ${last}` }),
  ].join("\n");
}

async function exportCommand(io: Call, options: AuditOptions): Promise<void> {
  const filter = filterOf(options);
  const out = options.out ?? "";
  const format = formatOf(["csv", "json"], options);
  await withStore(io, options, async ({ db }) => {
    const { entries } = await pageAudit(db, filter, { limit: 100_000_000, offset: 0 });
    entries.reverse();
    const file = await writeOut(io, out, format === "csv" ? auditCsv(entries) : auditJson(entries));
    if (options.json === true) printJson(io, { file, format, entries: entries.length });
    else print(io, t("audit.exported", { file, n: entries.length }));
  });
}

function filterOf({ since, until, actor, action, key, about, kind, group }: AuditOptions): AuditFilter {
  const known = kind === undefined ? undefined : oneOf("--kind", AUDIT_KINDS, kind);
  return {
    ...(known === undefined ? {} : { actions: actionsOf(known) }),
    ...(group === undefined ? {} : { group }),
    ...(since === undefined ? {} : { from: dayOf(since, "--since") }),
    ...(until === undefined ? {} : { to: new Date(dayOf(until, "--until").getTime() + 86_400_000) }),
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(key === undefined ? {} : { key }),
    ...(about === undefined ? {} : { about }),
  };
}

function dayOf(text: string, option: string): Date {
  const day = startOfDay(text);
  if (day === null) throw new UsageProblem(fact("usage.date_is_unclear", { option, given: text }));
  return day;
}

function knownEntry(text: string): KnownEntry {
  const [, seq, hash] = /^(\d{1,9}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) throw new UsageProblem(fact("usage.entry_is_unclear", {}));
  return { seq: Number(seq), hash };
}
