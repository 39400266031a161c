/** Runs within a command, which prints their results. */
import type { NotApplied } from "../../actions/work.ts";
import type { Call } from "../../app/io.ts";
import { fetchImpactAfterRun } from "../../app/fetch-impact.ts";
import { countFailedRun, finishRun, reportFailedRun, writeReport } from "../../app/finish-run.ts";
import { discardRun } from "../../app/discard-run.ts";
import { loadConfiguration, withOpenJob, type OpenJob } from "../../app/open-session.ts";
import type { CommonOptions } from "../../app/with-state.ts";
import { print, printJson } from "../../app/output.ts";
import { reportProgress } from "../../app/progress.ts";
import { loadJob } from "../../config/job.ts";
import { fact } from "../../domain/facts/fact.ts";
import { EXIT, UsageProblem } from "../../domain/problem.ts";
import type { Policy } from "../../domain/settings.ts";
import { applyDecisions, approveRun, resumeRun, revertRemovals, revertRun, type Reverted } from "../../pipeline/pipeline.ts";
import { accountChangeObstacle, planAccountChange } from "../../pipeline/release/urgent-deactivation.ts";
import { englishText, factText } from "../../reporting/fact-text.ts";
import { t } from "../../reporting/locales/t.ts";
import type { Decider } from "../../review/four-eyes.ts";
import { possibleActors } from "../../review/possible-actors.ts";
import type { Removal } from "../../store/review/removals.ts";
import type { State } from "../../state/state.ts";
import { lastReleasedRun, newRunId, type Run } from "../../store/runs/runs.ts";
import { runJob } from "../commands/sync.ts";
import { endWith } from "../failure.ts";
import { existingRun } from "../runs/existing.ts";
import { revertedText } from "../view/worded-tables.ts";

export interface ForegroundOptions extends CommonOptions {
  /** The job file, in place of that of the last run. */
  job?: string;
}

/** Where a command works. */
export interface Place {
  io: Call;
  state: State;
  options: ForegroundOptions;
}

/** Opens the job of `--job`, else that of a file. */
export async function within<T>({ io, state, options }: Place, file: string, work: (open: OpenJob) => Promise<T>): Promise<T> {
  const progress = reportProgress(io, options.quiet === true);
  const { job, mapping } = await loadConfiguration(io, options.job ?? file);
  return withOpenJob(io, state, job, mapping, progress, work);
}

/** Returns the job file of the last released run of a job, which found its removals: no plan of a copy changes their policy. */
export async function fileOf({ state }: Place, job: string): Promise<string> {
  return (await lastReleasedRun(state.db, job, { id: "", partial: true }))?.job_file ?? job;
}

/**
 * Loads the job of `--job`, else that of the last released run.
 * @throws UsageProblem if the file is that of another job, whose policy must not decide
 */
async function configurationOf(place: Place, name: string): ReturnType<typeof loadConfiguration> {
  const loaded = await loadConfiguration(place.io, place.options.job ?? (await fileOf(place, name)));
  const other = loaded.job.name;
  if (other !== name) throw new UsageProblem(fact("usage.file_is_of_other_job", { job: name, other }));
  return loaded;
}

async function withinJob<T>(place: Place, name: string, work: (open: OpenJob) => Promise<T>): Promise<T> {
  const { io, state, options } = place;
  const progress = reportProgress(io, options.quiet === true);
  const { job, mapping } = await configurationOf(place, name);
  return withOpenJob(io, state, job, mapping, progress, work);
}

/** Returns the name of a job file. */
export async function jobNamed({ io }: Place, file: string): Promise<string> {
  return (await loadConfiguration(io, file)).job.name;
}

/** Returns the name of a job file, with its service account. */
export async function accountHere(place: Place, file: string): Promise<{ job: string; account: string }> {
  return within(place, file, async ({ session: { job } }) => ({ job: job.name, account: job.service.account }));
}

export async function policyOf(place: Place, job: string): Promise<Policy> {
  return (await configurationOf(place, job)).job.policy;
}

export async function applyHere(place: Place, job: string, removals: readonly Removal[]): Promise<NotApplied[]> {
  return withinJob(place, job, ({ session, connect }) => applyDecisions(session, connect, removals));
}

/** Starts a run of a job. */
export async function startHere(place: Place, job: string): Promise<string> {
  const { io, options } = place;
  const id = newRunId(io.now());
  await withinJob(place, job, async (open) => endWith(io, await runJob(io, open, options, false, id)));
  return id;
}

export async function resumeHere(place: Place, id: string): Promise<void> {
  await continueRun(place, id, ({ session, connect }) => resumeRun(session, connect, id));
}

export async function approveHere(place: Place, id: string, by: Decider, reason: string): Promise<void> {
  await continueRun(place, id, async ({ session, connect }) => {
    const people = await possibleActors(session.state.db, by);
    return approveRun(session, connect, id, { by: by.name, via: by.via, reason, people });
  });
}

export async function cancelHere({ io, state, options }: Place, id: string, by: Decider, reason: string): Promise<void> {
  const run = await discardRun(io, state, id, by, reason);
  endWith(io, await finishRun(io, state, run, options, await exitPolicyOf(io, run)));
}

/** Returns `policy.exit` of the run's job; the defaults if its file is missing or invalid. */
async function exitPolicyOf(io: Call, run: Run): Promise<Policy["exit"]> {
  const loaded = await loadJob(run.job_file, io).catch(() => null);
  return loaded?.job.policy.exit ?? { rejected: 1, blocked: 1 };
}

export async function revertHere(place: Place, id: string, request: { by: Decider; reason: string; until: Date | null }): Promise<string> {
  const { job_file: file } = await existingRun(place.state, id);
  return restoreHere(place, file, id, (open, revert) => revertRun(open.session, open.connect, id, { ...request, id: revert }));
}

/** Adds back the memberships of applied removals of a job. */
export async function addBackHere(
  place: Place,
  job: string,
  removals: readonly string[],
  request: { by: Decider; reason: string; askAgain: boolean },
): Promise<string> {
  const { file } = (await configurationOf(place, job)).job;
  return restoreHere(place, file, null, (open, revert) => revertRemovals(open.session, open.connect, removals, { ...request, id: revert }));
}

/** Prints what a run restored. @param of the run whose removals are undone */
async function restoreHere(
  place: Place,
  file: string,
  of: string | null,
  work: (open: OpenJob, revert: string) => Promise<Reverted>,
): Promise<string> {
  const { io, state, options } = place;
  const revert = newRunId(io.now());
  const reverted = await within(place, file, (open) =>
    work(open, revert).catch(async (error: unknown) => {
      open.session.progress.end();
      await countFailedRun(io, state, revert);
      throw error;
    }),
  );
  const { report } = (await writeReport(io, state, reverted.run)).result;
  if (options.json === true) printJson(io, { run: reverted.run.id, reverted: of, memberships: reverted.memberships.map(withWhy), report });
  else print(io, revertedText(io, of ?? revert, reverted));
  endWith(io, reverted.memberships.some(({ status }) => status === "missing") ? EXIT.partly : EXIT.done);
  return reverted.run.id;
}

function withWhy({ why, ...one }: Reverted["memberships"][number]): object {
  return why === null ? { ...one, why } : { ...one, why: englishText(why), fact: why };
}

/** Deactivates the account of one person now, or undoes that. */
export async function changeAccountHere(
  place: Place,
  job: string,
  change: { key: string; deactivate: boolean; by: Decider; reason: string },
): Promise<string> {
  const { io, state, options } = place;
  const { key, deactivate } = change;
  return within(place, await fileOf(place, job), async ({ session, connect }) => {
    const id = await planAccountChange(session, change);
    try {
      await writeReport(io, state, await resumeRun(session, connect, id));
    } catch (error) {
      if (deactivate) session.progress.say(fact("usage.deactivation_unsent", { key, run: id }));
      throw error;
    }
    const why = await accountChangeObstacle(session, id);
    if (options.json === true) printJson(io, { key, run: id, deactivate, done: why === null, why: why && englishText(why) });
    else
      print(
        io,
        why === null
          ? changedText(key, deactivate)
          : t(deactivate ? "account_change.not_deactivated" : "account_change.not_reactivated", { key, why: factText(why) }),
      );
    endWith(io, why === null ? EXIT.done : EXIT.partly);
    return id;
  });
}

function changedText(key: string, deactivate: boolean): string {
  if (!deactivate) return t("history.name_can_sign", { name: key });
  const undo = t("account_change.undo_with", { command: `\`rollcall people reactivate ${key} --reason TEXT\`` });
  return `${t("history.name_can_no", { name: key })} ${undo}`;
}

/** Continues a run with the current job file. */
async function continueRun(place: Place, id: string, work: (open: OpenJob) => Promise<Run>): Promise<void> {
  const { io, state, options } = place;
  await within(place, (await existingRun(state, id)).job_file, async (open) => {
    try {
      const run = await work(open);
      endWith(io, await finishRun(io, state, run, options, open.session.job.policy.exit));
      await fetchImpactAfterRun(io, open, run);
    } catch (error) {
      open.session.progress.end();
      await reportFailedRun(io, state, id, options);
      throw error;
    }
  });
}
