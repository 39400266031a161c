import { CronExpressionParser } from "cron-parser";
import { DateTime } from "luxon";

/** Five fields, in a time zone. */
export interface Schedule {
  cron: string;
  timezone: string;
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

/** The next time on the wall's clock, as a moment. */
function nextByWall({ cron, timezone }: Schedule, after: Date): Date {
  const wall = DateTime.fromJSDate(after, { zone: timezone }).setZone("utc", { keepLocalTime: true }).toJSDate();
  const next = CronExpressionParser.parse(cron, { tz: "utc", currentDate: wall }).next().toDate();
  return DateTime.fromJSDate(next, { zone: "utc" }).setZone(timezone, { keepLocalTime: true }).toJSDate();
}
