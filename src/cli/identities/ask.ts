import { createInterface } from "node:readline/promises";
import type { Call } from "../io.ts";
import { printError } from "../output.ts";

/** Whether somebody sits there who can be asked. */
export function canAsk(io: Call, options: { yes?: boolean; json?: boolean }): boolean {
  return options.yes !== true && io.isTTY.stdin;
}

/** Asks on standard error; everything but a yes is a no. */
export async function confirm(io: Call, question: string): Promise<boolean> {
  const prompt = createInterface({ input: io.stdin, output: io.stderr });
  const answer = await prompt.question(`${question} [y/N] `);
  prompt.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Tells a person something on standard error, a line each. */
export function warn(io: Call, warnings: readonly string[]): void {
  for (const warning of warnings) printError(io, warning);
}
