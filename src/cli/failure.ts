import { CommanderError } from "commander";
import { EXIT, Problem, type ExitCode } from "../model/problem.ts";
import { databaseGone, isDatabaseGone } from "../store/trouble.ts";
import { problemText } from "./view/problem.ts";

/** Tells a person what went wrong, never with a stack trace, and says with which code to end. */
export function exitFor(error: unknown): ExitCode | 0 {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.configuration;
  if (error instanceof Problem) {
    console.error(problemText(error));
    return error.exit;
  }
  if (isBrokenPipe(error)) return EXIT.done;
  if (isDatabaseGone(error)) return exitFor(databaseGone(error));
  const name = error instanceof Error ? error.name : "unknown error";
  console.error(`A defect of Rollcall stopped the command (${name}). What was done before is kept; please report it.`);
  // A developer asks for it; it may hold what was in the file, so nobody else sees it.
  if (process.env["ROLLCALL_DEBUG"] === "1") console.error(error);
  return EXIT.defect;
}

/** Ends with a code once everything that was printed has been taken. */
export function endWith(code: number): void {
  process.exitCode = code;
}

/** `rollcall … | head` closed our output: there is nobody left to tell. */
function isBrokenPipe(error: unknown): boolean {
  // A database may break off in the same words.
  const closed = process.stdout.destroyed || process.stdout.errored !== null || process.stderr.destroyed;
  return closed && error instanceof Error && "code" in error && error.code === "EPIPE";
}
