import { createInterface } from "node:readline/promises";
import type { Call } from "../../app/io.ts";
import type { Fact } from "../../domain/facts/fact.ts";
import { factText } from "../../reporting/fact-text.ts";
import { printError } from "../../app/output.ts";

/** Returns whether there is a person to ask. */
export function canAsk(io: Call, options: { yes?: boolean; json?: boolean }): boolean {
  return options.yes !== true && io.isTTY.stdin;
}

/** Asks on standard error; anything but y or yes is a no. */
export async function confirm(io: Call, question: string): Promise<boolean> {
  const prompt = createInterface({ input: io.stdin, output: io.stderr });
  // Who stops the command has not agreed.
  const answer = await prompt.question(`${question} [y/N] `, { signal: io.signal }).catch(() => "");
  prompt.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Prints warnings on standard error, one per line. */
export function warn(io: Call, warnings: readonly Fact[]): void {
  for (const warning of warnings) printError(io, factText(warning));
}
