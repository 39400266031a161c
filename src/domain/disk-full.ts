import { EXIT, Problem } from "./problem.ts";

/** Error codes of a full disk and of a used-up quota, from the system and from PostgreSQL. */
const CODES: readonly unknown[] = ["ENOSPC", "EDQUOT", "53100"];

/** Returns the problem to report if a full disk caused the error; `null` for every other error. */
export function diskFull(error: unknown): Problem | null {
  return isDiskFull(error) ? diskFullProblem(error) : null;
}

/** Returns the problem for an error that does not name its cause. */
export function diskFullProblem(cause: unknown): Problem {
  return new Problem("The disk is full: a write failed. Data stored earlier is kept.", {
    code: "disk_full",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: "Free space on the disk of the state directory, the database server or the output file. Then repeat the command; resume an interrupted run with `rollcall runs resume`.",
    cause,
  });
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Problem) return false;
  if (CODES.includes(Reflect.get(error, "code"))) return true;
  if (error instanceof AggregateError) return error.errors.some(isDiskFull);
  return isDiskFull(error.cause);
}
