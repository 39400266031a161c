import { EXIT, Problem } from "./problem.ts";

/** A full disk and a used-up quota, as the system and as PostgreSQL report them. */
const CODES: readonly unknown[] = ["ENOSPC", "EDQUOT", "53100"];

/** Returns the problem to report if an error comes from a full disk; `null` for every other error. */
export function diskFull(error: unknown): Problem | null {
  return isDiskFull(error) ? diskFullProblem(error) : null;
}

/** For an error that does not name its cause itself. */
export function diskFullProblem(cause: unknown): Problem {
  return new Problem("The disk is full: something could not be written. What was stored before is kept.", {
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
