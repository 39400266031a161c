import { fact } from "../domain/facts/fact.ts";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { EXIT, problemFact, type ExitCode } from "../domain/problem.ts";
import type { Step, StepJob } from "../queue/steps.ts";
import type { PossibleActors } from "../review/possible-actors.ts";
import {
  applyRun,
  approveRun,
  applyDueDecisions,
  extractRun,
  planRun,
  resumeRun,
  revertRemovals,
  revertRun,
  type RunRequest,
} from "../pipeline/pipeline.ts";
import { toStoredProblem, setRunStatus } from "../pipeline/finish/finish-run.ts";
import { stoppedByHand } from "../session/session.ts";
import {
  startRunRequest,
  dropUpload,
  endRunRequest,
  findRunRequest,
  findUpload,
  deleteUnplannedRun,
  isStopRequested,
  setOutcome,
  type StoredRunRequest,
} from "../store/schedule/run-requests.ts";
import { findLiveRun, findRun, recoverRuns, type Run } from "../store/runs/runs.ts";
import { KINDS, type RunRequestOutcome } from "../store/schema/processes.ts";
import { dropStaged } from "../store/runs/staging.ts";
import type { State } from "../state/state.ts";
import { isConnectionError, knownProblem } from "../state/database-errors.ts";
import { writeReport } from "../app/finish-run.ts";
import { notifyAfterRun } from "../app/notify.ts";
import { loadConfiguration, withOpenJob, type OpenJob } from "../app/open-session.ts";
import type { ProgressFeed } from "./progress-feed.ts";
import type { HealthRecords } from "./health.ts";
import type { Services } from "./services.ts";
import type { Call } from "../app/io.ts";

export interface StepParts {
  state: State;
  services: Services;
  health: HealthRecords;
  feed: ProgressFeed;
  /** Called after decisions of this job were applied or postponed. */
  decided(job: string): Promise<void>;
  /** Called after a run has ended and its report is written. */
  ended(request: StoredRunRequest): void;
}

/** Interval at which the store is asked whether a run should stop. */
const POLL_INTERVAL_MS = 500;

/**
 * Returns the function that performs one step of a request. An error of the run becomes its outcome, so that its report
 * is still written. If this process stops or the database is gone, the step fails and another process repeats it.
 */
export function stepRunner(io: Call, parts: StepParts): (job: StepJob, stopping: AbortSignal) => Promise<"done" | "later"> {
  const { state, feed } = parts;
  return async ({ order: id, step }, stopping) => {
    const request = await findRunRequest(state.db, id);
    if (request === undefined || request.ended_at !== null) return "done";
    if (!KINDS.includes(request.kind) || (await hasToWait(state, request, step))) return "later";
    await startRunRequest(state.db, id, io.now());
    const progress = feed.progressOf(request);
    const stop = stopSignal(state, request, stopping);
    try {
      // One process at a time, even if the queue took a step for lost and gave it to another.
      const context = { ...parts, progress, stop: stop.signal };
      await state.locks.exclusively(`order:${id}`, () => performCurrent(io, context, { order: id, step }, stopping), stopping);
    } catch (error) {
      if (isConnectionError(error) || stopping.aborted) throw error;
      await setOutcome(state.db, id, outcomeOf(error));
    } finally {
      stop.release();
      progress.close();
    }
    return "done";
  };
}

/**
 * Returns whether the request has to wait: a job never has two runs over complete files, and decisions are applied
 * between runs. Its own run is no reason to wait: a queue that lost its data starts again at the first step.
 */
async function hasToWait({ db, processId }: State, request: StoredRunRequest, step: Step): Promise<boolean> {
  const { partial, planOnly } = requestOf(request);
  const alone = request.kind === "decisions" ? step === "apply" : request.kind === "run" && step === "extract" && !partial && !planOnly;
  return alone && (await findLiveRun(db, request.job, processId, request.run)) !== undefined;
}

/** Performs a step on the current request: the same step may have been performed while this one waited for the lock. */
async function performCurrent(
  io: Call,
  parts: Omit<StepContext, "request">,
  { order: id, step }: StepJob,
  stopping: AbortSignal,
): Promise<void> {
  const { state, feed } = parts;
  const request = await findRunRequest(state.db, id);
  if (request === undefined || request.ended_at !== null) return;
  try {
    await perform(io, { ...parts, request }, step);
  } catch (error) {
    if (isConnectionError(error) || stopping.aborted) throw error;
    await setOutcome(state.db, id, outcomeOf(error));
    await endAbandonedRun(io, state, request, error);
  }
  if (step !== "notify") return;
  await dropUpload(state.db, id);
  await endRunRequest(state.db, id, { status: "completed", code: EXIT.done, said: null }, io.now());
  await feed.refresh();
  if (request.kind === "decisions") await parts.decided(request.job);
  else parts.ended(request);
}

/** Ends the run of a request that failed outside the run, as by an invalid job file: it would block later runs of the job. */
async function endAbandonedRun(io: Call, state: State, { kind, run: id }: StoredRunRequest, error: unknown): Promise<void> {
  const run = id === null ? undefined : await findRun(state.db, id);
  if (run === undefined || !(run.status === "reading" || run.status === "running")) return;
  // A command may own a run that was resumed or approved twice.
  if (kind !== "run" && run.owner_process !== state.processId) return;
  await setRunStatus({ state, now: io.now }, run.id, run.status === "running" ? "interrupted" : "failed", toStoredProblem(error));
}

interface StepContext extends StepParts {
  request: StoredRunRequest;
  progress: ReturnType<ProgressFeed["progressOf"]>;
  stop: AbortSignal;
}

async function perform(io: Call, context: StepContext, step: Step): Promise<void> {
  const { state, request } = context;
  const run = request.run === null ? undefined : await findRun(state.db, request.run);
  if (step === "report") {
    if (run !== undefined) await writeReport(io, state, run);
    return;
  }
  if (step === "notify") {
    if (run !== undefined) await notifyAfterRun(io, state, run);
    return;
  }
  if (request.outcome !== null) return;
  if (step === "extract") return extract(io, context, run);
  const ended = await withJob(io, context, (open) => continueWith(open, context, step, run));
  if (ended !== null && ended.status !== "running") await setOutcome(state.db, request.id, outcomeOfRun(ended));
}

async function extract(io: Call, context: StepContext, begun: Run | undefined): Promise<void> {
  const { state, request } = context;
  const runOptions = requestOf(request);
  // Already read, by a process that stopped before it could record that.
  if (begun !== undefined && begun.sha256 !== "") return;
  if (begun !== undefined) {
    await dropStaged(state.db, [begun.id]);
    await deleteUnplannedRun(state.db, begun.id);
  }
  const upload = await fetchUpload(state, request.id);
  const given = upload === null ? runOptions : { ...runOptions, file: upload.file, uploadFolder: dirname(upload.file) };
  try {
    const ended = await withJob(io, context, ({ session }) => extractRun(session, given));
    if (ended !== null) await setOutcome(state.db, request.id, outcomeOfRun(ended));
  } finally {
    await upload?.remove();
  }
}

/** Continues the request. @returns its run; `null` for decisions, which have no run of their own */
async function continueWith(
  { session, connect }: OpenJob,
  { request }: StepContext,
  step: Step,
  run: Run | undefined,
): Promise<Run | null> {
  const { detail, by_name: by } = request;
  const [id, reason] = [request.run ?? "", textOf(detail, "reason")];
  switch (request.kind) {
    case "run":
      // Already released, by a process that has ended.
      if (run?.released === true) return continueReleased(session, connect, run);
      return step === "plan" ? planRun(session, connect, requestOf(request)) : null;
    case "resume":
      return run?.status === "running" ? continueReleased(session, connect, run) : resumeRun(session, connect, id);
    case "approve":
      return run?.released === true
        ? continueReleased(session, connect, run)
        : approveRun(session, connect, id, { by: by ?? "", via: textOf(detail, "via"), reason, people: peopleOf(request) });
    case "revert": {
      const askAgain = detail["ask_again"] === true;
      const revert = { by: { name: by ?? "", via: textOf(detail, "via") }, reason, askAgain, ...(run === undefined ? { id } : {}) };
      const removals = [detail["removals"]].flat().filter((one): one is string => typeof one === "string");
      if (removals.length > 0)
        return (await revertRemovals(session, connect, removals, { ...revert, ...(run === undefined ? {} : { previous: id }) })).run;
      const until = textOf(detail, "until");
      return (await revertRun(session, connect, textOf(detail, "of"), { ...revert, until: until === "" ? null : new Date(until) })).run;
    }
    default:
      await applyDueDecisions(session, connect);
      return null;
  }
}

/** Continues a released run from where the previous process left it. */
async function continueReleased(session: OpenJob["session"], connect: OpenJob["connect"], { id }: Run): Promise<Run | null> {
  const { db, processId } = session.state;
  await recoverRuns(db, processId, session.now());
  const run = (await findRun(db, id)) ?? null;
  if (run?.status === "interrupted") return resumeRun(session, connect, id);
  return run?.status === "running" ? applyRun(session, connect, id) : run;
}

/** Opens a job from its current file, and records the health of its service. */
async function withJob<T>(
  io: Call,
  { state, services, health, request, progress, stop }: StepContext,
  work: (open: OpenJob) => Promise<T>,
): Promise<T> {
  const { job, mapping } = await loadConfiguration(io, request.job_file);
  const { account } = job.service;
  try {
    return await withOpenJob(io, state, job, mapping, progress, (open) => work(health.watching(account, open)), {
      stop,
      open: services.open,
    });
  } catch (error) {
    health.failed(account, error, io.now());
    throw error;
  }
}

function textOf(detail: Record<string, unknown>, name: string): string {
  const value = detail[name];
  return typeof value === "string" ? value : "";
}

function requestOf(request: StoredRunRequest): RunRequest {
  const { run, detail, by_name: startedBy } = request;
  const { file = null, partial = false, planOnly = false } = detail as { file?: string | null; partial?: boolean; planOnly?: boolean };
  return { id: run ?? "", file, partial, planOnly, startedBy, startedPeople: startedBy === null ? null : peopleOf(request) };
}

/** Returns the people behind a request: unknown where the request does not name them. */
function peopleOf({ detail, by_name: by }: StoredRunRequest): PossibleActors {
  const stored = detail["people"] as PossibleActors | undefined;
  return stored ?? { names: by === null ? [] : [by], any_admin: true };
}

async function fetchUpload(state: State, request: string): Promise<{ file: string; remove(): Promise<void> } | null> {
  const upload = await findUpload(state.db, request);
  if (upload === undefined) return null;
  const folder = join(state.dir, "uploads", request);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, basename(upload.name));
  await writeFile(file, upload.bytes, { mode: 0o600 });
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Returns a signal that is aborted when this process stops, or when the run is asked to stop. */
function stopSignal({ db }: State, { run }: StoredRunRequest, stopping: AbortSignal): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort(stoppedByHand());
  if (stopping.aborted) abort();
  stopping.addEventListener("abort", abort);
  const timer =
    run === null
      ? undefined
      : setInterval(
          () =>
            void isStopRequested(db, run).then(
              (asked) => asked && abort(),
              () => undefined,
            ),
          POLL_INTERVAL_MS,
        );
  return {
    signal: controller.signal,
    release: () => {
      clearInterval(timer);
      stopping.removeEventListener("abort", abort);
    },
  };
}

function outcomeOfRun({ status }: Run): RunRequestOutcome {
  return { status, code: status === "held" ? EXIT.held : EXIT.done, said: null };
}

function outcomeOf(error: unknown): RunRequestOutcome & { code: ExitCode } {
  const problem = knownProblem(error);
  if (problem === null) return { status: "failed", code: EXIT.defect, said: fact("run.stopped_by_defect", {}) };
  return { status: problem.code === "interrupted" ? "interrupted" : "failed", code: problem.exit, said: problemFact(problem) };
}
