import type { CliResult } from "../helpers/cli.ts";

/** A character that only the long text of `mutate.ts` contains. */
export const MARK = "Ł";

/** The most characters of a value in a message: a sentence of the service may quote 500. */
const MAX_SHOWN = 500;
const TOO_LONG = new RegExp(`${MARK}{${MAX_SHOWN + 1},}`);

/** Throws if a message contains a value that is longer than its limit. */
export function judgeMessage(text: string, where: string): void {
  const found = TOO_LONG.exec(text);
  if (found !== null)
    throw new Error(
      `${where} quotes a value of ${found[0].length} characters: ${text.slice(Math.max(0, found.index - 200), found.index + 20)}`,
    );
}

/** Throws if a command crashed, failed with an internal error, or quoted a value in full. @returns its exit code as a label */
export function judgeCommand({ code, stdout, stderr }: CliResult, command: string): string {
  // Exit 70 also reports a service that says our request violates its interface (512).
  if (code === null || stderr.includes("A bug in Rollcall stopped"))
    throw new Error(`\`rollcall ${command}\` ended with exit code ${code}: ${stderr.slice(0, 2000)}`);
  judgeMessage(stderr, `standard error of \`rollcall ${command}\``);
  if (stdout.startsWith("{"))
    for (const message of messagesIn(JSON.parse(stdout))) judgeMessage(message, `a message of \`rollcall ${command}\``);
  return `exit ${code}`;
}

/** Returns the texts that JSON has for people. */
export function messagesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(messagesIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    typeof part === "string" ? (/^(message|reason|next|why|text|advice)$/.test(name) ? [part] : []) : messagesIn(part),
  );
}
