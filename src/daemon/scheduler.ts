import { lastDue, restsAt } from "../domain/schedule.ts";
import { Problem } from "../domain/problem.ts";
import type { Job } from "../domain/settings.ts";
import { openScheduleQueue, type Due } from "../queue/schedules.ts";
import { findEmergencyStop } from "../store/schedule/emergency-stop.ts";
import {
  claimTick,
  dropOldTicks,
  lastClaimed,
  markTick,
  setTickOutcome,
  unclaimTick,
  type TickOutcome,
} from "../store/schedule/schedule-ticks.ts";
import { dropOldRunRequests } from "../store/schedule/run-requests.ts";
import { removeDeadProcesses } from "../store/schedule/processes.ts";
import { findLiveRun, listKnownJobs } from "../store/runs/runs.ts";
import { reloadRequestedAt, rememberSchedule } from "../store/settings.ts";
import type { State } from "../state/state.ts";
import type { FoundJob, Jobs } from "./jobs.ts";

/** A run started at most this late counts as on time. */
const MAX_DELAY_MS = 15 * 60_000;
/** Interval of checks for a reload request. */
const POLL_INTERVAL_MS = 3000;
/** Interval of checks that the queue still has the schedules, which a Redis that lost its data has not. */
const REGISTRATION_INTERVAL_MS = 30_000;
const DAY_MS = 86_400_000;

/** Follows the name of a job in the name of its export's schedule; no job name contains it. */
const EXPORT = "/export";

function exportScheduleOf(found: FoundJob): NonNullable<Job["schedule"]> | null {
  return "job" in found ? (found.job.export?.schedule ?? null) : null;
}

/** Which job; one whose file cannot be read has the name of its file. */
type Warning = { is: "unusable"; job: string; faults: number } | { is: "busy" | "stopped" | "not_set_up"; job: string };

export interface SchedulerParts {
  state: State;
  jobs: Jobs;
  now(): Date;
  /** Starts a run of a job. @returns its id */
  begin(job: string): Promise<string>;
  /** Exports the progress of a job's people. Ends when the export has ended; never throws. */
  export(job: string): Promise<void>;
  /** Called once a day, by one process. */
  daily(): Promise<void>;
  /** Called once for each time a job is due, or was found to be overdue, before it is known whether it starts. */
  due(job: string, due: Date): void;
  /** Reports a problem that doesn't stop the scheduler. */
  warn(about: Warning): void;
}

/** Starts runs by the schedules of the job files. Any number of processes may do so: each due time is claimed once. */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #queue: ReturnType<typeof openScheduleQueue>;
  #timer: NodeJS.Timeout | null = null;
  #readAt: Date;
  #schedules: ReadonlyMap<string, NonNullable<Job["schedule"]>> = new Map();
  #checkedAt = 0;
  readonly #exports = new Set<Promise<void>>();
  #polling: Promise<void> = Promise.resolve();

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#readAt = parts.now();
    this.#queue = openScheduleQueue(parts.state);
  }

  async start(): Promise<void> {
    await this.reload();
    await this.#queue.listen((due) => this.#onDue(due));
    await this.#catchUp();
    this.#timer = setInterval(() => {
      this.#polling = this.#polling.then(() => this.#poll()).catch(() => undefined);
    }, POLL_INTERVAL_MS).unref();
  }

  /** Reads the job files again. An invalid file keeps its previous schedule. @returns what changed */
  async reload(): Promise<string[]> {
    this.#readAt = this.#parts.now();
    this.#parts.jobs.clearCache();
    const schedules = new Map<string, NonNullable<Job["schedule"]>>();
    let unread = false;
    const { db } = this.#parts.state;
    const ran = new Set((await listKnownJobs(db)).map(({ job }) => job));
    for (const found of await this.#parts.jobs.all()) {
      if ("job" in found && found.job.schedule !== null) schedules.set(found.name, found.job.schedule);
      const exporting = exportScheduleOf(found);
      if (exporting !== null) schedules.set(found.name + EXPORT, exporting);
      if (!("faults" in found)) continue;
      unread = true;
      // An example, or a job that is still being set up, is no trouble.
      if (!ran.has(found.name) && found.unset.length > 0) {
        this.#parts.warn({ is: "not_set_up", job: found.name });
        continue;
      }
      this.#parts.warn({ is: "unusable", job: found.name, faults: found.faults.length });
    }
    // By the store and not by the queue, which may have lost what it knew.
    for (const [job, schedule] of schedules) if (await rememberSchedule(db, job, schedule)) await markTick(db, job);
    this.#schedules = schedules;
    // It is unknown which job an unreadable file has, so keep all schedules.
    return this.#queue.set(schedules, { keepOthers: unread });
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#polling;
    await Promise.all(this.#exports);
    await this.#queue.close();
  }

  /** Starts or skips the last time missed in an outage, as `schedule.missed` says. */
  async #catchUp(): Promise<void> {
    const { state, jobs } = this.#parts;
    for (const found of await jobs.all()) {
      if (!("job" in found) || found.job.schedule === null) continue;
      const since = await lastClaimed(state.db, found.name);
      const due = since === null ? null : lastDue(found.job.schedule, since, this.#parts.now());
      if (due !== null) await this.#onDue({ job: found.name, due });
    }
    for (const found of await jobs.all()) {
      const schedule = exportScheduleOf(found);
      const since = schedule === null ? null : await lastClaimed(state.db, found.name + EXPORT);
      const due = schedule === null || since === null ? null : lastDue(schedule, since, this.#parts.now());
      if (due !== null) await this.#onDue({ job: found.name + EXPORT, due });
    }
  }

  /** Restores schedules that the queue has lost, and catches up on what was due meanwhile. */
  async #restoreSchedules(): Promise<void> {
    if (performance.now() - this.#checkedAt < REGISTRATION_INTERVAL_MS) return;
    this.#checkedAt = performance.now();
    if ((await this.#queue.set(this.#schedules, { keepOthers: true })).length > 0) await this.#catchUp();
  }

  /** Starts a due export; its outcome is an event of the log. */
  async #onExportDue({ job: name, due }: Due): Promise<void> {
    const { state, jobs, now } = this.#parts;
    if (!(await claimTick(state.db, name, due))) return;
    const job = name.slice(0, -EXPORT.length);
    const found = (await jobs.all()).find((one) => one.name === job);
    const schedule = found === undefined ? null : exportScheduleOf(found);
    const late = now().getTime() - due.getTime() > MAX_DELAY_MS;
    let outcome: TickOutcome = schedule === null ? "unusable" : (restsAt(schedule, due) ?? "started");
    if (schedule !== null && late && (schedule.missed === "skip" || lastDue(schedule, due, now()) !== null)) outcome = "skipped";
    if (found !== undefined && "job" in found && (await findEmergencyStop(state, found.job.service.account)) !== null) outcome = "stopped";
    await setTickOutcome(state.db, name, due, outcome, null);
    if (outcome !== "started") return;
    const running = this.#parts.export(job);
    this.#exports.add(running);
    void running.then(() => this.#exports.delete(running));
  }

  async #onDue({ job, due }: Due): Promise<void> {
    if (job.endsWith(EXPORT)) return this.#onExportDue({ job, due });
    const { state, jobs, begin, warn } = this.#parts;
    if (!(await claimTick(state.db, job, due))) return;
    this.#parts.due(job, due);
    const found = (await jobs.all()).find(({ name }) => name === job);
    const schedule = found !== undefined && "job" in found ? found.job.schedule : null;
    const late = this.#parts.now().getTime() - due.getTime() > MAX_DELAY_MS;
    let outcome: TickOutcome = "started";
    let run: string | null = null;
    if (schedule === null) outcome = "unusable";
    // Only the last of several missed times is started.
    else if (late && (schedule.missed === "skip" || lastDue(schedule, due, this.#parts.now()) !== null)) outcome = "skipped";
    else outcome = restsAt(schedule, due) ?? "started";
    if (outcome === "started" && found !== undefined && "job" in found) {
      const stop = await findEmergencyStop(state, found.job.service.account);
      if (stop !== null) outcome = "stopped";
    }
    if (outcome === "started" && (await findLiveRun(state.db, job, state.processId)) !== undefined) outcome = "busy";
    if (outcome === "started") {
      try {
        run = await begin(job);
      } catch (error) {
        if (!(error instanceof Problem)) {
          await unclaimTick(state.db, job, due).catch(() => undefined);
          throw error;
        }
        outcome = "unusable";
      }
    }
    if (outcome === "stopped" || outcome === "busy") warn({ is: outcome, job });
    if (outcome === "unusable") warn({ is: outcome, job, faults: 1 });
    await setTickOutcome(state.db, job, due, outcome, run);
  }

  async #poll(): Promise<void> {
    const { state, daily } = this.#parts;
    const requestedAt = await reloadRequestedAt(state.db);
    if (requestedAt !== null && requestedAt > this.#readAt) await this.reload();
    await this.#restoreSchedules();
    const now = this.#parts.now();
    const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
    // Housekeeping is a daily tick of the job "".
    if (!(await claimTick(state.db, "", today))) return;
    await setTickOutcome(state.db, "", today, "started", null);
    await removeDeadProcesses(state.db);
    await dropOldRunRequests(state.db, new Date(now.getTime() - 7 * DAY_MS));
    await dropOldTicks(state.db, new Date(now.getTime() - 90 * DAY_MS));
    await daily();
  }
}
