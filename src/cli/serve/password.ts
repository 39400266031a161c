import { isCancel, password as ask } from "@clack/prompts";
import { UsageProblem } from "../../model/problem.ts";
import type { Call } from "../io.ts";

/** More than any password, and little enough to read. */
const MOST = 4096;

/** A password from the terminal, unseen, or the first line of standard input; never from the command line. */
export async function readPassword(io: Call, fromStandardInput: boolean, question: string): Promise<string> {
  if (fromStandardInput) return firstLine(io);
  if (!io.isTTY.stdin) {
    throw new UsageProblem("There is no terminal to ask for the password. Nothing was changed.", "Hand it over with --password-stdin.");
  }
  const typed = await prompt(io, question);
  if ((await prompt(io, "Once more")) !== typed) throw new UsageProblem("The two are not the same. Nothing was changed.");
  return typed;
}

async function prompt(io: Call, message: string): Promise<string> {
  const typed = await ask({ message, input: io.stdin, output: io.stderr });
  if (isCancel(typed)) throw new UsageProblem("Stopped. Nothing was changed.");
  return typed;
}

async function firstLine(io: Call): Promise<string> {
  let text = "";
  for await (const chunk of io.stdin.setEncoding("utf8")) {
    text += String(chunk);
    if (text.includes("\n") || text.length > MOST) break;
  }
  return (text.split("\n")[0] ?? "").replace(/\r$/, "").slice(0, MOST);
}
