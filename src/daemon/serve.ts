import { fact } from "../domain/facts/fact.ts";
import { isIP } from "node:net";
import { join } from "node:path";
import { mkdir, rm } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { secretKey } from "../config/environment.ts";
import { healthPlace } from "../config/observability.ts";
import { endEarlierLinks, makeSignInLink } from "../console/access/links.ts";
import { AREAS } from "../console/pages/all.ts";
import type { ConsoleParts, ConsoleSettings } from "../console/parts.ts";
import { buildConsole } from "../console/server.ts";
import { isLoopback, isUnencrypted } from "../domain/loopback.ts";
import { EXIT, Problem, UsageProblem } from "../domain/problem.ts";
import { restsAt } from "../domain/schedule.ts";
import { checkRedis } from "../queue/redis-check.ts";
import { QueueInspector, type Depth } from "../queue/inspector.ts";
import { listJobsWithApproved } from "../store/review/approval-schedule.ts";
import { findDamage } from "../state/journal/journal-damage.ts";
import type { Log } from "../observability/log.ts";
import { migrationNames } from "../store/schema/migrations.ts";
import { introduce } from "../store/schedule/processes.ts";
import { listRunsUnderWay } from "../store/runs/runs.ts";
import { dropEndedSessions } from "../store/console/sessions.ts";
import { rememberConsole } from "../store/settings.ts";
import { serveCommands } from "./socket/serve.ts";
import type { State } from "../state/state.ts";
import { hasUsers } from "../store/console/users.ts";
import { startObservability, type ProcessParts } from "./observe.ts";
import { version } from "../app/version.ts";
import { consoleUrl } from "../app/notify.ts";
import { HealthRecords } from "./health.ts";
import { Jobs } from "./jobs.ts";
import { Services } from "./services.ts";
import { settingsOf } from "./console-settings.ts";
import { startBackgroundTasks } from "./background-tasks.ts";
import { ROLES_OF_PROCESSES, type ProcessRole } from "./roles.ts";
import { createSetups } from "./setups.ts";
import { createWork, type ConsoleWork } from "./work.ts";
import type { Call } from "../app/io.ts";
import { suggestedState } from "../app/with-state.ts";

export interface ServeOptions {
  /** All roles by default. */
  roles?: readonly ProcessRole[];
  host: string;
  port: number;
  jobs: string;
  /** The address that people use; `null`: from host and port. */
  url: string | null;
  /** Allows `url` to be http:// on another machine. */
  insecure?: boolean;
  link: boolean;
}

/** A running daemon process. */
export interface Serving {
  /** The address of the console, else of the health endpoints; `null`: neither. */
  url: string | null;
  /** The one-time link, if one was made. */
  link: string | null;
  log: Log;
  /** Reads the job files again. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Time for open responses at shutdown; a live progress stream never ends on its own. */
const CLOSE_TIMEOUT_MS = 5000;
const MONTH_MS = 30 * 86_400_000;
/** Runs whose queues are inspected. */
const MAX_INSPECTED_RUNS = 50;

/** Checks the options before anything is opened. @throws UsageProblem */
export function checkServe(io: Call, { host, url, insecure = false }: ServeOptions): { url: string | null; loopback: boolean } {
  secretKey(io.env);
  const loopback = isLoopback(host);
  if (url === null) {
    if (loopback) return { url: null, loopback };
    throw new UsageProblem(fact("console.is_reachable_without_address", { host }), fact("advice.add_console_url", {}));
  }
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (
    parsed === null ||
    !/^https?:$/.test(parsed.protocol) ||
    parsed.pathname !== "/" ||
    parsed.search !== "" ||
    parsed.hash !== "" ||
    parsed.username !== ""
  ) {
    throw new UsageProblem(fact("console.has_no_plain_address", { url }));
  }
  if (isUnencrypted(parsed.origin) && !insecure)
    throw new UsageProblem(fact("console.is_not_encrypted", { url: parsed.origin }), fact("advice.add_https_proxy", {}));
  return { url: parsed.origin, loopback };
}

/** Starts the roles of this process on an open state. */
export async function serve(io: Call, state: State, options: ServeOptions): Promise<Serving> {
  const roles = options.roles ?? ROLES_OF_PROCESSES;
  const withConsole = roles.includes("console");
  // First, because it can fail before anything is started.
  const access = withConsole ? await consoleAccess(io, state, options) : null;
  const uploads = join(state.dir, "uploads");
  // Uploads of an earlier process belong to no run.
  await rm(uploads, { recursive: true, force: true });
  await mkdir(uploads, { recursive: true, mode: 0o700 });
  const jobs = new Jobs(io, options.jobs, state);
  const services = new Services();
  // Before anything is sent, so that requests of other processes count from the start.
  const commands = state.kind === "embedded" ? await serveCommands(io, state, { sandbox: () => services.sandbox(state) }) : null;
  const work = await createWork(io, { state, jobs, services, health: new HealthRecords(), uploads, worker: roles.includes("worker") });
  const inspector = new QueueInspector(state);
  const queues = async (): Promise<Depth[]> => inspector.depths(await listRunsUnderWay(state.db, MAX_INSPECTED_RUNS));
  const observability = await startObservability(io, {
    ...observabilityParts(io, state, jobs, roles, withConsole ? null : healthPlace(io.env)),
    queues,
    proxied: (options.url !== null && !isLoopback(new URL(options.url).hostname)) || (access?.settings.trustProxy ?? []).length > 0,
  });
  let consoleServer: ConsoleServer | null = null;
  try {
    if (access !== null)
      consoleServer = await openConsole(io, state, options, access, {
        work,
        setups: createSetups(io, { state, jobs, services, folder: options.jobs, uploads }),
        uploads,
        area: observability.area,
        queues,
      });
  } catch (error) {
    await commands?.close();
    await observability.close();
    await inspector.close();
    await work.close();
    throw error;
  }
  const damage = await findDamage(state.db);
  if (damage !== null) observability.log.event("journal_damaged", { line: damage.lines[0]?.line ?? 0, places: damage.count });
  // Last, because it may start a run at once.
  const tasks = await startBackgroundTasks(io, { state, jobs, services, work, roles, log: observability.log });
  await introduce(state.db, state.processId, roles, version());
  observability.ready();
  return {
    url: consoleServer?.url ?? observability.url,
    link: consoleServer?.link ?? null,
    log: observability.log,
    reload: tasks.reload,
    close: async () => {
      observability.stopping("SIGTERM");
      // First accept no new work, then finish the work in flight.
      await consoleServer?.close();
      await Promise.all([commands?.close(), tasks.close().then(() => work.close())]);
      await observability.close();
      await inspector.close();
    },
  };
}

interface ConsoleServer {
  url: string;
  link: string | null;
  close(): Promise<void>;
}

/** The address of the console, and how people sign in. */
interface ConsoleAccess {
  given: string | null;
  url: string;
  settings: ConsoleSettings;
  /** Whether no one can sign in yet: no users and no identity provider. */
  first: boolean;
}

/** @throws UsageProblem if no one could sign in, or a one-time link could be used from another computer */
async function consoleAccess(io: Call, state: State, options: ServeOptions): Promise<ConsoleAccess> {
  const { url: given, loopback } = checkServe(io, options);
  const settings = { ...settingsOf(io, loopback), suggestedState: suggestedState(io, state) };
  const url = given ?? `http://${isIP(options.host) === 6 ? `[${options.host}]` : options.host}:${options.port}`;
  const first = !(await hasUsers(state.db)) && settings.oidc === null;
  requireSignInMethod(first, loopback, options.link, url);
  return { given, url, settings, first };
}

async function openConsole(
  io: Call,
  state: State,
  options: ServeOptions,
  { given, url, settings, first }: ConsoleAccess,
  {
    work,
    setups,
    uploads,
    area,
    queues,
  }: Pick<ConsoleParts, "setups" | "uploads" | "queues"> & { work: ConsoleWork; area: (app: FastifyInstance) => void },
): Promise<ConsoleServer> {
  const now = io.now();
  await endEarlierLinks(state, now);
  await dropEndedSessions(state.db, new Date(now.getTime() - MONTH_MS));
  const parts = { state, work, setups, url, now: io.now, settings, uploads, queues };
  const app = await buildConsole(parts, [...AREAS, area]);
  await listen(app, options);
  // So that the first page shows the connection status.
  await work.health();
  if (given !== null) await rememberConsole(state.db, given);
  const link = first || options.link ? await makeSignInLink(state, url, now) : null;
  for (const { job } of await listJobsWithApproved(state.db)) await work.applyApproved(job, []).catch(() => undefined);
  return {
    url,
    link,
    close: async () => {
      const timeout = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
      await app.close();
      clearTimeout(timeout);
    },
  };
}

function observabilityParts(
  io: Call,
  state: State,
  jobs: Jobs,
  roles: readonly ProcessRole[],
  place: { host: string; port: number } | null,
): ProcessParts {
  const { redis } = state;
  return {
    db: state.db,
    dir: state.dir,
    env: io.env,
    version: version(),
    roles,
    stream: io.stderr,
    migrations: migrationNames,
    checks: redis === null ? [] : [{ name: "redis", check: () => checkRedis(redis) }],
    jobs: async () =>
      (await jobs.all()).flatMap((one) => {
        if (!("job" in one)) return [];
        const { job } = one;
        return [{ job, meantToRest: (due: Date) => job.schedule !== null && restsAt(job.schedule, due) !== null }];
      }),
    console: () => consoleUrl(io, state),
    listen: place,
  };
}

function requireSignInMethod(first: boolean, loopback: boolean, link: boolean, url: string): void {
  const reachable = !loopback || !isLoopback(new URL(url).hostname);
  if (first && reachable) {
    throw new UsageProblem(fact("console.has_no_sign_in", {}), fact("advice.add_first_user", {}));
  }
  if (link && reachable) throw new UsageProblem(fact("console.link_is_reachable", {}), fact("advice.remove_link", {}));
}

async function listen(app: FastifyInstance, { host, port }: ServeOptions): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
    if (typeof code !== "string") throw error;
    throw new Problem(fact("port.cannot_be_used", { host, port: String(port), code }), {
      code: "port_unavailable",
      exit: EXIT.configuration,
      audience: "admin",
      next: fact("advice.choose_other_port", {}),
      cause: error,
    });
  }
}
