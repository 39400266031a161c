import type { Fact } from "../domain/facts/fact.ts";
import type { Call } from "./io.ts";
import { printError } from "./output.ts";
import { plain } from "./view/terminal.ts";

/** Prints a fact to standard error. Loads the messages only now, because commands that print none start faster without. */
export async function printFact(io: Call, fact: Fact): Promise<void> {
  const { factText } = await import("../reporting/fact-text.ts");
  printError(io, plain(factText(fact)));
}

/** Returns the name of an error whose own text must not be shown. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}
