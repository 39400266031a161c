import { readFile, rm } from "node:fs/promises";
import { dirname, relative } from "node:path";
import type { Work } from "../../console/parts.ts";
import { secretKey } from "../../config/environment.ts";
import { isUnencrypted } from "../../model/loopback.ts";
import { EXIT, UsageProblem } from "../../model/problem.ts";
import { firstStep, openStepQueue } from "../../queue/steps.ts";
import { peopleBehind } from "../../review/people-behind.ts";
import { refuseIfStopped } from "../../run/emergency-stop.ts";
import { explain } from "../../run/explain.ts";
import { findRows } from "../../run/find-row.ts";
import { termsOf } from "../../run/terms.ts";
import type { Progress } from "../../run/session.ts";
import { nextDue } from "../../store/due.ts";
import { askToStop, dropUpload, endOrder, insertOrder, insertUpload, listOrders, type Order } from "../../store/orders.ts";
import { findRun, isConducted, newRunId, type Run } from "../../store/runs.ts";
import type { State } from "../../store/state.ts";
import { writeReport } from "../finish-run.ts";
import { giveUp, noteGivenUp } from "../give-up.ts";
import { placed } from "../view/placed.ts";
import { loadConfiguration, withOpenJob } from "../wire.ts";
import { Asking } from "./asking.ts";
import { Follower } from "./follow.ts";
import type { HealthBook } from "./health.ts";
import type { Jobs } from "./jobs.ts";
import { keepOrders } from "./lost-orders.ts";
import type { Services } from "./services.ts";
import { stepRunner } from "./steps.ts";
import type { Call } from "../io.ts";

export interface WorkParts {
  state: State;
  jobs: Jobs;
  services: Services;
  health: HealthBook;
  /** The folder of files that people sent; they lie there only until they are stored. */
  uploads: string;
  /** False where other processes do the work. */
  worker?: boolean;
}

/** The longest that a timer can wait, and a good moment to look again, in ms. */
const LOOK_AGAIN = 12 * 3_600_000;
/** How long whoever cancels a run waits for what is in flight, in ms. */
const STOP_WITHIN = 60_000;
const OUTCOME_TIMEOUT_MS = 2000;

export interface ServedWork extends Work {
  /** Gives a scheduled run in order. @returns the run */
  begin(name: string): Promise<string>;
  close(): Promise<void>;
}

/** What the console has done by the processes with the role worker, this one or others, on one open state. */
export async function createWork(io: Call, { state, jobs, services, health, uploads, worker = true }: WorkParts): Promise<ServedWork> {
  const follower = new Follower(state, io.now);
  const queue = openStepQueue(state);
  const asking = new Asking({ state, services, health });
  const timers = new Map<string, NodeJS.Timeout>();
  const { now } = io;
  const quiet: Progress = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };

  const give = async (
    kind: Order["kind"],
    { run, job, file }: { run: string | null; job: string; file: string },
    by: string | null,
    detail: Record<string, unknown>,
    id = newRunId(now()),
  ): Promise<void> => {
    await insertOrder(state.db, { id, kind, run, job, job_file: file, detail: JSON.stringify(detail), by_name: by, at: now() });
    follower.added(id, run ?? "", job);
    // A worker hands it over again where Redis is away or forgets it: the order stands in the store.
    await queue.add(id, firstStep(kind)).catch((error: unknown) => {
      if (state.redis === null) throw error;
    });
  };

  /** @throws Problem `emergency_stop`: at once, and not only in the background. */
  const refuseStopped = (account: string): Promise<void> => refuseIfStopped({ state, job: { service: { account } } });

  /**
   * Whether an order still works on a run. Its report and its mail come after the outcome and keep nobody waiting; the
   * run shows its new status a moment before the outcome is stored.
   */
  const isBusy = async (id: string, timeoutMs: number): Promise<boolean> => {
    for (const end = performance.now() + timeoutMs; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const orders = await listOrders(state.db, now());
      const busy = orders.some((order) => order.run === id && order.ended_at === null && order.outcome === null);
      if (!busy || performance.now() > end) return busy;
    }
  };

  /** A run that somebody wants to go on with, and the job file that it goes on with. */
  const waitingRun = async (id: string, allowed: readonly Run["status"][]): Promise<Run> => {
    const before = await findRun(state.db, id);
    if (before === undefined) throw new UsageProblem(`There is no run ${id}.`);
    const busy = await isBusy(id, allowed.includes(before.status) ? OUTCOME_TIMEOUT_MS : 0);
    const run = (await findRun(state.db, id)) ?? before;
    if (busy) throw new UsageProblem(`Run ${id} goes on already. Nothing was changed.`);
    if (!allowed.includes(run.status)) throw new UsageProblem(`Run ${id} is ${run.status}. Nothing was changed.`);
    await refuseStopped(run.account);
    await loadConfiguration(io, run.job_file);
    return run;
  };
  const placeOf = (run: Run): { run: string; job: string; file: string } => ({ run: run.id, job: run.job, file: run.job_file });

  const carryOut = async (name: string): Promise<void> => {
    const { job } = await jobs.open(name);
    await refuseStopped(job.service.account);
    // One that has not begun will see what was approved since.
    if (follower.running().some((shown) => shown.run === "" && shown.job === name && shown.phase !== "Sending")) return;
    await give("decisions", { run: null, job: name, file: job.file }, null, {});
  };

  /** What is approved and not due yet is carried out when it is. */
  const lookAgain = async (name: string): Promise<void> => {
    const due = await nextDue(state.db, name, now());
    clearTimeout(timers.get(name));
    timers.delete(name);
    if (due === null) return;
    const pause = Math.min(LOOK_AGAIN, Math.max(1000, due.getTime() - io.now().getTime() + 500));
    timers.set(name, setTimeout(() => void carryOut(name).catch(() => undefined), pause).unref());
  };

  /** A file that somebody sent may be read by a process on another host. */
  const store = async (order: string, { name, path }: { name: string; path: string }): Promise<void> => {
    await insertUpload(state.db, { id: order, name, bytes: await readFile(path), at: now() });
    if (!relative(uploads, path).startsWith("..")) await rm(dirname(path), { recursive: true, force: true });
  };

  /** Stops a run that waits or goes on, and comes back once it has stopped. */
  const stop = async (id: string): Promise<void> => {
    for (const { id: order, run, begun_at: begun } of await listOrders(state.db, now())) {
      if (run !== id || begun !== null) continue;
      await dropUpload(state.db, order);
      await endOrder(state.db, order, { status: "cancelled", code: EXIT.done, said: null }, now());
      await follower.look();
    }
    await askToStop(state.db, id, now());
    for (const end = performance.now() + STOP_WITHIN; performance.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
      const run = await findRun(state.db, id);
      if (run === undefined || !(run.status === "running" || run.status === "reading") || !(await isConducted(state.db, id, state.me)))
        return;
    }
  };

  const decided = async (job: string): Promise<void> => lookAgain(job);
  const keeping = worker ? await keepOrders(io, state, queue) : null;
  if (worker) await queue.work(stepRunner(io, { state, services, health, follower, decided }));

  return {
    jobs: () => jobs.cards(now()),
    async start(name, { by, file, complete, planOnly }) {
      const { job } = await jobs.open(name);
      if (!planOnly) await refuseStopped(job.service.account);
      const id = newRunId(now());
      if (file !== null) await store(id, file);
      const people = await peopleBehind(state.db, by);
      await give("run", { run: id, job: name, file: job.file }, by.name, { partial: file !== null && !complete, planOnly, people }, id);
      return id;
    },
    async begin(name) {
      const { job } = await jobs.open(name);
      const id = newRunId(now());
      await give("run", { run: id, job: name, file: job.file }, null, {}, id);
      return id;
    },
    async resume(id, by) {
      await give("resume", placeOf(await waitingRun(id, ["planned", "interrupted", "failed"])), by.name, {});
    },
    async approve(id, by, reason) {
      const run = await waitingRun(id, ["held"]);
      if (reason.trim() === "") throw new UsageProblem("Releasing a run needs a reason. Nothing was changed.");
      await give("approve", placeOf(run), by.name, { reason, via: by.via, people: await peopleBehind(state.db, by) });
    },
    async cancel(id, by, reason) {
      const waited = follower.running().some((shown) => shown.run === id);
      await stop(id);
      const run = await findRun(state.db, id);
      if (run === undefined && waited) return noteGivenUp(io, state, id, by, reason);
      if (run === undefined) throw new UsageProblem(`There is no run ${id}.`);
      await writeReport(state, await giveUp(io, state, id, by, reason));
    },
    async revert(id, by, reason) {
      const run = await findRun(state.db, id);
      if (run === undefined) throw new UsageProblem(`There is no run ${id}.`);
      if (reason.trim() === "") throw new UsageProblem("Reverting a run needs a reason. Nothing was changed.");
      await refuseStopped(run.account);
      await loadConfiguration(io, run.job_file);
      const revert = newRunId(now());
      await give("revert", { run: revert, job: run.job, file: run.job_file }, by.name, { of: id, reason, via: by.via });
      return revert;
    },
    policy: async (name) => (await jobs.open(name)).job.policy,
    carryOut,
    async explain(name, key) {
      const { job, mapping } = await jobs.open(name);
      const within = { stop: new AbortController().signal, open: services.open };
      return withOpenJob(
        io,
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
      const read = await services.stakes(state, found.job, secretKey(io.env), io);
      return read(userId, groupId);
    },
    async report(id) {
      const run = await findRun(state.db, id);
      if (run !== undefined) await writeReport(state, run);
    },
    async health() {
      // What goes on at this moment meets the service by itself.
      if (follower.running().length === 0) void asking.look(jobs, io, () => secretKey(io.env)).catch(() => undefined);
      const jobsNow = await jobs.all();
      const open = new Set(
        jobsNow.flatMap((one) => ("job" in one && isUnencrypted(one.job.service.baseUrl) ? [one.job.service.account] : [])),
      );
      return health.all().map((one) => ({ ...one, insecure: open.has(one.account) }));
    },
    running: () => follower.running(),
    watch: (listener) => follower.watch(listener),
    async close() {
      for (const timer of timers.values()) clearTimeout(timer);
      await keeping?.();
      await queue.close();
      await follower.close();
      await asking.close();
      await services.close();
    },
  };
}
