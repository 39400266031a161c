/**
 * The whole pipeline in one file: stage the rows of the source file, plan from rows and directory, release a plan within
 * its limits, apply its operations, and store the outcome of every row.
 */
import { fact, inTurn } from "../domain/facts/fact.ts";
import { UsageProblem } from "../domain/problem.ts";
import { idsHere, inRun, inSpan } from "../domain/telemetry/span.ts";
import type { Held } from "../domain/facts/held.ts";
import { dropOperations, dropRemovals, lastSeq } from "../store/runs/operations.ts";
import { findRun, setRun, type Run } from "../store/runs/runs.ts";
import { dropStaged } from "../store/runs/staging.ts";
import { tidyUp } from "../store/statistics.ts";
import { isWithin, refuseWithoutReason, releaseApproved, type RunApproval } from "./release/approve-run.ts";
import { createGroups } from "./release/create-groups.ts";
import { executeAll } from "./execute/execute-all.ts";
import { toStoredProblem, setRunStatus, withRunId } from "./finish/finish-run.ts";
import { makePlan, type Connect, type Plan } from "./plan/make-plan.ts";
import { storeMissingGroups } from "./plan/missing-groups.ts";
import { releaseRun } from "./release/release.ts";
import type { Service, Session } from "../session/session.ts";
import { readFile, type RunRequest } from "./extract/read-file.ts";
import { skipRun } from "./extract/same-file.ts";
import { archiveSourceFiles } from "./finish/archive-source-files.ts";
import { runNotFound, findResumableRun, resumableStatuses } from "./find-resumable-run.ts";

export { applyDecisions, applyDueDecisions } from "./release/apply-decisions.ts";
export { revertRemovals, revertRun } from "./release/revert-run.ts";
export type { RunRequest } from "./extract/read-file.ts";
export type { Connect };
export type { Reverted } from "./release/restore-memberships.ts";

/** The embedded database has no autovacuum; after this many operations a vacuum is worth its second. */
const VACUUM_AFTER_OPERATIONS = 1000;

/** Plans a run and applies it, unless a limit puts it on hold or `planOnly` is set. */
export async function startRun(session: Session, connect: Connect, request: RunRequest): Promise<Run> {
  return asRun(session, request.id, "start", async () => {
    const over = await extractRun(session, request);
    if (over !== null) return over;
    const run = await planRun(session, connect, request);
    return run.status === "running" ? applyRun(session, connect, run.id) : run;
  });
}

/** First step: reads the file. @returns the run if the file equals that of the last successful run and is skipped, else `null` */
export async function extractRun(session: Session, request: RunRequest): Promise<Run | null> {
  const { id } = request;
  return asRun(session, id, "start", async () => {
    const same = await inSpan("read_file", {}, () => readFile(session, request));
    return same === null ? null : skipRun(session, id, same);
  });
}

/** Second step: plans the changes. @returns the run: `held`, `planned`, or `running` once released */
export function planRun(session: Session, connect: Connect, { id, planOnly }: Pick<RunRequest, "id" | "planOnly">): Promise<Run> {
  return plan(session, connect, id, async (held) => (held.length > 0 ? "held" : planOnly ? "planned" : null));
}

/**
 * Third step: applies a released run, from where it stopped.
 * @param isAgain the run completed before, so its files are already archived
 */
export async function applyRun(session: Session, connect: Connect, id: string, isAgain = false): Promise<Run> {
  await setRun(session.state.db, id, { owner_process: session.state.processId });
  return asRun(session, id, "apply", async () => apply(session, await connect(), id, isAgain));
}

/** Resumes a stopped run from where it stopped, or sends what still waits in a completed one. */
export async function resumeRun(session: Session, connect: Connect, id: string): Promise<Run> {
  const run = await findResumableRun(session, id, await resumableStatuses(session.state.db, id));
  return asRun(session, id, "resume", async () => {
    const planned = run.released ? await takeOverRun(session, id) : await planRun(session, connect, { id, planOnly: false });
    return planned.status === "running" ? applyRun(session, connect, id, run.status === "completed") : planned;
  });
}

/** Plans a run on hold again and releases it. It stays on hold if its limits are now exceeded further than was approved. */
export async function approveRun(session: Session, connect: Connect, id: string, approval: RunApproval): Promise<Run> {
  const run = await findResumableRun(session, id, ["held"]);
  refuseWithoutReason(approval);
  const judge = async (held: Held[]): Promise<"held" | null> => ((await releaseApproved(session, run, held, approval)) ? null : "held");
  return asRun(session, id, "release", async () => {
    const planned = await plan(session, connect, id, judge);
    return planned.status === "running" ? applyRun(session, connect, id) : planned;
  });
}

/** Cancels a run: unsent operations are never sent, applied ones stay. */
export async function cancelRun(session: Pick<Session, "state" | "now">, id: string): Promise<Run> {
  const { state, now } = session;
  const run = await findRun(state.db, id);
  if (run === undefined) throw runNotFound(id);
  if (["completed", "cancelled", "superseded"].includes(run.status)) {
    throw new UsageProblem(fact("run.has_nothing_to_cancel", { run: id, status: run.status }));
  }
  // First: a process that plans the run sees that it has ended, and not only that its rows are gone.
  await setRunStatus(session, id, "cancelled");
  await dropOperations(state.db, id, fact("operation.run_cancelled", {}), now());
  await dropStaged(state.db, [id]);
  return setRunStatus(session, id, "cancelled");
}

/** Runs `work` under the run's id in logs and traces. */
function asRun<T extends Run | null>({ job }: Session, run: string, how: string, work: () => Promise<T>): Promise<T> {
  // Nested call: the run's span is already open.
  if (idsHere().run === run) return work();
  const done = inRun({ run, job: job.name }, how, work, (ended) => ({ status: ended?.status ?? "reading", rows: ended?.rows ?? 0 }));
  return done.catch((error: unknown) => {
    throw withRunId(run, error);
  });
}

/**
 * Plans with the current links and memberships, even if the run was planned before, and releases the run unless `judge`
 * returns another status. A lock per service account, across all processes: no other run may release changes between
 * what a plan has read and its own release.
 */
async function plan(
  session: Session,
  connect: Connect,
  id: string,
  judge: (held: Held[]) => Promise<"held" | "planned" | null>,
): Promise<Run> {
  const { state, job, stop } = session;
  let isWaiting = true;
  const turn = async (): Promise<Run> => {
    isWaiting = false;
    // Someone may have released it while this waited.
    const current = await findRun(state.db, id);
    if (current?.released === true)
      throw new UsageProblem(inTurn(fact("run.has_status", { run: id, status: current.status }), fact("nothing.changed", {})));
    let made = await makePlan(session, connect, id);
    let status = await judge(made.held);
    if (status === null && (await createGroups(session, made.service, id, made.missing))) {
      const { held } = made;
      made = await makePlan(session, connect, id, { groupsCreated: true });
      // The memberships in the new groups count as well.
      if (!isWithin(made.held, held)) status = "held";
    }
    return status === null ? release(session, made, id) : setRunStatus(session, id, status);
  };
  const waits = (): void => session.progress.phase("waiting_for_plan", null);
  return asRun(session, id, "plan", async () => {
    try {
      return await state.locks.exclusively(`plan:${job.service.account}`, turn, stop, waits);
    } catch (error) {
      // Nothing else ends a run that is stopped between its file and its plan.
      if (isWaiting && stop.aborted && (await findRun(state.db, id))?.status === "reading")
        await setRunStatus(session, id, "interrupted", toStoredProblem(error));
      throw error;
    }
  });
}

async function release(session: Session, { service, missing }: Plan, id: string): Promise<Run> {
  const { db } = session.state;
  const found = await findRun(db, id);
  if (found === undefined) throw runNotFound(id);
  const { absentSuspended } = (found.summary ?? {}) as { absentSuspended?: boolean };
  const absent = !found.partial && absentSuspended !== true;
  try {
    const left = await releaseRun(session, service, { ...found, absent });
    await storeMissingGroups(session, id, missing);
    await setRun(db, id, { summary: JSON.stringify({ ...found.summary, ...left }) });
    await dropStaged(db, [id]);
  } catch (error) {
    await setRunStatus(session, id, "interrupted", toStoredProblem(error));
    throw error;
  }
  return (await findRun(db, id)) ?? found;
}

/** Makes this process the owner of a released run that was interrupted. */
async function takeOverRun(session: Session, id: string): Promise<Run> {
  const { state, now } = session;
  await dropRemovals(state.db, id, now());
  await setRun(state.db, id, { status: "running", problem: null, owner_process: state.processId, stop_requested_at: null });
  await dropStaged(state.db, [id]);
  const run = await findRun(state.db, id);
  if (run === undefined) throw runNotFound(id);
  return run;
}

async function apply(session: Session, service: Service, id: string, isAgain: boolean): Promise<Run> {
  const { state } = session;
  try {
    const operations = await lastSeq(state.db, id);
    await inSpan("apply", { operations }, () => executeAll(session, service, id, operations));
    if (operations > VACUUM_AFTER_OPERATIONS) await tidyUp(state.db);
    const run = await setRunStatus(session, id, "completed");
    return isAgain ? run : await archiveSourceFiles(session, run);
  } catch (error) {
    await setRunStatus(session, id, "interrupted", toStoredProblem(error));
    throw error;
  }
}
