import { reportedFaults, reportedProblem } from "../reporting/problem.ts";
import { inspect } from "node:util";
import { CommanderError } from "commander";
import { ConfigurationProblem, EXIT, type ExitCode } from "../domain/problem.ts";
import { knownProblem } from "../state/database-errors.ts";
import type { Call } from "../app/io.ts";
import { printError, printJson } from "../app/output.ts";
import { problemText } from "./view/problem.ts";

/** Prints what went wrong, never with a stack trace, and returns the exit code. */
export function exitFor(io: Call, error: unknown): ExitCode | 0 {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.configuration;
  if (isBrokenPipe(io, error)) return EXIT.done;
  const problem = knownProblem(error);
  if (problem !== null) {
    printError(io, withLastLine(io, problemText(io, problem)));
    return problem.exit;
  }
  const name = error instanceof Error ? error.name : "unknown error";
  printError(
    io,
    withLastLine(io, `A bug in Rollcall stopped the command (${name}). Everything done before that is kept. Please report it.`),
  );
  // For developers only: it may contain data from the file.
  if (io.env["ROLLCALL_DEBUG"] === "1") printError(io, inspect(error));
  return EXIT.defect;
}

function withLastLine({ lastLine }: Call, text: string): string {
  return lastLine === null ? text : `${text}\n${lastLine}`;
}

/**
 * Prints the JSON that replaces the result of a command on a job that found or could use nothing, and throws the error
 * again. The message for people follows on standard error.
 */
export function failWithJson(io: Call, job: string, options: { json?: boolean }, error: unknown): never {
  const problem = knownProblem(error);
  if (options.json !== true || problem === null) throw error;
  const faults = problem instanceof ConfigurationProblem ? { faults: reportedFaults(problem.faults) } : {};
  printJson(io, { job, problem: { ...reportedProblem(problem), ...faults } });
  throw error;
}

/** Returns the more serious of two exit codes. */
export function worst(a: ExitCode, b: ExitCode): ExitCode {
  return a > b ? a : b;
}

/** Sets the exit code of this call. */
export function endWith(io: Call, code: ExitCode | 0): void {
  io.exitCode = code;
}

/** Returns whether the reader of our output is gone (`rollcall … | head`). */
function isBrokenPipe(io: Call, error: unknown): boolean {
  // A database connection can also end with EPIPE.
  const closed = io.stdout.destroyed || io.stdout.errored !== null || io.stderr.destroyed;
  return closed && error instanceof Error && "code" in error && error.code === "EPIPE";
}
