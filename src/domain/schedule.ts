import { CronExpressionParser } from "cron-parser";
import { DateTime } from "luxon";

/** A cron expression of five fields, in a time zone. */
export interface Schedule {
  cron: string;
  timezone: string;
}

/** The complete schedule of a job. */
export interface JobSchedule extends Schedule {
  /** Whether a time missed while nothing could run is made up for. */
  missed: "run" | "skip";
  /** Days on which nothing runs, in the time zone of the schedule: one day, or `from..to`. */
  blackout: readonly string[];
  paused: boolean;
}

/** Returns the first and the last day of a blackout, as `2026-12-24`; `null` if the text is not a blackout. */
export function blackoutDays(text: string): { from: string; to: string } | null {
  const [, from, to = from] = /^(\d{4}-\d{2}-\d{2})(?:\.\.(\d{4}-\d{2}-\d{2}))?$/.exec(text.trim()) ?? [];
  if (from === undefined || to === undefined || from > to) return null;
  return DateTime.fromISO(from).isValid && DateTime.fromISO(to).isValid ? { from, to } : null;
}

/** Returns why nothing should run at a time; `null` if a run is allowed. */
export function restsAt({ timezone, blackout, paused }: JobSchedule, due: Date): "paused" | "blackout" | null {
  if (paused) return "paused";
  const day = DateTime.fromJSDate(due, { zone: timezone }).toISODate() ?? "";
  const rests = blackout.some((text) => {
    const days = blackoutDays(text);
    return days !== null && days.from <= day && day <= days.to;
  });
  return rests ? "blackout" : null;
}

/** Returns the last time at which a schedule was due after `since` and not after `now`; `null` if there was none. */
export function lastDue(schedule: Schedule, since: Date, now: Date): Date | null {
  let last: Date | null = null;
  // Starts one day back, because a schedule of every minute would take long after a year's outage.
  let due = nextDue(schedule, new Date(Math.max(since.getTime(), now.getTime() - LOOKBACK_MS)));
  for (; due <= now; due = nextDue(schedule, due)) last = due;
  return last ?? (now.getTime() - since.getTime() > LOOKBACK_MS ? olderDue(schedule, since, now) : null);
}

const LOOKBACK_MS = 86_400_000;

function olderDue(schedule: Schedule, since: Date, now: Date): Date | null {
  let last: Date | null = null;
  for (let due = nextDue(schedule, since); due <= now; due = nextDue(schedule, due)) last = due;
  return last;
}

/**
 * Returns when a schedule is due next. The library that BullMQ uses decides, except where the clock leaps forward by
 * less than an hour (Lord Howe Island): there the library skips the whole day. A time inside a leap is due later by the
 * length of the leap, as everywhere else.
 */
export function nextDue(schedule: Schedule, after: Date): Date {
  const { cron, timezone } = schedule;
  const next = CronExpressionParser.parse(cron, { tz: timezone, currentDate: after }).next().toDate();
  const byWall = nextByWall(schedule, after);
  return byWall > after && byWall < next ? byWall : next;
}

/** No clock leaps further than this, in ms. */
const LEAP = 2 * 3_600_000;

/** Returns the next local time as a moment, including a time that a leap has just postponed. */
function nextByWall(schedule: Schedule, after: Date): Date {
  const before = new Date(after.getTime() - LEAP);
  if (offsetAt(schedule, after) <= offsetAt(schedule, before)) return wallAfter(schedule, after);
  let next = wallAfter(schedule, before);
  while (next <= after) next = wallAfter(schedule, next);
  return next;
}

function offsetAt({ timezone }: Schedule, at: Date): number {
  return DateTime.fromJSDate(at, { zone: timezone }).offset;
}

function wallAfter({ cron, timezone }: Schedule, after: Date): Date {
  const wall = DateTime.fromJSDate(after, { zone: timezone }).setZone("utc", { keepLocalTime: true }).toJSDate();
  const next = CronExpressionParser.parse(cron, { tz: "utc", currentDate: wall }).next().toDate();
  return DateTime.fromJSDate(next, { zone: "utc" }).setZone(timezone, { keepLocalTime: true }).toJSDate();
}
