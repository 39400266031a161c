import { createHmac } from "node:crypto";
import { KEPT_KINDS, type KeptKind, type Retention } from "../../model/settings.ts";
import { appendAudit } from "../../store/audit.ts";
import { dropAbandonedChecks } from "../../store/checked-rows.ts";
import { dropOperations } from "../../store/operations.ts";
import {
  deleteRuns,
  dropAbsentPeople,
  dropEndedAccess,
  dropEndedOperations,
  dropEndedRemovals,
  dropOldNotices,
  dropOldRejects,
  dropSettledIntents,
  dropVersions,
  listForgottenRuns,
  listOldRuns,
  type Purging,
} from "../../store/purge.ts";
import { setRun } from "../../store/runs.ts";
import { fingerprintKey } from "../../store/settings.ts";
import { dropStaged, tidyUp } from "../../store/staging.ts";
import type { State } from "../../store/state.ts";
import { purgeAudit } from "./audit.ts";
import { purgeFiles, purgeReports } from "./files.ts";
import { earlier, longestOf, type KeptJob } from "./terms.ts";

export type { KeptJob } from "./terms.ts";
import { keysFor } from "../keys.ts";

/** How much of a kind went; `files` are copies of exports and uploads that a process left when it ended. */
export type Purged = Record<KeptKind | "files", number>;

/**
 * Lets go of what is older than the jobs keep it; to be called once a day, while no run is at work. What belongs to no
 * job (the audit trail, notices, sessions) is kept as long as the job that keeps it longest. What safety needs stays
 * however old it is: links, open removals, exceptions, creates that are not settled, the last good run of each job and
 * the people of its file.
 * @param options.dryRun only counts
 * @param options.secret as `secretKey` gives it
 */
export async function purge(
  state: Pick<State, "kind" | "db" | "dir" | "journal" | "locks">,
  jobs: readonly KeptJob[],
  now: Date,
  options: { dryRun?: boolean; secret: string | null },
): Promise<Purged> {
  const dryRun = options.dryRun === true;
  const purged = Object.fromEntries([...KEPT_KINDS, "files"].map((kind) => [kind, 0])) as Purged;
  const fingerprint = await fingerprinter(state, options.secret);
  if (!dryRun) await dropAbandonedChecks(state);
  // While the runs are there that say how old they are.
  purged.reports = await purgeReports(state, jobs, now, dryRun);
  for (const { name, retention } of jobs) await purgeJob(state, name, retention, { now, dryRun, fingerprint }, purged);
  const longest = longestOf(jobs);
  const before = (kind: KeptKind): Date | null => earlier(now, longest[kind]);
  purged.files = await purgeFiles(state, now, dryRun);
  const [notices, sessions, audit] = [before("notices"), before("sessions"), before("audit")];
  if (notices !== null) purged.notices = await dropOldNotices(state.db, notices, dryRun);
  if (sessions !== null) purged.sessions = await dropEndedAccess(state.db, sessions, dryRun);
  if (audit !== null) purged.audit = await purgeAudit(state, audit, now, dryRun);
  const counts = Object.entries(purged).filter(([, count]) => count > 0);
  if (dryRun || counts.length === 0) return purged;
  await appendAudit(state, { actor: "rollcall", action: "data_purged", detail: Object.fromEntries(counts) }, now);
  // What is deleted is only marked as free until then, and stays in the files.
  await tidyUp(state.db);
  return purged;
}

interface How {
  now: Date;
  dryRun: boolean;
  fingerprint: (value: string) => string;
}

async function purgeJob({ db }: Pick<State, "db">, job: string, retention: Retention, how: How, purged: Purged): Promise<void> {
  const { now, dryRun, fingerprint } = how;
  const each = async (kind: KeptKind, drop: (purging: Purging) => Promise<number>): Promise<void> => {
    const before = earlier(now, retention[kind]);
    if (before !== null) purged[kind] += await drop({ job, before, dryRun });
  };
  await each("waiting", async (purging) => {
    const runs = await listForgottenRuns(db, purging);
    if (!dryRun) await giveUp(db, runs, now);
    return runs.length;
  });
  await each("removals", (purging) => dropEndedRemovals(db, purging));
  // Before the runs that say when somebody was seen last.
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

/** As `runs cancel` does: what was not sent is never sent. */
async function giveUp(db: State["db"], runs: readonly string[], now: Date): Promise<void> {
  for (const run of runs) {
    await dropOperations(db, run, "Nobody went on with the run in time.", now);
    await setRun(db, run, { status: "cancelled", ended_at: now });
  }
  await dropStaged(db, runs);
}

/** Values are compared with those of a run, so it is the same key. */
async function fingerprinter(state: Pick<State, "kind" | "db" | "dir">, secret: string | null): Promise<(value: string) => string> {
  keysFor(state, secret);
  const key = await fingerprintKey(state.db);
  return (value) => createHmac("sha256", key).update(value).digest("base64url");
}
