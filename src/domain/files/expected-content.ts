import { DateTime } from "luxon";

/** How often a job expects new content: a time in ms, or each weekday in its time zone. */
export type Expectation = number | "weekdays";

/** Returns the moment from which content is overdue, if that of the file was new at `since`. */
export function overdueFrom(expect: Expectation, since: Date, timezone: string): Date {
  if (typeof expect === "number") return new Date(since.getTime() + expect);
  let due = DateTime.fromJSDate(since, { zone: timezone }).startOf("day").plus({ days: 1 });
  while (due.weekday > 5) due = due.plus({ days: 1 });
  return due.plus({ days: 1 }).toJSDate();
}
