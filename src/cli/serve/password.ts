import { isCancel, password as ask } from "@clack/prompts";
import { UsageProblem } from "../../model/problem.ts";

/** More than any password, and little enough to read. */
const MOST = 4096;

/** A password from the terminal, unseen, or the first line of standard input; never from the command line. */
export async function readPassword(fromStandardInput: boolean, question: string): Promise<string> {
  if (fromStandardInput) return firstLine();
  if (process.stdin.isTTY !== true) {
    throw new UsageProblem("There is no terminal to ask for the password. Nothing was changed.", "Hand it over with --password-stdin.");
  }
  const typed = await prompt(question);
  if ((await prompt("Once more")) !== typed) throw new UsageProblem("The two are not the same. Nothing was changed.");
  return typed;
}

async function prompt(message: string): Promise<string> {
  const typed = await ask({ message, output: process.stderr });
  if (isCancel(typed)) throw new UsageProblem("Stopped. Nothing was changed.");
  return typed;
}

async function firstLine(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    text += String(chunk);
    if (text.includes("\n") || text.length > MOST) break;
  }
  return (text.split("\n")[0] ?? "").replace(/\r$/, "").slice(0, MOST);
}
