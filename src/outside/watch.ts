import type { Schedule } from "../model/schedule.ts";
import { findWatched, listStarts, recordMissed, setWatched } from "../store/missed.ts";
import type { Db } from "../store/schema.ts";
import { missedRuns } from "./missed.ts";
import type { Log } from "./log.ts";
import { oneLookAtATime, type Looking } from "./one-look.ts";

/** So late a run may begin before it counts as one that did not happen. */
export const TOLERANCE = 15 * 60_000;
/** Before somebody who could not be told is tried again. */
const TRY_AGAIN = 15 * 60_000;
/** After that it is no news any more. */
const OLD = 86_400_000;
/** A run that begins a little early still counts. */
const BEFORE = 60_000;

/** A job that is to run by itself. */
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
  /** Tells people. @returns false where they could not be told and it is worth another try */
  tell(job: string, due: Date): Promise<boolean>;
  now(): Date;
  tolerance?: number;
}

/** Looks for scheduled runs that did not happen; any number of processes may, each missed time is told once. */
export class MissedWatch {
  readonly #parts: WatchParts;
  /** What could not be told, and when it was last tried. */
  readonly #untold = new Map<string, { job: string; due: Date; tried: number }>();
  readonly look: Looking["look"];
  readonly settled: Looking["settled"];

  constructor(parts: WatchParts) {
    this.#parts = parts;
    ({ look: this.look, settled: this.settled } = oneLookAtATime(parts.log, () => this.#look()));
  }

  async #look(): Promise<void> {
    await this.#tellAgain();
    for (const job of await this.#parts.jobs()) await this.#lookAt(job);
  }

  async #lookAt({ name, schedule, meantToRest }: Scheduled): Promise<void> {
    const { db, log, tolerance = TOLERANCE } = this.#parts;
    const { cron, timezone } = schedule;
    const now = this.#parts.now();
    const watched = await findWatched(db, name);
    if (watched === null || watched.cron !== cron || watched.timezone !== timezone) {
      // What an earlier schedule asked for is nobody's wish any more.
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
      await this.#tell(name, due);
    }
    if (until > since) await setWatched(db, name, { cron, timezone, until: until.toISOString() });
  }

  async #tell(job: string, due: Date): Promise<void> {
    const now = this.#parts.now().getTime();
    const id = JSON.stringify([job, due]);
    const told = now - due.getTime() > OLD || (await this.#parts.tell(job, due).catch(() => false));
    if (told) this.#untold.delete(id);
    else this.#untold.set(id, { job, due, tried: now });
  }

  async #tellAgain(): Promise<void> {
    const now = this.#parts.now().getTime();
    for (const { job, due, tried } of this.#untold.values()) if (now - tried >= TRY_AGAIN) await this.#tell(job, due);
  }
}
