import type { Schedule } from "../domain/schedule.ts";
import { findWatched, listStarts, recordMissed, setWatched } from "../store/schedule/missed-runs.ts";
import type { Db } from "../store/schema/tables.ts";
import { missedRuns } from "./missed-runs.ts";
import type { Log } from "./log.ts";
import { shareRunningQuery, type SharedQuery } from "./shared-query.ts";

/** How late a run may start before it counts as missed. */
const MAX_DELAY_MS = 15 * 60_000;
/** The delay before a failed notification is retried. */
const RETRY_INTERVAL_MS = 15 * 60_000;
/** After this time a missed run is no longer reported. */
const OLD = 86_400_000;
/** A run that begins a little early still counts. */
const BEFORE = 60_000;

/** A job with a schedule. */
export interface Scheduled {
  name: string;
  schedule: Schedule;
  /** Whether nothing was meant to run at a time: paused, or a date that is left out. */
  meantToRest?(due: Date): boolean;
}

export interface WatchParts {
  db: Db;
  log: Log;
  /** The jobs as their files now are. */
  jobs(): Promise<readonly Scheduled[]>;
  /** Notifies people. @returns false if sending failed and is worth another try */
  notify(job: string, due: Date): Promise<boolean>;
  now(): Date;
  tolerance?: number;
}

/** Finds missed runs; several processes may run it, and each missed run is reported once. */
export class MissedWatch {
  readonly #parts: WatchParts;
  /** Notices that could not be sent, with the time of the last attempt. */
  readonly #unreported = new Map<string, { job: string; due: Date; tried: number }>();
  readonly check: SharedQuery["run"];
  readonly settled: SharedQuery["settled"];

  constructor(parts: WatchParts) {
    this.#parts = parts;
    ({ run: this.check, settled: this.settled } = shareRunningQuery(parts.log, () => this.#check()));
  }

  async #check(): Promise<void> {
    await this.#retryReports();
    for (const job of await this.#parts.jobs()) await this.#checkJob(job);
  }

  async #checkJob({ name, schedule, meantToRest }: Scheduled): Promise<void> {
    const { db, log, tolerance = MAX_DELAY_MS } = this.#parts;
    const { cron, timezone } = schedule;
    const now = this.#parts.now();
    const watched = await findWatched(db, name);
    if (watched === null || watched.cron !== cron || watched.timezone !== timezone) {
      // Times of an earlier schedule no longer count.
      await setWatched(db, name, { cron, timezone, until: now.toISOString() });
      log.child({ job: name }).event("schedule_changed", { cron, timezone });
      return;
    }
    const since = new Date(watched.until);
    const starts = await listStarts(db, name, new Date(since.getTime() - BEFORE));
    const { missed, until } = missedRuns({
      schedule,
      since,
      starts,
      now,
      tolerance,
      ...(meantToRest === undefined ? {} : { meantToRest }),
    });
    for (const due of missed) {
      if (!(await recordMissed(db, { job: name, due }, now))) continue;
      log.child({ job: name }).event("run_missed", { due: due.toISOString() });
      await this.#report(name, due);
    }
    if (until > since) await setWatched(db, name, { cron, timezone, until: until.toISOString() });
  }

  async #report(job: string, due: Date): Promise<void> {
    const now = this.#parts.now().getTime();
    const id = JSON.stringify([job, due]);
    const reported = now - due.getTime() > OLD || (await this.#parts.notify(job, due).catch(() => false));
    if (reported) this.#unreported.delete(id);
    else this.#unreported.set(id, { job, due, tried: now });
  }

  async #retryReports(): Promise<void> {
    const now = this.#parts.now().getTime();
    for (const { job, due, tried } of this.#unreported.values()) if (now - tried >= RETRY_INTERVAL_MS) await this.#report(job, due);
  }
}
