import { Problem } from "../domain/problem.ts";
import { fact, type Fact } from "../domain/facts/fact.ts";
import { loadJob } from "../config/job.ts";
import type { Job } from "../domain/settings.ts";
import { emit } from "../domain/telemetry/events.ts";
import { isDue, notifyAboutRun, sendDigest, type NotifyResult } from "../notify/notify.ts";
import { mailReassigned } from "../notify/reassigned.ts";
import { consoleAddress } from "../store/settings.ts";
import { findRun, type Run } from "../store/runs/runs.ts";
import type { Removal } from "../store/review/removals.ts";
import type { State } from "../state/state.ts";
import type { Call } from "./io.ts";
import { errorName, printFact } from "./print-fact.ts";

/** Run statuses that may need a notification. */
const NOTIFIED_STATUSES: readonly Run["status"][] = ["completed", "held", "failed", "interrupted"];

/**
 * Sends the notifications that the job asks for about a run. A failure is printed and doesn't affect the run.
 */
export async function notifyAfterRun(io: Call, state: State, run: Run): Promise<void> {
  if (run.kind !== "sync" || !NOTIFIED_STATUSES.includes(run.status)) return;
  try {
    const { job } = await loadJob(run.job_file, io);
    if (job.notify === null || job.name !== run.job) return;
    const result = await notifyAboutRun(
      { db: state.db, job, console: await consoleUrl(io, state), now: io.now(), sleep: io.sleep, env: io.env },
      run,
    );
    for (const { channel, kind } of result.failed) emit("notice_failed", { channel, kind });
    // The daemon's standard error is its log.
    if (io.command !== "serve") for (const fault of faultsOf(result)) await printFact(io, fault);
  } catch (error) {
    await printFact(io, fact("notice.about_run_failed", { run: run.id, error: errorName(error) }));
  }
}

/**
 * Mails the reviewers to whom removals were reassigned, for each job with `notify.mail`.
 * @returns a fact for each job whose mail failed; the removals stay reassigned
 */
export async function notifyReassigned(
  io: Call,
  state: State,
  removals: readonly Removal[],
  about: { to: string; by: string; note: string },
): Promise<Fact[]> {
  const faults: Fact[] = [];
  for (const [name, theirs] of Map.groupBy(removals, ({ job }) => job)) {
    try {
      const run = await findRun(state.db, theirs[0]?.last_run ?? "");
      if (run === undefined) continue;
      const { job } = await loadJob(run.job_file, io);
      if (job.name !== name) continue;
      const parts = { db: state.db, job, console: await consoleUrl(io, state), now: io.now(), sleep: io.sleep, env: io.env };
      for (const why of await mailReassigned(parts, { ...about, removals: theirs })) faults.push(notMailed(name, why));
    } catch (error) {
      faults.push(notMailed(name, error instanceof Problem ? error.fact : fact("notice.is_stopped_by_defect", {})));
    }
  }
  return faults;
}

function notMailed(job: string, why: Fact): Fact {
  return fact("notice.of_reassigned_failed", { job, why });
}

/** Sends the digests that are due now; each job's digest is sent once a day. */
export async function sendDueDigests(io: Call, state: State, jobs: { all(): Promise<readonly ({ job: Job } | object)[]> }): Promise<void> {
  for (const found of await jobs.all()) {
    if (!("job" in found) || found.job.notify?.digest == null) continue;
    const parts = { db: state.db, job: found.job, console: await consoleUrl(io, state), now: io.now(), sleep: io.sleep, env: io.env };
    if (!isDue(parts)) continue;
    for (const fault of faultsOf(await sendDigest(parts))) await printFact(io, fault);
  }
}

/** Returns `ROLLCALL_URL`, else the last address of `rollcall serve --url`. */
export async function consoleUrl(io: Call, state: State): Promise<string | null> {
  const given = io.env["ROLLCALL_URL"]?.trim() ?? "";
  if (given !== "" && URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given.replace(/\/{1,100}$/, "");
  return consoleAddress(state.db);
}

/** Returns a fact for each failed notification. */
export function faultsOf({ failed }: NotifyResult): Fact[] {
  return failed.map(({ channel, why }) => fact("notice.is_not_sent", { channel, why }));
}
