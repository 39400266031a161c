import { listing } from "../../../reporting/labels.ts";
import { t } from "../../../reporting/locales/t.ts";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import pTimeout from "p-timeout";
import { databasePlace } from "../../../config/environment.ts";
import { concurrency, graceTime } from "../../../config/processes.ts";
import { isUnencrypted } from "../../../domain/loopback.ts";
import { fact } from "../../../domain/facts/fact.ts";
import { UsageProblem } from "../../../domain/problem.ts";
import { withCommonOptions, withExamples } from "../../options.ts";
import { print, printError, printJson } from "../../../app/output.ts";
import { ROLES_OF_PROCESSES, type ProcessRole } from "../../../daemon/roles.ts";
import { stopWithin } from "../../../daemon/stop.ts";
import type { ServeOptions, Serving } from "../../../daemon/serve.ts";
import { untilStopped } from "../../until-stopped.ts";
import { withState, type CommonOptions } from "../../../app/with-state.ts";
import type { Call } from "../../../app/io.ts";

interface Options extends CommonOptions {
  roles: string;
  host: string;
  port: string;
  jobs: string;
  url?: string;
  insecure?: boolean;
  link?: boolean;
}

export function addServe(io: Call, command: Command): void {
  command
    .option("--roles <roles>", "roles of this process: scheduler, worker, console", ROLES_OF_PROCESSES.join(","))
    .option(
      "--host <address>",
      "address to listen on; other computers can connect only if there are users or an identity provider",
      "127.0.0.1",
    )
    .option("--port <port>", "port to listen on", "8423")
    .option("--jobs <dir>", "the directory of the job files", "jobs")
    .option("--url <url>", "the address that people use, if a proxy is in front")
    .option("--insecure", "allow a --url without https, which sends passwords and sessions unencrypted")
    .option("--link", "make a one-time administrator sign-in link, for this computer only")
    .action((options: Options) => run(io, options));
  withExamples(
    withCommonOptions(command),
    "rollcall serve",
    "rollcall serve --host 0.0.0.0 --url https://rollcall.example.com",
    "rollcall serve --link      # if no one knows a password",
    "DATABASE_URL=postgres://rollcall@db/rollcall rollcall serve --roles worker",
  );
}

async function run(io: Call, options: Options): Promise<void> {
  const roles = rolesIn(options.roles);
  concurrency(io.env);
  const grace = graceTime(io.env);
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new UsageProblem(fact("usage.port_is_wrong", { given: options.port }));
  const { host, jobs, url = null, insecure = false, link = false, quiet = false } = options;
  const wanted: ServeOptions = { roles, host, port, jobs, url, insecure, link };
  // Loaded late: it pulls in half of all libraries, and no other command needs them.
  const { checkServe, serve } = await import("../../../daemon/serve.ts");
  if (roles.includes("console")) checkServe(io, wanted);
  const unencrypted = url !== null && isUnencrypted(url);
  // Elsewhere the log says it, and every line is JSON.
  const printed = !quiet && io.isTTY.stderr;
  if (unencrypted && printed) printError(io, t("users.url_is_unencrypted", { url }));
  if (roles.length < ROLES_OF_PROCESSES.length) requireServerState(io, roles);
  const stop = untilStopped(io.signal);
  const abandoned = new AbortController();
  const started = Promise.withResolvers<Serving>();
  // From the beginning, because an unhandled SIGHUP ends the process. Files that changed during the start are read again.
  const ignoreReload = io.onReload?.(() => void started.promise.then((serving) => reload(serving, io.signal)));
  await withState(
    io,
    options,
    async (state) => {
      const serving = await startWithin(serve(io, state, wanted), stop, grace);
      if (serving === null) return abandoned.abort();
      if (unencrypted) serving.log.event("url_unencrypted", {});
      await printAddress(io, serving, roles, options, state.dir);
      started.resolve(serving);
      await stop;
      if (printed) printError(io, t("run.stopping"));
      await rm(join(state.dir, LINK_FILE), { force: true });
      if (!(await stopWithin(serving.log, grace, state, () => serving.close()))) abandoned.abort();
    },
    { stays: true, left: abandoned.signal },
  ).finally(ignoreReload);
}

async function reload(serving: Serving, stopped: AbortSignal): Promise<void> {
  if (!stopped.aborted) await serving.reload().catch((error: unknown) => void serving.log.event("defect", {}, error));
}

/** Returns `null` if a stop comes first and the start, such as one that waits for Redis, outlasts the grace time. */
async function startWithin(starting: Promise<Serving>, stop: Promise<void>, grace: number): Promise<Serving | null> {
  const inTime = (): Promise<Serving | null> => pTimeout(starting, { milliseconds: grace, fallback: () => null });
  return Promise.race([starting, stop.then(inTime)]);
}

function rolesIn(text: string): ProcessRole[] {
  const named = new Set(text.split(",").map((role) => role.trim()));
  const roles = ROLES_OF_PROCESSES.filter((role) => named.delete(role));
  if (roles.length > 0 && named.size === 0) return roles;
  throw new UsageProblem(
    fact("usage.option_is_not_one_of", { option: "--roles", allowed: [...ROLES_OF_PROCESSES], given: text }),
    fact("advice.separate_by_commas", {}),
  );
}

/** @throws UsageProblem for the embedded state: its only process must have every role */
function requireServerState(io: Call, roles: readonly ProcessRole[]): void {
  if (databasePlace(io.env) !== null) return;
  throw new UsageProblem(fact("usage.roles_need_database", { roles: [...roles] }), fact("advice.set_database", {}));
}

/** The sign-in link, where standard output is not a terminal: a service manager would store it with the log. */
const LINK_FILE = "sign-in-link";

/** Prints the address, and the secret link on a terminal only. */
async function printAddress(
  io: Call,
  { url, link: made, log }: Serving,
  roles: readonly ProcessRole[],
  { json = false }: Options,
  dir: string,
): Promise<void> {
  const file = made === null || io.isTTY.stdout ? null : join(dir, LINK_FILE);
  const link = file === null ? made : null;
  await rm(join(dir, LINK_FILE), { force: true });
  if (file !== null) {
    await writeFile(file, `${made}\n`, { mode: 0o600, flag: "wx" });
    log.event("sign_in_link_stored", {});
  }
  if (json) return printJson(io, { url, link, ...(file === null ? {} : { link_file: file }), roles });
  if (url !== null && roles.includes("console")) print(io, t("console.is_at", { url }));
  else print(io, `${t("console.runs_as", { roles: listing(roles) })} ${url === null ? "" : t("console.health_is_at", { url })}`.trimEnd());
  if (link !== null) print(io, `${t("console.sign_in_link")}\n  ${link}`);
  if (file !== null) print(io, t("console.sign_in_link_is_in", { file }));
}
