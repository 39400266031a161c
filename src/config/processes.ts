import { UsageProblem } from "../model/problem.ts";
import type { Environment } from "./environment.ts";
import { duration } from "./values.ts";

/** So many operations one process has under way at most where nothing else is said. */
const AT_ONCE = 16;
const MOST_AT_ONCE = 100;

/**
 * How many operations one process takes from a queue at once at most, from `ROLLCALL_CONCURRENCY`.
 * @throws UsageProblem
 */
export function concurrency(env: Environment): number {
  const text = env["ROLLCALL_CONCURRENCY"]?.trim() ?? "";
  if (text === "") return AT_ONCE;
  const wanted = /^\d+$/.test(text) ? Number(text) : 0;
  if (wanted >= 1 && wanted <= MOST_AT_ONCE) return wanted;
  throw new UsageProblem(
    `ROLLCALL_CONCURRENCY takes a number from 1 to ${MOST_AT_ONCE}, not ${text}. Nothing was done.`,
    `It says how many operations one process has under way at once; without it ${AT_ONCE}.`,
  );
}

const GRACE = 30_000;
const LONGEST_GRACE = 3_600_000;

/**
 * How long a process that was told to stop waits for what is in flight, in ms, from `ROLLCALL_GRACE`.
 * @throws UsageProblem
 */
export function graceTime(env: Environment): number {
  const text = env["ROLLCALL_GRACE"]?.trim() ?? "";
  if (text === "") return GRACE;
  const read = duration.safeParse(text);
  if (read.success && read.data > 0 && read.data <= LONGEST_GRACE) return read.data;
  throw new UsageProblem(
    `ROLLCALL_GRACE takes a duration such as 30s or 2m, up to an hour, not ${text}. Nothing was done.`,
    "It says how long a process that is told to stop waits for what is in flight; without it 30 seconds.",
  );
}
