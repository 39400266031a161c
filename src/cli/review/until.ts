import { UsageProblem } from "../../model/problem.ts";
import type { Call } from "../io.ts";

/** The end of a day such as `2027-01-31`, which belongs to it; in UTC. */
export function untilDate(io: Call, text: string): Date {
  const date = new Date(`${text}T23:59:59.999Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text)
    throw new UsageProblem(`--until takes a date such as 2027-01-31, not ${text}. Nothing was changed.`);
  if (date.getTime() < io.now().getTime()) throw new UsageProblem(`--until ${text} has passed. Nothing was changed.`);
  return date;
}
