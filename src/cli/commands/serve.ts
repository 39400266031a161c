import type { Command } from "commander";
import { databasePlace } from "../../config/environment.ts";
import { concurrency, graceTime } from "../../config/processes.ts";
import { isUnencrypted } from "../../model/loopback.ts";
import { UsageProblem } from "../../model/problem.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printError, printJson } from "../output.ts";
import { ROLES_OF_PROCESSES, type ProcessRole } from "../serve/roles.ts";
import { stopWithin } from "../serve/stop.ts";
import type { ServeOptions, Serving } from "../serve/serve.ts";
import { untilStopped } from "../until-stopped.ts";
import { withState, type CommonOptions } from "../with-state.ts";
import type { Call } from "../io.ts";

interface Options extends CommonOptions {
  roles: string;
  host: string;
  port: string;
  jobs: string;
  url?: string;
  insecure?: boolean;
  link?: boolean;
}

export function addServe(io: Call, program: Command): void {
  const command = program
    .command("serve")
    .description("the daemon: runs jobs by their schedules and serves the console, until Ctrl-C or SIGTERM")
    .option("--roles <roles>", "what this process does: scheduler, worker and console, or some of them", ROLES_OF_PROCESSES.join(","))
    .option("--host <address>", "where to listen; others than this computer need users or an identity provider", "127.0.0.1")
    .option("--port <port>", "which port", "8423")
    .option("--jobs <dir>", "the folder of the job files", "jobs")
    .option("--url <url>", "the address under which people reach it, when a proxy stands in front")
    .option("--insecure", "allow a --url without https: passwords and sessions can then be read on the way")
    .option("--link", "print a one-time link that signs in as administrator, on this computer only")
    .action((options: Options) => run(io, options));
  withExamples(
    withCommonOptions(command),
    "rollcall serve",
    "rollcall serve --host 0.0.0.0 --url https://rollcall.example.com",
    "rollcall serve --link      # when nobody knows a password any more",
    "DATABASE_URL=postgres://rollcall@db/rollcall rollcall serve --roles worker",
  );
}

async function run(io: Call, options: Options): Promise<void> {
  const roles = rolesIn(options.roles);
  concurrency(io.env);
  const grace = graceTime(io.env);
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageProblem(`--port takes a number from 1 to 65535, not ${options.port}.`);
  const { host, jobs, url = null, insecure = false, link = false, quiet = false } = options;
  const wanted: ServeOptions = { roles, host, port, jobs, url, insecure, link };
  // Half of the program's libraries hang on it, and no other command needs them.
  const { checkServe, serve } = await import("../serve/serve.ts");
  if (roles.includes("console")) checkServe(io, wanted);
  if (url !== null && isUnencrypted(url)) printError(io, `Warning: ${url} has no https. Passwords and sessions travel unencrypted.`);
  if (roles.length < ROLES_OF_PROCESSES.length) needServer(io, roles);
  const stop = untilStopped(io.signal);
  const left = new AbortController();
  await withState(
    io,
    options,
    async (state) => {
      const serving = await startedInTime(serve(io, state, wanted), stop, grace);
      if (serving === null) return left.abort();
      tell(io, serving, roles, options);
      const onReload = (): void => void serving.reload().catch((error: unknown) => void serving.log.event("defect", {}, error));
      const ignoreReload = io.onReload?.(onReload);
      await stop;
      ignoreReload?.();
      // Elsewhere the log says it, and every line is JSON.
      if (!quiet && io.isTTY.stderr) printError(io, "Stopping: waiting for what is in flight. Once more to stop at once.");
      if (!(await stopWithin(serving.log, grace, state, () => serving.close()))) left.abort();
    },
    { expects: "much", itself: true, left: left.signal },
  );
}

/** A start that waits for something, such as a Redis that is silent, must not outlast the grace time. */
async function startedInTime(starting: Promise<Serving>, stop: Promise<void>, grace: number): Promise<Serving | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = stop.then(() => new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), grace))));
  try {
    return await Promise.race([starting, late]);
  } finally {
    clearTimeout(timer);
    starting.catch(() => undefined);
  }
}

function rolesIn(text: string): ProcessRole[] {
  const named = new Set(text.split(",").map((role) => role.trim()));
  const roles = ROLES_OF_PROCESSES.filter((role) => named.delete(role));
  if (roles.length > 0 && named.size === 0) return roles;
  throw new UsageProblem(
    `There is no role ${[...named].join(", ") || "at all"} in --roles. Nothing was started.`,
    `Roles are ${ROLES_OF_PROCESSES.join(", ")}.`,
  );
}

/** The embedded state belongs to one process, which then has to do everything. */
function needServer(io: Call, roles: readonly ProcessRole[]): void {
  if (databasePlace(io.env) !== null) return;
  throw new UsageProblem(
    `A process with the ${roles.length === 1 ? "role" : "roles"} ${roles.join(" and ")} only needs others that do the rest, on one PostgreSQL. Nothing was started.`,
    "Set DATABASE_URL, or leave --roles out: then this process does everything.",
  );
}

/** Data goes to standard output: the address, and the link that nobody else should see. */
function tell(io: Call, { url, link }: Serving, roles: readonly ProcessRole[], { json = false }: Options): void {
  if (json) return printJson(io, { url, link, roles });
  if (roles.includes("console")) print(io, `The console is at ${url}`);
  else print(io, `Working as ${roles.join(" and ")}.${url === null ? "" : ` Health and metrics are at ${url}`}`);
  if (link !== null) print(io, `Sign in as administrator, once, within 15 minutes:\n  ${link}`);
}
