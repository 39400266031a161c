import { CronExpressionParser } from "cron-parser";
import { DateTime } from "luxon";

/** Five fields, in a time zone. */
export interface Schedule {
  cron: string;
  timezone: string;
}

/** A job's schedule, whole. */
export interface JobSchedule extends Schedule {
  /** What becomes of a time at which nothing could run. */
  missed: "run" | "skip";
  /** Days in the time zone of the schedule, or `from..to`, on which nothing runs. */
  blackout: readonly string[];
  paused: boolean;
}

/** The first and the last day of a blackout, as `2026-12-24`; `null`: it is not one. */
export function blackoutDays(text: string): { from: string; to: string } | null {
  const [, from, to = from] = /^(\d{4}-\d{2}-\d{2})(?:\.\.(\d{4}-\d{2}-\d{2}))?$/.exec(text.trim()) ?? [];
  if (from === undefined || to === undefined || from > to) return null;
  return DateTime.fromISO(from).isValid && DateTime.fromISO(to).isValid ? { from, to } : null;
}

/** Whether nothing is meant to run at a time, and why. */
export function restsAt({ timezone, blackout, paused }: JobSchedule, due: Date): "paused" | "blackout" | null {
  if (paused) return "paused";
  const day = DateTime.fromJSDate(due, { zone: timezone }).toISODate() ?? "";
  const rests = blackout.some((text) => {
    const days = blackoutDays(text);
    return days !== null && days.from <= day && day <= days.to;
  });
  return rests ? "blackout" : null;
}

/** The last time in a span at which a schedule was due: after `since`, and not after `now`; `null`: none. */
export function lastDue(schedule: Schedule, since: Date, now: Date): Date | null {
  let last: Date | null = null;
  // A schedule of every minute after a year of standing still is looked at from nearer.
  let due = nextDue(schedule, new Date(Math.max(since.getTime(), now.getTime() - LOOK_BACK)));
  for (; due <= now; due = nextDue(schedule, due)) last = due;
  return last ?? (now.getTime() - since.getTime() > LOOK_BACK ? olderDue(schedule, since, now) : null);
}

const LOOK_BACK = 86_400_000;

function olderDue(schedule: Schedule, since: Date, now: Date): Date | null {
  let last: Date | null = null;
  for (let due = nextDue(schedule, since); due <= now; due = nextDue(schedule, due)) last = due;
  return last;
}

/**
 * When a schedule is due next. The library that BullMQ uses decides, but for one thing: where the clock leaps forward
 * by less than an hour (Lord Howe Island), it passes over the whole day instead of the half hour that is not there. A
 * time that the leap takes away is due as much later as the leap is long, as it is everywhere else.
 */
export function nextDue(schedule: Schedule, after: Date): Date {
  const { cron, timezone } = schedule;
  const next = CronExpressionParser.parse(cron, { tz: timezone, currentDate: after }).next().toDate();
  const byWall = nextByWall(schedule, after);
  return byWall > after && byWall < next ? byWall : next;
}

/** No clock leaps further than this, in ms. */
const LEAP = 2 * 3_600_000;

/** The next time on the wall's clock, as a moment; just after a leap also one that the leap has put off till later. */
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
