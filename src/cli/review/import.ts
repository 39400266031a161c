import { englishText, factText, whyJson } from "../../reporting/fact-text.ts";
import { resolve } from "node:path";
import { readFile } from "node:fs/promises";
import { fact } from "../../domain/facts/fact.ts";
import { EXIT, FileProblem, Problem, type ExitCode } from "../../domain/problem.ts";
import type { Policy } from "../../domain/settings.ts";
import { toRemovalJson } from "../../reporting/removals/pending-removals.ts";
import { importDecisions, type Imported } from "../../review/workbook-import.ts";
import { removalStatusLabel } from "../../reporting/labels.ts";
import { t } from "../../reporting/locales/t.ts";
import { applyDecisions } from "../../pipeline/pipeline.ts";
import { findRemoval, type Removal } from "../../store/review/removals.ts";
import { listRuns } from "../../store/runs/runs.ts";
import type { State } from "../../state/state.ts";
import { endWith, worst } from "../failure.ts";
import { print, printError, printJson } from "../../app/output.ts";
import { reportProgress } from "../../app/progress.ts";
import { whoActs } from "../proven-actor.ts";
import { problemText } from "../view/problem.ts";
import { plain } from "../../app/view/terminal.ts";
import { loadConfiguration, withOpenJob, withState, type CommonOptions } from "../../app/open-session.ts";
import type { Call } from "../../app/io.ts";

export interface ImportCommandOptions extends CommonOptions {
  reviewer?: string;
  job?: string;
  dryRun?: boolean;
}

interface NotApplied {
  id: string;
  why: string;
}

/** `review import` */
export async function importCommand(io: Call, file: string, options: ImportCommandOptions): Promise<void> {
  const bytes = await bytesOf(file, io.cwd);
  await withState(io, options, async (state) => {
    const now = io.now();
    const who = await whoActs(io, state, options.reviewer, "decide", now);
    const by = { ...who, via: "workbook" as const };
    const named = options.job === undefined ? null : await loadConfiguration(io, options.job);
    const fileOf = async (job: string): Promise<string> => named?.job.file ?? (await jobFileOf(state, job));
    const policyOf = async (job: string): Promise<Policy> => (await loadConfiguration(io, await fileOf(job))).job.policy;
    const dryRun = options.dryRun === true;
    const imported = await importDecisions(state, bytes, by, { policyOf, now, dryRun, ...(named === null ? {} : { job: named.job.name }) });
    const applied = dryRun ? { notApplied: [], code: EXIT.done } : await applyApproved(io, state, imported.decided, fileOf, options);
    const partly = imported.refused.length + imported.waiting.length + applied.notApplied.length > 0;
    if (options.json === true) printJson(io, await asJson(state, imported, applied.notApplied, dryRun));
    else print(io, await asText(state, imported, applied.notApplied, dryRun));
    endWith(io, worst(applied.code, partly ? EXIT.partly : EXIT.done));
  });
}

async function bytesOf(file: string, cwd: string): Promise<Buffer> {
  try {
    return await readFile(resolve(cwd, file));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    if (code === "ENOENT") throw new FileProblem("file_not_found", fact("usage.workbook_does_not_exist", { file }));
    throw new FileProblem("unreadable", fact("usage.workbook_is_unreadable", { file, code }));
  }
}

async function jobFileOf(state: State, job: string): Promise<string> {
  const [run] = await listRuns(state.db, { job, limit: 1 });
  return run?.job_file ?? job;
}

/** Applies approved removals at once, job by job. They stay approved if that fails. */
async function applyApproved(
  io: Call,
  state: State,
  decided: readonly Removal[],
  fileOf: (job: string) => Promise<string>,
  options: ImportCommandOptions,
): Promise<{ notApplied: NotApplied[]; code: ExitCode }> {
  const result: { notApplied: NotApplied[]; code: ExitCode } = { notApplied: [], code: EXIT.done };
  const approved = decided.filter(({ status }) => status === "approved");
  for (const [name, removals] of Map.groupBy(approved, ({ job }) => job)) {
    const progress = reportProgress(io, options.quiet === true);
    try {
      const { job, mapping } = await loadConfiguration(io, await fileOf(name));
      const notApplied = await withOpenJob(io, state, job, mapping, progress, ({ session, connect }) =>
        applyDecisions(session, connect, removals),
      );
      result.notApplied.push(...notApplied.map(({ id, why }) => ({ id, why: englishText(why) })));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      progress.end();
      printError(io, problemText(io, error));
      const why = t("removal.stays_approved", { why: factText(error.fact) });
      result.notApplied.push(...removals.map(({ id }) => ({ id, why })));
      result.code = error.exit;
    }
  }
  return result;
}

async function asJson(state: State, imported: Imported, notApplied: readonly NotApplied[], dryRun: boolean): Promise<object> {
  const { verdicts } = imported;
  const decided = (await current(state, imported.decided)).map((removal) => {
    const meant = verdicts.get(removal.id);
    return { ...toRemovalJson(removal), ...(dryRun && meant !== undefined ? { verdict: meant.verdict } : {}) };
  });
  const { madeAt, rows, left, waiting, before, refused } = imported;
  const refusedRows = { waiting: waiting.map(whyJson), before: before.map(whyJson), refused: refused.map(whyJson) };
  return { made_at: madeAt, dry_run: dryRun, rows, left: left.length, decided, ...refusedRows, not_applied: notApplied };
}

async function asText(state: State, imported: Imported, notApplied: readonly NotApplied[], dryRun: boolean): Promise<string> {
  const { decided, waiting, before, refused, left } = imported;
  const lines = (await current(state, decided)).map(({ id, status, name, key, group_path: group }) => {
    const becomes = dryRun ? becomesText(imported.verdicts.get(id)) : removalStatusLabel(status);
    return `${id}  ${becomes}: ${name} (${key}), ${group}`;
  });
  const place = ({ id, sheet, row }: { id: string | null; sheet: string; row: number }): string =>
    `${id ?? "?"}  ${sheet}, ${t("runs.row_row", { row: String(row) })}:`;
  if (dryRun) lines.push(...left.map((row) => `${place(row)} ${t("review.stays_pending")}`));
  for (const row of waiting) lines.push(`${place(row)} ${t("review.needs_second_reviewer", { why: factText(row.why) })}`);
  for (const row of before) lines.push(`${place(row)} ${factText(row.why)}`);
  for (const { id, why } of notApplied) lines.push(`${id}  ${t("review.is_not_applied", { why })}`);
  for (const row of refused) lines.push(`${place(row)} ${t("review.is_refused", { why: factText(row.why) })}`);
  const counts = { n: decided.length, waiting: waiting.length, before: before.length, refused: refused.length, left: left.length };
  lines.push(dryRun ? t("review.would_be_imported", counts) : t("review.imported", counts));
  return lines.map(plain).join("\n");
}

function becomesText(meant: { verdict: string; keepUntil: Date | null } | undefined): string {
  if (meant?.verdict === "approved") return t("review.would_be_removed");
  return meant?.keepUntil
    ? t("review.would_be_kept_until", { date: meant.keepUntil.toISOString().slice(0, 10) })
    : t("review.would_be_kept");
}

async function current(state: State, removals: readonly Removal[]): Promise<Removal[]> {
  const found: Removal[] = [];
  for (const removal of removals) found.push((await findRemoval(state.db, removal.id)) ?? removal);
  return found;
}
