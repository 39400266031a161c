import { fact } from "../../domain/facts/fact.ts";
import { RETENTION_KINDS, type RetentionKind, type Retention } from "../../domain/settings.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import { dropUnneededImpact } from "../../store/review/impact.ts";
import { dropAbandonedRows } from "../../store/runs/checked-rows.ts";
import { dropOperations } from "../../store/runs/operations.ts";
import { dropSentPayloads } from "../../store/portions/payload.ts";
import {
  deleteRuns,
  dropAbsentPeople,
  dropEndedAccess,
  dropEndedOperations,
  dropEndedRemovals,
  dropOldNotices,
  dropOldRejects,
  dropSettledIntents,
  dropUnusedCells,
  dropVersions,
  listForgottenRuns,
  listOldRuns,
  type Purging,
} from "../../store/privacy/retention.ts";
import { dropExpiredSetups } from "../../store/setup/setups.ts";
import { setRun } from "../../store/runs/runs.ts";
import { fingerprintKey, fingerprintsWith } from "../../store/settings.ts";
import { dropStaged } from "../../store/runs/staging.ts";
import { tidyUp } from "../../store/statistics.ts";
import type { State } from "../../state/state.ts";
import { purgeAudit } from "./audit.ts";
import { purgeFiles, purgeReads, purgeReports } from "./files.ts";
import { earlier, longestOf, type JobRetention } from "./periods.ts";

import { dropAbandonedExports } from "../../store/people/progress-exports.ts";
export type { JobRetention } from "./periods.ts";
import { keysFor } from "../../state/sealing-keys.ts";

/** An export that was not continued within this time is read again from the start. */
export const EXPORT_VALID_MS = 7 * 86_400_000;

/** The number of deleted items by kind; `files` are copies and rows that a process left behind, samples of setups, and people of abandoned exports. */
export type Purged = Record<RetentionKind | "files", number>;

/**
 * Deletes data older than the jobs' `retention`; call it once a day, while no run is active. Data of no job (the audit
 * trail, notices, sessions) uses the longest period of any job. Never deletes what safety needs: links, open removals,
 * exceptions, unconfirmed creates, the last successful run of each job and the people of its file.
 * @param options.dryRun only counts
 * @param options.secret as returned by `secretKey`
 */
export async function purge(
  state: Pick<State, "kind" | "db" | "dir" | "journal" | "locks">,
  jobs: readonly JobRetention[],
  now: Date,
  options: { dryRun?: boolean; secret: string | null },
): Promise<Purged> {
  const dryRun = options.dryRun === true;
  const purged = Object.fromEntries([...RETENTION_KINDS, "files"].map((kind) => [kind, 0])) as Purged;
  const fingerprint = await fingerprinter(state, options.secret);
  if (!dryRun) await dropAbandonedRows(state);
  if (!dryRun) await dropUnneededImpact(state.db);
  // Before the runs, which hold the reports' dates.
  purged.reports = await purgeReports(state, jobs, now, dryRun);
  purged.reports += await purgeReads(state, jobs, now, dryRun);
  for (const { name, retention } of jobs) await purgeJob(state, name, retention, { now, dryRun, fingerprint }, purged);
  const longest = longestOf(jobs);
  const before = (kind: RetentionKind): Date | null => earlier(now, longest[kind]);
  purged.files += (await purgeFiles(state, now, dryRun)) + (await dropExpiredSetups(state.db, now, dryRun));
  purged.files += await dropAbandonedExports(state.db, new Date(now.getTime() - EXPORT_VALID_MS), dryRun);
  const [notices, sessions, audit] = [before("notices"), before("sessions"), before("audit")];
  if (notices !== null) purged.notices = await dropOldNotices(state.db, notices, dryRun);
  if (sessions !== null) purged.sessions = await dropEndedAccess(state.db, sessions, dryRun);
  if (audit !== null) purged.audit = await purgeAudit(state, audit, now, dryRun);
  const counts = Object.entries(purged).filter(([, count]) => count > 0);
  if (dryRun || counts.length === 0) return purged;
  await appendAudit(state, { actor: "rollcall", action: "data_purged", detail: Object.fromEntries(counts) }, now);
  // Until a vacuum, deleted rows are only marked as free and stay in the database files.
  await tidyUp(state.db);
  return purged;
}

interface PurgeOptions {
  now: Date;
  dryRun: boolean;
  fingerprint: (value: string) => string;
}

async function purgeJob(
  { db }: Pick<State, "db">,
  job: string,
  retention: Retention,
  options: PurgeOptions,
  purged: Purged,
): Promise<void> {
  const { now, dryRun, fingerprint } = options;
  const each = async (kind: RetentionKind, drop: (purging: Purging) => Promise<number>): Promise<void> => {
    const before = earlier(now, retention[kind]);
    if (before !== null) purged[kind] += await drop({ job, before, dryRun });
  };
  await each("waiting", async (purging) => {
    const runs = await listForgottenRuns(db, purging);
    if (!dryRun) await cancelRuns(db, runs, now);
    return runs.length;
  });
  purged.files += await dropUnusedCells(db, job, dryRun);
  await each("removals", (purging) => dropEndedRemovals(db, purging));
  // Before the runs, which hold the date a person was last seen.
  await each("people", (purging) => dropAbsentPeople(db, purging, fingerprint));
  await each("runs", async (purging) => {
    const runs = await listOldRuns(db, purging);
    if (dryRun) return runs.length;
    await deleteRuns(db, runs);
    await dropVersions(db, purging);
    return runs.length;
  });
  await each("operations", async (purging) => (await dropEndedOperations(db, purging)) + (await dropSettledIntents(db, purging)));
  await each("rejects", (purging) => dropOldRejects(db, purging));
}

/** Cancels runs as `runs cancel` does: unsent operations are never sent. */
async function cancelRuns(db: State["db"], runs: readonly string[], now: Date): Promise<void> {
  for (const run of runs) {
    await dropOperations(db, run, fact("operation.not_resumed", {}), now);
    await setRun(db, run, { status: "cancelled", ended_at: now });
    await dropSentPayloads(db, run);
  }
  await dropStaged(db, runs);
}

/** Returns the fingerprint function with the key that runs use, because its values are compared with theirs. */
async function fingerprinter(
  state: Pick<State, "kind" | "db" | "dir" | "journal">,
  secret: string | null,
): Promise<(value: string) => string> {
  keysFor(state, secret);
  return fingerprintsWith(await fingerprintKey(state));
}
