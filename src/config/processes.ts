import { UsageProblem } from "../domain/problem.ts";
import type { Environment } from "./environment.ts";
import { duration } from "./values.ts";

const DEFAULT_CONCURRENCY = 16;
const MAX_CONCURRENCY = 100;

/**
 * Reads from `ROLLCALL_CONCURRENCY` how many operations a process may run at once.
 * @throws UsageProblem
 */
export function concurrency(env: Environment): number {
  const text = env["ROLLCALL_CONCURRENCY"]?.trim() ?? "";
  if (text === "") return DEFAULT_CONCURRENCY;
  const wanted = /^\d+$/.test(text) ? Number(text) : 0;
  if (wanted >= 1 && wanted <= MAX_CONCURRENCY) return wanted;
  throw new UsageProblem(
    `ROLLCALL_CONCURRENCY must be a number from 1 to ${MAX_CONCURRENCY}, not ${text}. Nothing was changed.`,
    `It sets how many operations a process runs at once. If unset, it is ${DEFAULT_CONCURRENCY}.`,
  );
}

const DEFAULT_GRACE_MS = 30_000;
const MAX_GRACE_MS = 3_600_000;

/**
 * Reads from `ROLLCALL_GRACE` how long a stopping process waits for requests in flight, in ms.
 * @throws UsageProblem
 */
export function graceTime(env: Environment): number {
  const text = env["ROLLCALL_GRACE"]?.trim() ?? "";
  if (text === "") return DEFAULT_GRACE_MS;
  const read = duration.safeParse(text);
  if (read.success && read.data > 0 && read.data <= MAX_GRACE_MS) return read.data;
  throw new UsageProblem(
    `ROLLCALL_GRACE must be a duration of up to one hour, such as 30s or 2m, not ${text}. Nothing was changed.`,
    "It sets how long a stopping process waits for requests in flight. If unset, it is 30 seconds.",
  );
}
