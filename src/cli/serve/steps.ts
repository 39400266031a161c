import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ExitCode } from "../../model/problem.ts";
import { EXIT } from "../../model/problem.ts";
import type { Step, StepJob } from "../../queue/steps.ts";
import type { PeopleBehind } from "../../review/people-behind.ts";
import { applyRun, approveRun, carryOutDue, extractRun, planRun, resumeRun, revertRun, type RunRequest } from "../../run.ts";
import { sayProblem, settleRun } from "../../run/finish.ts";
import { stoppedByHand } from "../../run/session.ts";
import {
  beginOrder,
  dropUpload,
  endOrder,
  findOrder,
  findUpload,
  forgetBegunRun,
  isStopAsked,
  setOutcome,
  type Order,
} from "../../store/orders.ts";
import { findLiveRun, findRun, recoverRuns, type Run } from "../../store/runs.ts";
import { KINDS, type OrderOutcome } from "../../store/schema-hosts.ts";
import { dropStaged } from "../../store/staging.ts";
import type { State } from "../../store/state.ts";
import { isDatabaseGone, knownProblem } from "../../store/trouble.ts";
import { writeReport } from "../finish-run.ts";
import { tellAfterRun } from "../tell.ts";
import { loadConfiguration, withOpenJob, type Wired } from "../wire.ts";
import type { Follower } from "./follow.ts";
import type { HealthBook } from "./health.ts";
import type { Services } from "./services.ts";
import type { Call } from "../io.ts";

export interface StepParts {
  state: State;
  services: Services;
  health: HealthBook;
  follower: Follower;
  /** Decisions of this job were carried out, or left for later. */
  decided(job: string): Promise<void>;
}

/** How often the store is asked whether somebody wants a run to stop, in ms. */
const LOOK = 500;

/**
 * Does one step of an order. What stops a run is its outcome and no failure of the step, so that its report is written;
 * what is only this process's end, or the database's, is left to whoever takes the step up next.
 */
export function stepRunner(io: Call, parts: StepParts): (job: StepJob, stopping: AbortSignal) => Promise<"done" | "later"> {
  const { state, follower } = parts;
  return async ({ order: id, step }, stopping) => {
    const order = await findOrder(state.db, id);
    if (order === undefined || order.ended_at !== null) return "done";
    if (!KINDS.includes(order.kind) || (await hasToWait(state, order, step))) return "later";
    await beginOrder(state.db, id, io.now());
    const progress = follower.progressOf(order);
    const stop = stopSignal(state, order, stopping);
    try {
      // One process at a time, also where a step was taken for lost and given to another.
      const doing = { ...parts, progress, stop: stop.signal };
      await state.locks.exclusively(`order:${id}`, () => takeTurn(io, doing, { order: id, step }, stopping), stopping);
    } catch (error) {
      if (isDatabaseGone(error) || stopping.aborted) throw error;
      await setOutcome(state.db, id, outcomeOf(error));
    } finally {
      stop.release();
      progress.close();
    }
    return "done";
  };
}

/**
 * Returns whether the order has to wait: there are never two runs of one job over whole files, and decisions come
 * between two runs. The order's own run is no reason to wait: a queue that lost its data begins again at the first step.
 */
async function hasToWait({ db, me }: State, order: Order, step: Step): Promise<boolean> {
  const { partial, planOnly } = requestOf(order);
  const alone = order.kind === "decisions" ? step === "apply" : order.kind === "run" && step === "extract" && !partial && !planOnly;
  return alone && (await findLiveRun(db, order.job, me, order.run)) !== undefined;
}

/** Performs a step on the order as it is now: the same step may have been performed while this one waited for its turn. */
async function takeTurn(io: Call, parts: Omit<Doing, "order">, { order: id, step }: StepJob, stopping: AbortSignal): Promise<void> {
  const { state, follower } = parts;
  const order = await findOrder(state.db, id);
  if (order === undefined || order.ended_at !== null) return;
  try {
    await perform(io, { ...parts, order }, step);
  } catch (error) {
    if (isDatabaseGone(error) || stopping.aborted) throw error;
    await setOutcome(state.db, id, outcomeOf(error));
    await endAbandonedRun(io, state, order, error);
  }
  if (step !== "notify") return;
  await dropUpload(state.db, id);
  await endOrder(state.db, id, { status: "completed", code: EXIT.done, said: null }, io.now());
  await follower.look();
  if (order.kind === "decisions") await parts.decided(order.job);
}

/** Ends the run of an order that failed outside of it, as by a job file with faults: it would block later runs of the job. */
async function endAbandonedRun(io: Call, state: State, { kind, run: id }: Order, error: unknown): Promise<void> {
  const run = id === null ? undefined : await findRun(state.db, id);
  if (run === undefined || !(run.status === "reading" || run.status === "running")) return;
  // A command may work on a run that was resumed or approved twice.
  if (kind !== "run" && run.conductor !== state.me) return;
  await settleRun({ state, now: io.now }, run.id, run.status === "running" ? "interrupted" : "failed", sayProblem(error));
}

interface Doing extends StepParts {
  order: Order;
  progress: ReturnType<Follower["progressOf"]>;
  stop: AbortSignal;
}

async function perform(io: Call, doing: Doing, step: Step): Promise<void> {
  const { state, order } = doing;
  const run = order.run === null ? undefined : await findRun(state.db, order.run);
  if (step === "report") {
    if (run !== undefined) await writeReport(state, run);
    return;
  }
  if (step === "notify") {
    if (run !== undefined) await tellAfterRun(io, state, run);
    return;
  }
  if (order.outcome !== null) return;
  if (step === "extract") return extract(io, doing, run);
  const ended = await withJob(io, doing, (wired) => carryOn(wired, doing, step, run));
  if (ended !== null && ended.status !== "running") await setOutcome(state.db, order.id, endOf(ended));
}

async function extract(io: Call, doing: Doing, begun: Run | undefined): Promise<void> {
  const { state, order } = doing;
  const request = requestOf(order);
  // It has been read already, by a process that could not say so any more.
  if (begun !== undefined && begun.sha256 !== "") return;
  if (begun !== undefined) {
    await dropStaged(state.db, [begun.id]);
    await forgetBegunRun(state.db, begun.id);
  }
  const upload = await fetchUpload(state, order.id);
  const given = upload === null ? request : { ...request, file: upload.file, uploadFolder: dirname(upload.file) };
  try {
    const over = await withJob(io, doing, ({ session }) => extractRun(session, given));
    if (over !== null) await setOutcome(state.db, order.id, endOf(over));
  } finally {
    await upload?.remove();
  }
}

/** @returns the run; `null` for decisions, which have none of their own here */
async function carryOn({ session, connect }: Wired, { order }: Doing, step: Step, run: Run | undefined): Promise<Run | null> {
  const { detail, by_name: by } = order;
  const id = order.run ?? "";
  const reason = textOf(detail, "reason");
  switch (order.kind) {
    case "run":
      // Released before: whoever did so has ended.
      if (run?.released === true) return goOnWith(session, connect, run);
      return step === "plan" ? planRun(session, connect, requestOf(order)) : null;
    case "resume":
      return run?.status === "running" ? goOnWith(session, connect, run) : resumeRun(session, connect, id);
    case "approve":
      return run?.released === true
        ? goOnWith(session, connect, run)
        : approveRun(session, connect, id, { by: by ?? "", via: textOf(detail, "via"), reason, people: peopleOf(order) });
    case "revert": {
      const request = { by: { name: by ?? "", via: textOf(detail, "via") }, reason, ...(run === undefined ? { id } : {}) };
      return (await revertRun(session, connect, textOf(detail, "of"), request)).run;
    }
    default:
      await carryOutDue(session, connect);
      return null;
  }
}

/** A released run, from wherever the process before has left it. */
async function goOnWith(session: Wired["session"], connect: Wired["connect"], { id }: Run): Promise<Run | null> {
  const { db, me } = session.state;
  await recoverRuns(db, me, session.now());
  const run = (await findRun(db, id)) ?? null;
  if (run?.status === "interrupted") return resumeRun(session, connect, id);
  return run?.status === "running" ? applyRun(session, connect, id) : run;
}

/** Work on a job as its file now is. */
async function withJob<T>(
  io: Call,
  { state, services, health, order, progress, stop }: Doing,
  work: (wired: Wired) => Promise<T>,
): Promise<T> {
  const { job, mapping } = await loadConfiguration(io, order.job_file);
  const { account } = job.service;
  try {
    return await withOpenJob(io, state, job, mapping, progress, (wired) => work(health.watching(account, wired)), {
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

function requestOf(order: Order): RunRequest {
  const { run, detail, by_name: startedBy } = order;
  const { file = null, partial = false, planOnly = false } = detail as { file?: string | null; partial?: boolean; planOnly?: boolean };
  return { id: run ?? "", file, partial, planOnly, startedBy, startedPeople: startedBy === null ? null : peopleOf(order) };
}

/** The people who may be behind an order; an older version stored none. */
function peopleOf({ detail, by_name: by }: Order): PeopleBehind {
  const stored = detail["people"] as PeopleBehind | undefined;
  return stored ?? { names: by === null ? [] : [by], any_admin: true };
}

async function fetchUpload(state: State, order: string): Promise<{ file: string; remove(): Promise<void> } | null> {
  const upload = await findUpload(state.db, order);
  if (upload === undefined) return null;
  const folder = join(state.dir, "uploads", order);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, basename(upload.name));
  await writeFile(file, upload.bytes, { mode: 0o600 });
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Aborted when this process ends, or somebody wants the run to stop. */
function stopSignal({ db }: State, { run }: Order, stopping: AbortSignal): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort(stoppedByHand());
  if (stopping.aborted) abort();
  stopping.addEventListener("abort", abort);
  const timer =
    run === null
      ? undefined
      : setInterval(
          () =>
            void isStopAsked(db, run).then(
              (asked) => asked && abort(),
              () => undefined,
            ),
          LOOK,
        );
  return {
    signal: controller.signal,
    release: () => {
      clearInterval(timer);
      stopping.removeEventListener("abort", abort);
    },
  };
}

function endOf({ status }: Run): OrderOutcome {
  return { status, code: status === "held" ? EXIT.held : EXIT.done, said: null };
}

function outcomeOf(error: unknown): OrderOutcome & { code: ExitCode } {
  const problem = knownProblem(error);
  if (problem === null) return { status: "failed", code: EXIT.defect, said: "A defect of Rollcall stopped this." };
  const { code, exit, message, next } = problem;
  return {
    status: code === "interrupted" ? "interrupted" : "failed",
    code: exit,
    said: next === undefined ? message : `${message} ${next}`,
  };
}
