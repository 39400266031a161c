import { createInterface } from "node:readline/promises";

/** Whether somebody sits there who can be asked. */
export function canAsk(options: { yes?: boolean; json?: boolean }): boolean {
  return options.yes !== true && process.stdin.isTTY === true;
}

/** Asks on standard error; everything but a yes is a no. */
export async function confirm(question: string): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question(`${question} [y/N] `);
  prompt.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Tells a person something on standard error, a line each. */
export function warn(warnings: readonly string[]): void {
  for (const warning of warnings) console.error(warning);
}
