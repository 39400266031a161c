import { fact, inTurn } from "../domain/facts/fact.ts";
import { notifyReassigned } from "../app/notify.ts";
import { readableText } from "../domain/names.ts";
import { readFile, rm } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Work } from "../console/parts.ts";
import { secretKey } from "../config/environment.ts";
import { isUnencrypted } from "../domain/loopback.ts";
import { EXIT, UsageProblem } from "../domain/problem.ts";
import { firstStep, openStepQueue } from "../queue/steps.ts";
import { possibleActors } from "../review/possible-actors.ts";
import { refuseIfStopped } from "../session/emergency-stop.ts";
import { explain } from "../diagnostics/explain/explain.ts";
import { findRows } from "../diagnostics/explain/find-row.ts";
import { resumableStatuses } from "../pipeline/find-resumable-run.ts";
import { refuseIfPolicyRemoves } from "../pipeline/release/revert-run.ts";
import { planContextOf } from "../pipeline/plan/plan-context.ts";
import type { Progress } from "../session/session.ts";
import { nextDue } from "../store/review/approval-schedule.ts";
import {
  requestStop,
  dropUpload,
  endRunRequest,
  insertRunRequest,
  insertUpload,
  listRunRequests,
  type StoredRunRequest,
} from "../store/schedule/run-requests.ts";
import { findRun, hasOwnerProcess, listRuns, newRunId, type Run } from "../store/runs/runs.ts";
import { listRejectsOf } from "../store/runs/rejects.ts";
import type { State } from "../state/state.ts";
import { writeReport } from "../app/finish-run.ts";
import { discardRun, recordDiscardedRun } from "../app/discard-run.ts";
import { placed } from "../reporting/places.ts";
import { loadConfiguration, withOpenJob } from "../app/open-session.ts";
import { lookUpImpact } from "../app/look-up-impact.ts";
import { HealthProbe } from "./health-probe.ts";
import { impactAfterRuns } from "./impact-after-runs.ts";
import { ProgressFeed } from "./progress-feed.ts";
import { accountWork } from "./account-work.ts";
import type { HealthRecords } from "./health.ts";
import type { Jobs } from "./jobs.ts";
import { restoreLostRequests } from "./lost-requests.ts";
import type { Services } from "./services.ts";
import { stepRunner } from "./run-steps.ts";
import type { Call } from "../app/io.ts";

export interface WorkParts {
  state: State;
  jobs: Jobs;
  services: Services;
  health: HealthRecords;
  /** The directory of uploaded files, which are kept there only until they are stored. */
  uploads: string;
  /** False if only other processes perform requests. */
  worker?: boolean;
}

/** Upper limit of the timer for postponed approvals, below the 24.8 days that a timer can wait. */
const APPROVAL_POLL_INTERVAL_MS = 12 * 3_600_000;
/** Codes of rows that only a comparison with other rows rejects. */
const COMPARED: ReadonlySet<string> = new Set(["shared_username", "shared_email"]);
/** How long a cancellation waits for requests in flight. */
const STOP_TIMEOUT_MS = 60_000;
const OUTCOME_TIMEOUT_MS = 2000;

export interface ConsoleWork extends Work {
  /** Requests a scheduled run. @returns the run */
  begin(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Creates the work of the console: requests that worker processes perform, on one open state. */
export async function createWork(io: Call, { state, jobs, services, health, uploads, worker = true }: WorkParts): Promise<ConsoleWork> {
  const feed = new ProgressFeed(state, io.now);
  const queue = openStepQueue(state);
  const probe = new HealthProbe({ state, services, health });
  const timers = new Map<string, NodeJS.Timeout>();
  const { now } = io;
  const quiet: Progress = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };

  const submit = async (
    kind: StoredRunRequest["kind"],
    { run, job, file }: { run: string | null; job: string; file: string },
    by: string | null,
    detail: Record<string, unknown>,
    id = newRunId(now()),
  ): Promise<void> => {
    await insertRunRequest(state.db, { id, kind, run, job, job_file: file, detail: JSON.stringify(detail), by_name: by, at: now() });
    feed.added(id, run ?? "", job, detail);
    // If Redis is unavailable or loses it, a worker requeues the request from the store.
    await queue.add(id, firstStep(kind)).catch((error: unknown) => {
      if (state.redis === null) throw error;
    });
  };

  /** @throws Problem `emergency_stop`, at once rather than in the background */
  const refuseStopped = (account: string): Promise<void> => refuseIfStopped({ state, job: { service: { account } } });

  /** Returns whether a request still works on a run. Waits briefly: a run has its new status a moment before its outcome is stored. */
  const isBusy = async (id: string, timeoutMs: number): Promise<boolean> => {
    for (const end = performance.now() + timeoutMs; ; await sleep(50)) {
      const requests = await listRunRequests(state.db, now());
      const busy = requests.some((request) => request.run === id && request.ended_at === null && request.outcome === null);
      if (!busy || performance.now() > end) return busy;
    }
  };

  /** Returns a run that can be continued. @throws Problem if its status or job file doesn't allow that */
  const continuableRun = async (id: string, allowed: readonly Run["status"][]): Promise<Run> => {
    const before = await findRun(state.db, id);
    if (before === undefined) throw new UsageProblem(fact("run.does_not_exist", { run: id }));
    const busy = await isBusy(id, allowed.includes(before.status) ? OUTCOME_TIMEOUT_MS : 0);
    const run = (await findRun(state.db, id)) ?? before;
    if (busy) throw new UsageProblem(fact("run.is_in_progress", { run: id }));
    if (!allowed.includes(run.status))
      throw new UsageProblem(inTurn(fact("run.has_status", { run: id, status: run.status }), fact("nothing.changed", {})));
    await refuseStopped(run.account);
    await loadConfiguration(io, run.job_file);
    return run;
  };
  const targetOf = (run: Run): { run: string; job: string; file: string } => ({ run: run.id, job: run.job, file: run.job_file });

  const applyApproved = async (name: string): Promise<[]> => {
    const { job } = await jobs.open(name);
    await refuseStopped(job.service.account);
    // A request that hasn't started will include it.
    if (feed.running().some((shown) => shown.run === "" && shown.job === name && shown.phase !== "sending")) return [];
    await submit("decisions", { run: null, job: name, file: job.file }, null, {});
    return [];
  };

  /** Sets a timer that applies approved removals when they are due. */
  const scheduleDecisions = async (name: string): Promise<void> => {
    const due = await nextDue(state.db, name, now());
    clearTimeout(timers.get(name));
    timers.delete(name);
    if (due === null) return;
    const pause = Math.min(APPROVAL_POLL_INTERVAL_MS, Math.max(1000, due.getTime() - io.now().getTime() + 500));
    timers.set(name, setTimeout(() => void applyApproved(name).catch(() => undefined), pause).unref());
  };

  /** Stores an uploaded file, because a process on another host may read it. */
  const store = async (request: string, { name, path }: { name: string; path: string }): Promise<void> => {
    await insertUpload(state.db, { id: request, name, bytes: await readFile(path), at: now() });
    if (!relative(uploads, path).startsWith("..")) await rm(dirname(path), { recursive: true, force: true });
  };

  /** Stops a waiting or running run. Resolves when it has stopped. */
  const stop = async (id: string): Promise<void> => {
    for (const { id: request, run, begun_at: begun } of await listRunRequests(state.db, now())) {
      if (run !== id || begun !== null) continue;
      await dropUpload(state.db, request);
      await endRunRequest(state.db, request, { status: "cancelled", code: EXIT.done, said: null }, now());
      await feed.refresh();
    }
    await requestStop(state.db, id, now());
    for (const end = performance.now() + STOP_TIMEOUT_MS; performance.now() < end; await sleep(100)) {
      const run = await findRun(state.db, id);
      if (
        run === undefined ||
        !(run.status === "running" || run.status === "reading") ||
        !(await hasOwnerProcess(state.db, id, state.processId))
      )
        return;
    }
  };

  const impacts = impactAfterRuns(io, { state, services });
  const stopRequeueing = worker ? await restoreLostRequests(io, state, queue) : null;
  if (worker) await queue.work(stepRunner(io, { state, services, health, feed, decided: scheduleDecisions, ended: impacts.ended }));

  return {
    jobs: () => jobs.cards(now()),
    async start(name, { by, file, complete, planOnly }) {
      const { job } = await jobs.open(name);
      if (!planOnly) await refuseStopped(job.service.account);
      const id = newRunId(now());
      if (file !== null) await store(id, file);
      const people = await possibleActors(state.db, by);
      await submit("run", { run: id, job: name, file: job.file }, by.name, { partial: file !== null && !complete, planOnly, people }, id);
      return id;
    },
    async begin(name) {
      const { job } = await jobs.open(name);
      const id = newRunId(now());
      await submit("run", { run: id, job: name, file: job.file }, null, {}, id);
      return id;
    },
    async resume(id, by) {
      await submit("resume", targetOf(await continuableRun(id, await resumableStatuses(state.db, id))), by.name, {});
    },
    async approve(id, by, reason) {
      const run = await continuableRun(id, ["held"]);
      if (readableText(reason) === "") throw new UsageProblem(fact("run.approval_needs_reason", {}));
      await submit("approve", targetOf(run), by.name, { reason, via: by.via, people: await possibleActors(state.db, by) });
    },
    async cancel(id, by, reason) {
      const wasRunning = feed.running().some((shown) => shown.run === id);
      await stop(id);
      const run = await findRun(state.db, id);
      if (run === undefined && wasRunning) return recordDiscardedRun(io, state, id, by, reason);
      if (run === undefined) throw new UsageProblem(fact("run.does_not_exist", { run: id }));
      await writeReport(io, state, await discardRun(io, state, id, by, reason));
    },
    async revert(id, by, reason, until) {
      const run = await findRun(state.db, id);
      if (run === undefined) throw new UsageProblem(fact("run.does_not_exist", { run: id }));
      if (readableText(reason) === "") throw new UsageProblem(fact("run.undo_needs_reason", {}));
      if (until !== null && until <= now()) throw new UsageProblem(fact("run.keep_date_is_past", {}));
      await refuseStopped(run.account);
      await loadConfiguration(io, run.job_file);
      const revert = newRunId(now());
      const detail = { of: id, reason, via: by.via, until: until?.toISOString() ?? null };
      await submit("revert", { run: revert, job: run.job, file: run.job_file }, by.name, detail);
      return revert;
    },
    async addBack(name, ids, by, reason, askAgain) {
      const { job } = await jobs.open(name);
      await refuseStopped(job.service.account);
      if (askAgain) await refuseIfPolicyRemoves(state.db, ids, job.policy);
      const revert = newRunId(now());
      const detail = { removals: ids, reason, via: by.via, ask_again: askAgain };
      await submit("revert", { run: revert, job: name, file: job.file }, by.name, detail);
      return revert;
    },
    ...accountWork(io, { state, jobs, services, feed }, (run, by) => submit("resume", run, by, {})),
    namedJob: async () => null,
    policy: async (name) => (await jobs.open(name)).job.policy,
    async recentPolicy(name) {
      const found = (await jobs.lately()).find((one) => one.name === name);
      return found !== undefined && "job" in found ? found.job.policy : null;
    },
    async managedGroups() {
      const known = (await jobs.lately()).flatMap((one) => ("job" in one ? [one] : []));
      return {
        managers: ({ account, id, path }) =>
          known.filter(({ job, mapping }) => job.service.account === account && mapping.isManaged(path, id)).map(({ name }) => name),
      };
    },
    applyApproved,
    mailReassigned: (removals, about) => notifyReassigned(io, state, removals, about),
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
          // A page compares nobody, which would stage the whole file: it goes by the comparison of the last run.
          const [last] = await listRuns(state.db, { job: job.name, limit: 1 });
          const refused =
            last === undefined || last.partial
              ? []
              : (await listRejectsOf(state.db, last.id, key)).filter(({ code }) => COMPARED.has(code));
          const explanation = await explain(session, key, found, refused, await planContextOf(session, service), readAt);
          return explanation === null ? null : placed(explanation, explanation.files);
        },
        within,
      );
    },
    async impact(removal) {
      const found = (await jobs.all()).find((one) => "job" in one && one.job.service.account === removal.account);
      if (found === undefined || !("job" in found)) return null;
      const client = await services.client(state, found.job, secretKey(io.env), io);
      return lookUpImpact({ db: state.db, client, now }, removal);
    },
    async report(id) {
      const run = await findRun(state.db, id);
      if (run !== undefined) await writeReport(io, state, run);
    },
    async health() {
      // A run in progress records the connection status itself.
      if (feed.running().length === 0) void probe.probeStale(jobs, io, () => secretKey(io.env)).catch(() => undefined);
      const known = (await jobs.all()).flatMap((one) => ("job" in one ? [one.job.service] : []));
      const insecure = new Set(known.flatMap(({ baseUrl, account }) => (isUnencrypted(baseUrl) ? [account] : [])));
      return health.all().map((one) => ({ ...one, insecure: insecure.has(one.account) }));
    },
    connected: () => health.connected(),
    running: () => feed.running(),
    watch: (listener) => feed.watch(listener),
    async close() {
      for (const timer of timers.values()) clearTimeout(timer);
      await stopRequeueing?.();
      await queue.close();
      await impacts.close();
      await feed.close();
      await probe.close();
      await services.close();
    },
  };
}
