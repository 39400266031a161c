import { isCancel, password as ask } from "@clack/prompts";
import type { Call } from "../../app/io.ts";
import { fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { t } from "../../reporting/locales/t.ts";

const MAX_INPUT_BYTES = 4096;

/** A password from the terminal, unseen, or the first line of standard input; never from the command line. */
export async function readPassword(io: Call, fromStandardInput: boolean, user: string): Promise<string> {
  if (fromStandardInput) return firstLine(io);
  if (!io.isTTY.stdin) {
    throw new UsageProblem(fact("usage.no_terminal_for_password", {}), fact("advice.add_option", { option: "--password-stdin" }));
  }
  const typed = await prompt(io, t("users.password_of", { name: user }));
  if ((await prompt(io, t("users.repeat_password"))) !== typed) throw new UsageProblem(fact("usage.passwords_differ", {}));
  return typed;
}

async function prompt(io: Call, message: string): Promise<string> {
  const typed = await ask({ message, input: io.stdin, output: io.stderr, signal: io.signal });
  if (isCancel(typed)) throw new UsageProblem(fact("usage.is_cancelled", {}));
  return typed;
}

async function firstLine(io: Call): Promise<string> {
  let text = "";
  for await (const chunk of io.stdin.setEncoding("utf8")) {
    text += String(chunk);
    if (text.includes("\n") || text.length > MAX_INPUT_BYTES) break;
  }
  return (text.split("\n")[0] ?? "").replace(/\r$/, "").slice(0, MAX_INPUT_BYTES);
}
