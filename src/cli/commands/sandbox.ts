import { InvalidArgumentError, type Command } from "commander";
import { join } from "node:path";
import { openSandbox } from "../sandbox-state.ts";
import { EXIT, Problem } from "../../model/problem.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print } from "../output.ts";
import { stateDirectory, type CommonOptions } from "../wire.ts";

interface SandboxOptions extends CommonOptions {
  port: number;
  seed: "company" | "groups" | "empty";
}

export function addSandbox(program: Command): void {
  const command = program
    .command("sandbox")
    .description("the learning service as a local server, in the foreground, with a company of 300 people")
    .option("--port <port>", "listen here; 0 takes any free port", portNumber, 0)
    .option("--seed <seed>", "company, groups (the tree and accounts that HR knows nothing about) or empty", seedName, "company")
    .action(run);
  withExamples(withCommonOptions(command), "rollcall sandbox", "rollcall sandbox --port 8080 --state /tmp/play");
}

async function run(options: SandboxOptions): Promise<void> {
  const dir = join(stateDirectory(options), "sandbox");
  const sandbox = await openSandbox({ dir, port: options.port, seed: options.seed }).catch((error: unknown) => {
    throw cannotStart(error, options.port);
  });
  if (options.json === true) print(JSON.stringify({ url: sandbox.url, refresh_token: sandbox.refreshToken }));
  else {
    print(`The sandbox listens on ${sandbox.url}`);
    print(`Refresh token: ${sandbox.refreshToken}`);
    print(`Its state lies in ${dir}. Stop it with Ctrl-C.`);
  }
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  await sandbox.close();
}

function cannotStart(error: unknown, port: number): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!["EADDRINUSE", "EACCES", "EADDRNOTAVAIL"].includes(code)) return error;
  return new Problem(`The sandbox cannot listen on port ${port} (${code}).`, {
    code: "port_unavailable",
    exit: EXIT.configuration,
    audience: "admin",
    next: "Give another one with --port, or leave it out for any free one.",
  });
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new InvalidArgumentError("It takes a number from 0 to 65535.");
  return port;
}

function seedName(text: string): SandboxOptions["seed"] {
  if (text !== "company" && text !== "groups" && text !== "empty") throw new InvalidArgumentError("It takes company, groups or empty.");
  return text;
}
