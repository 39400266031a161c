import type { Command } from "commander";
import { UsageProblem } from "../../model/problem.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { checkServe, serve, type ServeOptions, type Serving } from "../serve/serve.ts";
import { withState, type CommonOptions } from "../wire.ts";

interface Options extends CommonOptions {
  roles: string;
  host: string;
  port: string;
  jobs: string;
  url?: string;
  link?: boolean;
}

export function addServe(program: Command): void {
  const command = program
    .command("serve")
    .description("the console: web pages for reviewers and operators, until Ctrl-C or SIGTERM")
    .option("--roles <roles>", "what this process does; there is one role, console", "console")
    .option("--host <address>", "where to listen; others than this computer need users or an identity provider", "127.0.0.1")
    .option("--port <port>", "which port", "8423")
    .option("--jobs <dir>", "the folder of the job files", "jobs")
    .option("--url <url>", "the address under which people reach it, when a proxy stands in front")
    .option("--link", "print a one-time link that signs in as administrator, on this computer only")
    .action(run);
  withExamples(
    withCommonOptions(command),
    "rollcall serve",
    "rollcall serve --host 0.0.0.0 --url https://rollcall.example.com",
    "rollcall serve --link      # when nobody knows a password any more",
  );
}

async function run(options: Options): Promise<void> {
  refuseOtherRoles(options.roles);
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageProblem(`--port takes a number from 1 to 65535, not ${options.port}.`);
  const { host, jobs, url = null, link = false, quiet = false } = options;
  const wanted: ServeOptions = { host, port, jobs, url, link, log: !quiet };
  checkServe(wanted);
  const stop = untilStopped();
  await withState(
    options,
    async (state) => {
      const serving = await serve(state, wanted);
      tell(serving, options);
      await stop;
      if (!quiet) console.error("Stopping: waiting for what is in flight. Once more to stop at once.");
      await serving.close();
    },
    "much",
  );
}

function refuseOtherRoles(roles: string): void {
  const others = roles.split(",").filter((role) => role.trim() !== "console");
  if (others.length === 0) return;
  throw new UsageProblem(
    `This version serves the role console only, not ${others.join(", ")}. Nothing was started.`,
    "Let the machine's own timer start the nightly run with `rollcall sync JOB`.",
  );
}

/** Data goes to standard output: the address, and the link that nobody else should see. */
function tell({ url, link }: Serving, { json = false }: Options): void {
  if (json) return printJson({ url, link });
  print(`The console is at ${url}`);
  if (link !== null) print(`Sign in as administrator, once, within 15 minutes:\n  ${link}`);
}

/** Ctrl-C or SIGTERM, once; twice ends the process at once. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    const onSignal = (): void => {
      if (stopping) process.exit(130);
      stopping = true;
      resolve();
    };
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
  });
}
