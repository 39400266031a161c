import { rm } from "node:fs/promises";
import { dirname, relative } from "node:path";
import type { Actor, Progress as Shown, Work } from "../../console/parts.ts";
import { secretKey } from "../../config/environment.ts";
import { EXIT, Problem, UsageProblem } from "../../model/problem.ts";
import { approveRun, carryOutDue, resumeRun, revertRun, startRun } from "../../run.ts";
import { explain } from "../../run/explain.ts";
import { findRows } from "../../run/find-row.ts";
import { termsOf } from "../../run/terms.ts";
import type { Progress } from "../../run/session.ts";
import { nextDue } from "../../store/due.ts";
import { findRun, newRunId, type Run } from "../../store/runs.ts";
import type { State } from "../../store/state.ts";
import { writeReport } from "../finish-run.ts";
import { giveUp, noteGivenUp } from "../give-up.ts";
import { tellAfterRun } from "../tell.ts";
import { placed } from "../view/placed.ts";
import { loadConfiguration, withOpenJob, type Wired } from "../wire.ts";
import { Asking } from "./asking.ts";
import { Background } from "./background.ts";
import type { HealthBook } from "./health.ts";
import type { Jobs } from "./jobs.ts";
import type { Services } from "./services.ts";

export interface WorkParts {
  state: State;
  jobs: Jobs;
  services: Services;
  health: HealthBook;
  /** The folder of files that people sent; what lies in it is deleted after its run. */
  uploads: string;
}

/** The longest that a timer can wait, and a good moment to look again, in ms. */
const LOOK_AGAIN = 12 * 3_600_000;

/** What the console has done by others, on one open state: runs in the background, one after another. */
export function createWork({ state, jobs, services, health, uploads }: WorkParts): Work & { close(): Promise<void> } {
  const background = new Background(failed);
  const asking = new Asking({ state, services, health });
  const timers = new Map<string, NodeJS.Timeout>();
  const now = (): Date => new Date();
  const quiet: Progress = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };

  /** Work on a job as its file now is, in the background. */
  const later = (
    run: string,
    job: string,
    file: string,
    work: (wired: Wired) => Promise<Run | null>,
    afterwards?: () => Promise<void>,
  ): void =>
    background.add({
      run,
      job,
      ...(afterwards === undefined ? {} : { afterwards }),
      work: async (progress, stop) => {
        const { job: opened, mapping } = await loadConfiguration(file);
        const within = { stop, open: services.open };
        const { account } = opened.service;
        try {
          const ended = await withOpenJob(state, opened, mapping, progress, (wired) => work(health.watching(account, wired)), within);
          return ended === null
            ? { status: "completed", code: EXIT.done }
            : { status: ended.status, code: ended.status === "held" ? EXIT.held : EXIT.done };
        } catch (error) {
          health.failed(account, error, now());
          throw error;
        } finally {
          const stored = run === "" ? undefined : await findRun(state.db, run);
          if (stored !== undefined) {
            await writeReport(state, stored);
            await tellAfterRun(state, stored);
          }
        }
      },
    });

  /** A run that somebody wants to go on with, and the job file that it goes on with. */
  const waitingRun = async (id: string, allowed: readonly Run["status"][]): Promise<Run> => {
    const run = await findRun(state.db, id);
    if (run === undefined) throw new UsageProblem(`There is no run ${id}.`);
    if (background.has({ run: id })) throw new UsageProblem(`Run ${id} goes on already. Nothing was changed.`);
    if (!allowed.includes(run.status)) throw new UsageProblem(`Run ${id} is ${run.status}. Nothing was changed.`);
    await loadConfiguration(run.job_file);
    return run;
  };

  const carryOut = async (name: string): Promise<void> => {
    const { job } = await jobs.open(name);
    // One that has not begun will see what was approved since.
    if (background.running().some((shown) => shown.run === "" && shown.job === name && shown.phase.startsWith("Waiting"))) return;
    later(
      "",
      name,
      job.file,
      async ({ session, connect }) => {
        await carryOutDue(session, connect);
        return null;
      },
      () => lookAgain(name),
    );
  };

  /** What is approved and not due yet is carried out when it is. */
  const lookAgain = async (name: string): Promise<void> => {
    const due = await nextDue(state.db, name, now());
    clearTimeout(timers.get(name));
    timers.delete(name);
    if (due === null) return;
    const pause = Math.min(LOOK_AGAIN, Math.max(1000, due.getTime() - Date.now() + 500));
    timers.set(name, setTimeout(() => void carryOut(name).catch(() => undefined), pause).unref());
  };

  const put = (path: string): (() => Promise<void>) | undefined =>
    relative(uploads, path).startsWith("..") ? undefined : () => rm(dirname(path), { recursive: true, force: true });

  return {
    jobs: () => jobs.cards(now()),
    async start(name, { by, file, complete, planOnly }) {
      const { job } = await jobs.open(name);
      const id = newRunId(now());
      const request = { id, file: file?.path ?? null, partial: file !== null && !complete, planOnly, startedBy: by.name };
      later(id, name, job.file, ({ session, connect }) => startRun(session, connect, request), file === null ? undefined : put(file.path));
      return id;
    },
    async resume(id) {
      const run = await waitingRun(id, ["planned", "interrupted", "failed"]);
      later(id, run.job, run.job_file, ({ session, connect }) => resumeRun(session, connect, id));
    },
    async approve(id, by, reason) {
      const run = await waitingRun(id, ["held"]);
      if (reason.trim() === "") throw new UsageProblem("Releasing a run needs a reason. Nothing was changed.");
      later(id, run.job, run.job_file, ({ session, connect }) => approveRun(session, connect, id, { by: by.name, reason }));
    },
    async cancel(id, by, reason) {
      const stopped = await background.stop(id);
      const run = await findRun(state.db, id);
      if (run === undefined && stopped) return noteGivenUp(state, id, by, reason);
      if (run === undefined) throw new UsageProblem(`There is no run ${id}.`);
      await writeReport(state, await giveUp(state, id, by, reason));
    },
    async revert(id, by, reason) {
      const run = await findRun(state.db, id);
      if (run === undefined) throw new UsageProblem(`There is no run ${id}.`);
      if (reason.trim() === "") throw new UsageProblem("Reverting a run needs a reason. Nothing was changed.");
      await loadConfiguration(run.job_file);
      const revert = newRunId(now());
      later(
        revert,
        run.job,
        run.job_file,
        async ({ session, connect }) => (await revertRun(session, connect, id, { by: whoOf(by), reason, id: revert })).run,
      );
      return revert;
    },
    policy: async (name) => (await jobs.open(name)).job.policy,
    carryOut,
    async explain(name, key) {
      const { job, mapping } = await jobs.open(name);
      const within = { stop: new AbortController().signal, open: services.open };
      return withOpenJob(
        state,
        job,
        mapping,
        quiet,
        async ({ session, connect }) => {
          const found = await findRows(session, key, null);
          const service = await connect();
          if ((await service.directory.readAt()) === null) await service.directory.refresh();
          const readAt = (await service.directory.readAt())?.toISOString() ?? null;
          const explanation = await explain(session, key, found, await termsOf(session, service), readAt);
          // As `rollcall explain --json` prints it.
          return explanation === null
            ? null
            : (JSON.parse(JSON.stringify(placed(explanation, explanation.files))) as Record<string, unknown>);
        },
        within,
      );
    },
    async stakes(account, userId, groupId) {
      const found = (await jobs.all()).find((one) => "job" in one && one.job.service.account === account);
      if (found === undefined || !("job" in found)) return null;
      const read = await services.stakes(state, found.job, secretKey(process.env), now);
      return read(userId, groupId);
    },
    async health() {
      // What goes on at this moment meets the service by itself.
      if (background.running().length === 0) void asking.look(jobs, now, () => secretKey(process.env)).catch(() => undefined);
      return health.all();
    },
    running: () => background.running(),
    watch: (listener) => background.watch(listener),
    async close() {
      for (const timer of timers.values()) clearTimeout(timer);
      await background.close();
      await asking.close();
      await services.close();
    },
  };
}

function whoOf({ name, via }: Actor): { name: string; via: string } {
  return { name, via };
}

function failed(error: unknown): NonNullable<Shown["ended"]> & { said: string } {
  if (!(error instanceof Problem)) return { status: "failed", code: EXIT.defect, said: "A defect of Rollcall stopped this." };
  const said = error.next === undefined ? error.message : `${error.message} ${error.next}`;
  return { status: error.code === "interrupted" ? "interrupted" : "failed", code: error.exit, said };
}
