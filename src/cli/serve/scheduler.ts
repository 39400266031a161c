import { lastDue, restsAt } from "../../model/schedule.ts";
import { Problem } from "../../model/problem.ts";
import type { Job } from "../../model/settings.ts";
import { openScheduleQueue, type Due } from "../../queue/schedules.ts";
import { findEmergencyStop } from "../../store/emergency-stop.ts";
import { claimDue, dropOldDues, lastClaimed, markDue, setDue, unclaimDue, type DueOutcome } from "../../store/dues.ts";
import { dropOldOrders } from "../../store/orders.ts";
import { forgetDead } from "../../store/processes.ts";
import { findLiveRun } from "../../store/runs.ts";
import { reloadAskedAt, rememberSchedule } from "../../store/settings.ts";
import type { State } from "../../store/state.ts";
import type { Jobs } from "./jobs.ts";

/** A time that is met so late, in ms, still counts as met. */
export const TOLERANCE = 15 * 60_000;
/** How often it is looked whether somebody wants the job files to be read anew, in ms. */
const LOOK = 3000;
/** How often it is looked, in ms, whether the queue still knows the schedules: a Redis that was started empty does not. */
const KNOWN_LOOK = 30_000;
const DAY = 86_400_000;

/** Which job; one whose file cannot be read has the name of its file. */
export type Warning = { is: "unusable"; job: string; faults: number } | { is: "busy" | "stopped"; job: string };

export interface SchedulerParts {
  state: State;
  jobs: Jobs;
  now(): Date;
  /** Begins a run of a job. @returns its id */
  begin(job: string): Promise<string>;
  /** Once a day, by one process. */
  daily(): Promise<void>;
  /** A time that a job was to run has come, or was found to have passed; told once, whatever becomes of it. */
  due(job: string, due: Date): void;
  /** Something that went wrong and was passed over, in words without a person in them. */
  warn(sentence: string, about: Warning): void;
}

/** Starts runs by the schedules of the job files; any number of processes may, and each time is met once. */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #queue: ReturnType<typeof openScheduleQueue>;
  #timer: NodeJS.Timeout | null = null;
  #readAt: Date;
  #schedules: ReadonlyMap<string, NonNullable<Job["schedule"]>> = new Map();
  #setAt = 0;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#readAt = parts.now();
    this.#queue = openScheduleQueue(parts.state);
  }

  async start(): Promise<void> {
    await this.reload();
    await this.#queue.listen((due) => this.#met(due));
    await this.#catchUp();
    this.#timer = setInterval(() => {
      this.#looking = this.#looking.then(() => this.#look()).catch(() => undefined);
    }, LOOK).unref();
  }

  /** Reads the job files again. A file that cannot be used keeps the schedule that it had. @returns what changed */
  async reload(): Promise<string[]> {
    this.#readAt = this.#parts.now();
    this.#parts.jobs.forget();
    const schedules = new Map<string, NonNullable<Job["schedule"]>>();
    let unread = false;
    for (const found of await this.#parts.jobs.all()) {
      if ("job" in found && found.job.schedule !== null) schedules.set(found.name, found.job.schedule);
      if (!("faults" in found)) continue;
      unread = true;
      this.#parts.warn(`The job file ${found.file} cannot be used; its schedule stands still. \`rollcall check\` says why.`, {
        is: "unusable",
        job: found.name,
        faults: found.faults.length,
      });
    }
    const { db } = this.#parts.state;
    // By the store and not by the queue, which may have lost what it knew.
    for (const [job, schedule] of schedules) if (await rememberSchedule(db, job, schedule)) await markDue(db, job);
    this.#schedules = schedules;
    // Nobody knows which job a file was that cannot be read.
    return this.#queue.set(schedules, { keepOthers: unread });
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#looking;
    await this.#queue.close();
  }

  /** After an outage: the last time that nobody met is made up for, or left out, as the job says. */
  async #catchUp(): Promise<void> {
    const { state, jobs } = this.#parts;
    for (const found of await jobs.all()) {
      if (!("job" in found) || found.job.schedule === null) continue;
      const since = await lastClaimed(state.db, found.name);
      const due = since === null ? null : lastDue(found.job.schedule, since, this.#parts.now());
      if (due !== null) await this.#met({ job: found.name, due });
    }
  }

  /** What the queue has lost is set again, and what was due meanwhile is met. */
  async #keepSet(): Promise<void> {
    if (performance.now() - this.#setAt < KNOWN_LOOK) return;
    this.#setAt = performance.now();
    if ((await this.#queue.set(this.#schedules, { keepOthers: true })).length > 0) await this.#catchUp();
  }

  async #met({ job, due }: Due): Promise<void> {
    const { state, jobs, begin, warn } = this.#parts;
    if (!(await claimDue(state.db, job, due))) return;
    this.#parts.due(job, due);
    const found = (await jobs.all()).find(({ name }) => name === job);
    const schedule = found !== undefined && "job" in found ? found.job.schedule : null;
    const late = this.#parts.now().getTime() - due.getTime() > TOLERANCE;
    let outcome: DueOutcome = "started";
    let run: string | null = null;
    if (schedule === null) outcome = "unusable";
    // Of several times in an outage only the last is made up for.
    else if (late && (schedule.missed === "skip" || lastDue(schedule, due, this.#parts.now()) !== null)) outcome = "skipped";
    else outcome = restsAt(schedule, due) ?? "started";
    if (outcome === "started" && found !== undefined && "job" in found) {
      const stop = await findEmergencyStop(state, found.job.service.account);
      if (stop !== null) outcome = "stopped";
    }
    if (outcome === "started" && (await findLiveRun(state.db, job, state.me)) !== undefined) outcome = "busy";
    if (outcome === "started") {
      try {
        run = await begin(job);
      } catch (error) {
        if (!(error instanceof Problem)) {
          await unclaimDue(state.db, job, due).catch(() => undefined);
          throw error;
        }
        outcome = "unusable";
      }
    }
    if (outcome === "stopped")
      warn(`The job ${job} was due while the emergency stop of its service account is in force; this time is left out.`, {
        is: "stopped",
        job,
      });
    if (outcome === "unusable")
      warn(`The job ${job} was due and could not be started; \`rollcall check ${job}\` says why.`, { is: "unusable", job, faults: 1 });
    if (outcome === "busy") warn(`The job ${job} was due while a run of it still went on; this time is left out.`, { is: "busy", job });
    await setDue(state.db, job, due, outcome, run);
  }

  async #look(): Promise<void> {
    const { state, daily } = this.#parts;
    const asked = await reloadAskedAt(state.db);
    if (asked !== null && asked > this.#readAt) await this.reload();
    await this.#keepSet();
    const now = this.#parts.now();
    const today = new Date(Math.floor(now.getTime() / DAY) * DAY);
    // The housekeeping is a job that is due each day.
    if (!(await claimDue(state.db, "", today))) return;
    await setDue(state.db, "", today, "started", null);
    await forgetDead(state.db);
    await dropOldOrders(state.db, new Date(now.getTime() - 7 * DAY));
    await dropOldDues(state.db, new Date(now.getTime() - 90 * DAY));
    await daily();
  }
}
