import { DateTime } from "luxon";

/** Returns the day in a time zone, as `YYYY-MM-DD`. */
export function dayIn(now: Date, zone: string): string {
  return DateTime.fromJSDate(now, { zone }).toFormat("yyyy-MM-dd");
}
