import { endOfDay } from "../../domain/clock.ts";
import { fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import type { Call } from "../../app/io.ts";

/** Returns the last millisecond (UTC) of a day such as `2027-01-31`. */
export function untilDate(io: Call, text: string): Date {
  const date = endOfDay(text);
  if (date === null) throw new UsageProblem(fact("usage.date_is_unclear", { option: "--until", given: text }));
  if (date.getTime() < io.now().getTime()) throw new UsageProblem(fact("usage.date_is_past", { option: "--until", given: text }));
  return date;
}
