import { endOfDay } from "../../domain/clock.ts";
import { UsageProblem } from "../../domain/problem.ts";
import type { Call } from "../../app/io.ts";

/** Returns the last millisecond (UTC) of a day such as `2027-01-31`. */
export function untilDate(io: Call, text: string): Date {
  const date = endOfDay(text);
  if (date === null) throw new UsageProblem(`--until ${text} isn't a clear date; use the form 2027-01-31. Nothing was changed.`);
  if (date.getTime() < io.now().getTime()) throw new UsageProblem(`--until ${text} is in the past. Nothing was changed.`);
  return date;
}
