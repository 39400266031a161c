import { diskFull } from "../model/disk-full.ts";
import { EXIT, Problem } from "../model/problem.ts";

/** SQLSTATE classes and codes of a server that goes, comes, or has no room at this moment. */
const passing = /^(08|57P0[1-3]|53[03])/;
const network = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"]);

/**
 * Whether a statement failed because the database cannot be reached at this moment, and not for what it says. What
 * speaks with the learning service turns such errors into problems of its own, so they cannot be mixed up.
 */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Problem) return false;
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string") return passing.test(code) || network.has(code);
  if (error instanceof AggregateError) return error.errors.some(isDatabaseGone);
  return /connection terminated|timeout exceeded when trying to connect|connection (error|is closed)|not queryable/i.test(error.message);
}

/** What a person is told of it. */
export function databaseGone(cause: unknown): Problem {
  const detail = cause instanceof Error && cause.message !== "" ? ` (${cause.message.split("\n")[0]})` : "";
  return new Problem(`The database cannot be reached${detail}. What was stored before is kept.`, {
    code: "database_unreachable",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: "Check the address of the database (DATABASE_URL, or --to) and the server, then give the command again; a run that was under way goes on with `rollcall runs resume`.",
    cause,
  });
}

/** Returns what to report of an error that the machine caused, or that is a problem already; `null`: a defect. */
export function knownProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  return diskFull(error) ?? (isDatabaseGone(error) ? databaseGone(error) : null);
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2000;

/** So long, in ms, a process that has something to write down waits for a database that is away. */
const PATIENCE = 120_000;

/**
 * Repeats a statement for as long as the database is away: what the service answered must not be forgotten because the
 * database restarts. A connection that broke does not tell whether the statement was carried out, so it has to be
 * harmless twice, or `done` says before it is repeated whether it was.
 */
export async function untilStored(
  statement: () => Promise<unknown>,
  done: () => Promise<boolean> = async () => false,
  patience = PATIENCE,
): Promise<void> {
  const end = performance.now() + patience;
  for (let pause = FIRST_PAUSE, again = false; ; pause = Math.min(LONGEST_PAUSE, 2 * pause), again = true) {
    try {
      if (!again || !(await done())) await statement();
      return;
    } catch (error) {
      if (!isDatabaseGone(error) || performance.now() + pause > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
