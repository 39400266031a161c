import { isCancel, password as ask } from "@clack/prompts";
import { UsageProblem } from "../domain/problem.ts";
import type { Call } from "../app/io.ts";

const MAX_INPUT_BYTES = 4096;

/** A password from the terminal, unseen, or the first line of standard input; never from the command line. */
export async function readPassword(io: Call, fromStandardInput: boolean, question: string): Promise<string> {
  if (fromStandardInput) return firstLine(io);
  if (!io.isTTY.stdin) {
    throw new UsageProblem("There is no terminal to ask for the password. Nothing was changed.", "Use --password-stdin.");
  }
  const typed = await prompt(io, question);
  if ((await prompt(io, "Repeat the password")) !== typed) throw new UsageProblem("The passwords don't match. Nothing was changed.");
  return typed;
}

async function prompt(io: Call, message: string): Promise<string> {
  const typed = await ask({ message, input: io.stdin, output: io.stderr });
  if (isCancel(typed)) throw new UsageProblem("Cancelled. Nothing was changed.");
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
