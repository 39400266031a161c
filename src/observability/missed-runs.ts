import { nextDue, type Schedule } from "../domain/schedule.ts";

/** A run that started this much early still counts as the due one, because clocks differ. */
const EARLY = 30_000;
/** Nobody looks further: a schedule of every minute after a year of standing still. */
const MAX_MISSED = 1000;

export interface Question {
  schedule: Schedule;
  /** Everything due until then has been looked at; at the beginning when the job was first seen. */
  since: Date;
  /** When its runs began, since then. */
  starts: readonly Date[];
  now: Date;
  /** How late a run may start, in ms. */
  tolerance: number;
  /** Whether nothing was meant to run at a time: paused, or a date that is left out. */
  meantToRest?(due: Date): boolean;
}

export interface MissedResult {
  missed: Date[];
  /** Everything due until then has been looked at now. */
  until: Date;
}

/**
 * The due times at which nothing ran. A run counts for the time that it came after, however late, until the next; so one
 * that catches up after an outage makes up for the last time only.
 */
export function missedRuns({ schedule, since, starts, now, tolerance, meantToRest = () => false }: Question): MissedResult {
  const over = now.getTime() - tolerance;
  const missed: Date[] = [];
  let until = since;
  let due = nextDue(schedule, since);
  for (let checked = 0; due.getTime() <= over && checked < MAX_MISSED; checked += 1) {
    const following = nextDue(schedule, due);
    const [from, to] = [due.getTime() - EARLY, following.getTime() - EARLY];
    const ran = starts.some((start) => start.getTime() >= from && start.getTime() < to);
    if (!ran && !meantToRest(due)) missed.push(due);
    until = due;
    due = following;
  }
  return { missed, until };
}
