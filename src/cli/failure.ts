import { inspect } from "node:util";
import { CommanderError } from "commander";
import { EXIT, type ExitCode } from "../model/problem.ts";
import { knownProblem } from "../store/trouble.ts";
import type { Call } from "./io.ts";
import { printError } from "./output.ts";
import { problemText } from "./view/problem.ts";

/** Tells a person what went wrong, never with a stack trace, and says with which code to end. */
export function exitFor(io: Call, error: unknown): ExitCode | 0 {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.configuration;
  if (isBrokenPipe(io, error)) return EXIT.done;
  const problem = knownProblem(error);
  if (problem !== null) {
    printError(io, problemText(io, problem));
    return problem.exit;
  }
  const name = error instanceof Error ? error.name : "unknown error";
  printError(io, `A defect of Rollcall stopped the command (${name}). What was done before is kept; please report it.`);
  // A developer asks for it; it may hold what was in the file, so nobody else sees it.
  if (io.env["ROLLCALL_DEBUG"] === "1") printError(io, inspect(error));
  return EXIT.defect;
}

/** Of two exit codes the one that tells of more trouble. */
export function worst(a: ExitCode, b: ExitCode): ExitCode {
  return a > b ? a : b;
}

/** Sets the exit code of this call. */
export function endWith(io: Call, code: ExitCode | 0): void {
  io.exitCode = code;
}

/** `rollcall … | head` closed our output: there is nobody left to tell. */
function isBrokenPipe(io: Call, error: unknown): boolean {
  // A database may break off in the same words.
  const closed = io.stdout.destroyed || io.stdout.errored !== null || io.stderr.destroyed;
  return closed && error instanceof Error && "code" in error && error.code === "EPIPE";
}
