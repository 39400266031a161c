import { fact, inTurn } from "./facts/fact.ts";
import { EXIT, Problem } from "./problem.ts";

/** Error codes of a full disk and of a used-up quota, from the system and from PostgreSQL. */
const CODES: readonly unknown[] = ["ENOSPC", "EDQUOT", "53100"];

/** Returns the problem to report if a full disk caused the error; `null` for every other error. */
export function diskFull(error: unknown): Problem | null {
  return isDiskFull(error) ? diskFullProblem(error) : null;
}

/** Returns the problem for an error that does not name its cause. */
export function diskFullProblem(cause: unknown): Problem {
  return new Problem(fact("disk.is_full", {}), {
    code: "disk_full",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: inTurn(fact("advice.free_space", {}), fact("advice.resume_interrupted", { run: null })),
    cause,
  });
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Problem) return false;
  if (CODES.includes(Reflect.get(error, "code"))) return true;
  if (error instanceof AggregateError) return error.errors.some(isDiskFull);
  return isDiskFull(error.cause);
}
