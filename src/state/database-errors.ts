import { fact, inTurn, type Fact } from "../domain/facts/fact.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { diskFull } from "../domain/disk-full.ts";
import { EXIT, Problem } from "../domain/problem.ts";

/** SQLSTATE classes and codes of a server that starts, stops, or has no capacity at the moment. */
const transient = /^(08|57P0[1-3]|53[03])/;
const network = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"]);

/**
 * Returns whether a statement failed because the database is unreachable, not because of the statement. Errors of the
 * learning service cannot match: its client turns them into problems of its own.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Problem) return false;
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string") return transient.test(code) || network.has(code);
  if (error instanceof AggregateError) return error.errors.some(isConnectionError);
  return /connection terminated|timeout exceeded when trying to connect|connection (error|is closed)|not queryable/i.test(error.message);
}

/** Returns the problem to report for a lost connection. */
export function connectionLost(cause: unknown): Problem {
  return new Problem(fact("database.is_unreachable", { why: whyUnreachable(cause) }), {
    code: "database_unreachable",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: inTurn(fact("advice.check_database_address", {}), fact("advice.resume_interrupted", { run: null })),
    cause,
  });
}

const UNREACHABLE: Readonly<Record<string, Fact>> = {
  ECONNREFUSED: fact("connection.is_refused", {}),
  ECONNRESET: fact("connection.is_closed", {}),
  EPIPE: fact("connection.is_closed", {}),
  ETIMEDOUT: fact("connection.timed_out", {}),
  EHOSTUNREACH: fact("connection.has_no_route", {}),
  ENETUNREACH: fact("connection.has_no_route", {}),
  ENOTFOUND: fact("connection.has_unknown_host", {}),
  EAI_AGAIN: fact("connection.has_no_lookup", {}),
  "57P01": fact("database.shuts_down", {}),
  "57P02": fact("database.shuts_down", {}),
  "57P03": fact("database.starts_or_stops", {}),
  "53300": fact("database.has_too_many_connections", {}),
};

/** Returns the reason as a clause. Neither the server's nor the library's own text is repeated. */
function whyUnreachable(cause: unknown): Fact {
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const code: unknown = first instanceof Error ? Reflect.get(first, "code") : undefined;
  if (typeof code === "string") return UNREACHABLE[code] ?? fact("connection.failed", { code });
  return first instanceof Error && /timeout/i.test(first.message) ? fact("connection.timed_out", {}) : fact("connection.is_lost", {});
}

/** Returns the problem to report for an error that the machine caused, or that is already a problem; `null`: a defect. */
export function knownProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  return diskFull(error) ?? (isConnectionError(error) ? connectionLost(error) : null);
}

const FIRST_PAUSE = 100;
const MAX_PAUSE_MS = 2000;

/** How long, in ms, a process with unsaved results waits for an unreachable database. */
const RETRY_TIMEOUT_MS = 120_000;

/**
 * Repeats a statement while the database is unreachable, so that the service's answers survive a restart of the
 * database. A broken connection does not tell whether the statement was executed: it must be harmless twice, or `done`
 * must report before a repeat whether it was executed.
 */
export async function untilStored(
  statement: () => Promise<unknown>,
  done: () => Promise<boolean> = async () => false,
  timeout = RETRY_TIMEOUT_MS,
): Promise<void> {
  const end = performance.now() + timeout;
  for (let pause = FIRST_PAUSE, again = false; ; pause = Math.min(MAX_PAUSE_MS, 2 * pause), again = true) {
    try {
      if (!again || !(await done())) await statement();
      return;
    } catch (error) {
      if (!isConnectionError(error) || performance.now() + pause > end) throw error;
      await sleep(pause);
    }
  }
}
