import { fact } from "../domain/facts/fact.ts";
import { EnvironmentProblem } from "../domain/problem.ts";
import type { Environment } from "./environment.ts";
import { duration } from "./values.ts";

const DEFAULT_CONCURRENCY = 16;
const MAX_CONCURRENCY = 100;

/**
 * Reads from `ROLLCALL_CONCURRENCY` how many operations a process may run at once.
 * @throws EnvironmentProblem
 */
export function concurrency(env: Environment): number {
  const text = env["ROLLCALL_CONCURRENCY"]?.trim() ?? "";
  if (text === "") return DEFAULT_CONCURRENCY;
  const wanted = /^\d+$/.test(text) ? Number(text) : 0;
  if (wanted >= 1 && wanted <= MAX_CONCURRENCY) return wanted;
  throw new EnvironmentProblem(
    fact("environment.concurrency_invalid", { most: MAX_CONCURRENCY, given: text }),
    fact("environment.set_concurrency", { default: DEFAULT_CONCURRENCY }),
  );
}

const DEFAULT_GRACE_MS = 30_000;
const MAX_GRACE_MS = 3_600_000;

/**
 * Reads from `ROLLCALL_GRACE` how long a stopping process waits for requests in flight, in ms.
 * @throws EnvironmentProblem
 */
export function graceTime(env: Environment): number {
  const text = env["ROLLCALL_GRACE"]?.trim() ?? "";
  if (text === "") return DEFAULT_GRACE_MS;
  const read = duration.safeParse(text);
  if (read.success && read.data > 0 && read.data <= MAX_GRACE_MS) return read.data;
  throw new EnvironmentProblem(fact("environment.grace_invalid", { given: text }), fact("environment.set_grace", {}));
}
