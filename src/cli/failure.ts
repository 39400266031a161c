import { inspect } from "node:util";
import { CommanderError } from "commander";
import { EXIT, type ExitCode } from "../domain/problem.ts";
import { knownProblem } from "../state/database-errors.ts";
import type { Call } from "../app/io.ts";
import { printError } from "../app/output.ts";

/** Prints what went wrong, never with a stack trace, and returns the exit code. */
export async function exitFor(io: Call, error: unknown): Promise<ExitCode | 0> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.configuration;
  if (isBrokenPipe(io, error)) return EXIT.done;
  const problem = knownProblem(error);
  if (problem !== null) {
    // Commands that succeed start without the messages.
    const { problemText } = await import("./view/problem.ts");
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
