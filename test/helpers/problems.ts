import { Problem, type Fault } from "../../src/domain/problem.ts";
import { englishText } from "../../src/reporting/fact-text.ts";

/** The English message of a problem. */
export function messageOf({ fact }: Problem): string {
  return englishText(fact);
}

/** What to do next, in English; empty without advice. */
export function nextOf({ next }: Problem): string {
  return next === undefined ? "" : englishText(next);
}

/** Waits for work that must fail with a problem. @returns its English message and advice, with its other properties */
export async function problemOf(
  work: Promise<unknown> | (() => unknown),
): Promise<{ code: string; exit: number; message: string; next: string }> {
  try {
    await (typeof work === "function" ? work() : work);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ...error, message: messageOf(error), next: nextOf(error) };
  }
  throw new Error("nothing failed");
}

/** Returns an error of a configuration file in English, as `line:column: error`. */
export function faultText({ line, column, fact }: Fault): string {
  return `${line}:${column}: ${englishText(fact)}`;
}
