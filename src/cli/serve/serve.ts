import { isIP } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { mkdir, rm } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { consoleEnvironment } from "../../config/console.ts";
import { secretKey } from "../../config/environment.ts";
import { healthPlace } from "../../config/outside.ts";
import { endEarlierLinks, makeSignInLink } from "../../console/access/links.ts";
import { asRole } from "../../console/access/rights.ts";
import { AREAS } from "../../console/areas.ts";
import { addBoard } from "../../console/board/board.ts";
import { ROLES, type ConsoleSettings } from "../../console/parts.ts";
import { buildConsole } from "../../console/server.ts";
import { isLoopback, isUnencrypted } from "../../model/loopback.ts";
import { EXIT, Problem, UsageProblem } from "../../model/problem.ts";
import { restsAt } from "../../model/schedule.ts";
import { checkRedis } from "../../queue/redis-check.ts";
import { QueueWindow } from "../../queue/window.ts";
import { listJobsWithApproved } from "../../store/due.ts";
import { findDamage } from "../../store/journal-damage.ts";
import type { Log } from "../../outside/log.ts";
import { migrationNames } from "../../store/migrations.ts";
import { introduce } from "../../store/processes.ts";
import { listRunsUnderWay } from "../../store/runs.ts";
import { dropEndedSessions } from "../../store/sessions.ts";
import { rememberConsole } from "../../store/settings.ts";
import { offerState } from "../../store/shared/offer.ts";
import type { State } from "../../store/state.ts";
import { hasUsers } from "../../store/users.ts";
import { openOutside, type ProcessParts } from "../outside.ts";
import { version } from "../version.ts";
import { consoleUrl } from "../tell.ts";
import { HealthBook } from "./health.ts";
import { Jobs } from "./jobs.ts";
import { Services } from "./services.ts";
import { beginDuties } from "./duties.ts";
import { ROLES_OF_PROCESSES, type ProcessRole } from "./roles.ts";
import { createWork, type ServedWork } from "./work.ts";
import type { Call } from "../io.ts";

export interface ServeOptions {
  /** All of them where it is left out. */
  roles?: readonly ProcessRole[];
  host: string;
  port: number;
  jobs: string;
  /** As people reach it; `null`: by host and port. */
  url: string | null;
  /** Whether `url` may be http:// on another machine. */
  insecure?: boolean;
  link: boolean;
}

/** A process that runs on. */
export interface Serving {
  /** Where the console is reached, else where its health is asked for; `null`: nowhere. */
  url: string | null;
  /** The one-time link, where one was made. */
  link: string | null;
  log: Log;
  /** Reads the job files again. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** So long an answer that is on its way may take at the end, in ms; live progress never ends by itself. */
const PATIENCE = 5000;
const MONTH = 30 * 86_400_000;
/** The queues of so many runs are looked at; more are hardly ever under way. */
const MOST_RUNS = 50;

/** What can be known before anything is opened. @throws UsageProblem */
export function checkServe(io: Call, { host, url, insecure = false }: ServeOptions): { url: string | null; loopback: boolean } {
  secretKey(io.env);
  const loopback = isLoopback(host);
  if (url === null) {
    if (loopback) return { url: null, loopback };
    throw new UsageProblem(
      `On ${host} others can reach the console, and Rollcall must know under which address. Nothing was started.`,
      "Add --url https://rollcall.example.com, with a proxy in front that speaks https.",
    );
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
    throw new UsageProblem(`--url takes an address such as https://rollcall.example.com, without a path, not ${url}. Nothing was started.`);
  }
  if (isUnencrypted(parsed.origin) && !insecure)
    throw new UsageProblem(
      `--url ${parsed.origin} has no https: passwords, sessions and everything about people could be read on the way. Nothing was started.`,
      "Put a proxy in front that speaks https, or add --insecure.",
    );
  return { url: parsed.origin, loopback };
}

/** Starts the roles of this process on an open state. With the console among them it listens for people. */
export async function serve(io: Call, state: State, options: ServeOptions): Promise<Serving> {
  const roles = options.roles ?? ROLES_OF_PROCESSES;
  const withPages = roles.includes("console");
  // Before anything is begun that would have to be taken back.
  const door = withPages ? await doorOf(io, state, options) : null;
  const uploads = join(state.dir, "uploads");
  // What an earlier process left belongs to no run any more.
  await rm(uploads, { recursive: true, force: true });
  await mkdir(uploads, { recursive: true, mode: 0o700 });
  const jobs = new Jobs(io, options.jobs);
  const services = new Services();
  // Before anything is sent, so that what others send counts from the beginning.
  const offer = state.kind === "embedded" ? await offerState(state, { sandbox: () => services.sandbox(state) }) : null;
  const work = await createWork(io, { state, jobs, services, health: new HealthBook(), uploads, worker: roles.includes("worker") });
  const window = new QueueWindow(state);
  const underWay = (): Promise<string[]> => listRunsUnderWay(state.db, MOST_RUNS);
  const queues: ProcessParts["queues"] = async () => window.depths(await underWay());
  const seen = await openOutside(io, { ...outsideOf(io, state, jobs, roles, withPages ? null : healthPlace(io.env)), queues });
  let pages: Pages | null = null;
  try {
    const area = (app: FastifyInstance): void => {
      seen.area(app);
      addBoard(app, async () => window.look(await underWay()));
    };
    if (door !== null) pages = await openConsole(io, state, options, door, { work, uploads, area });
  } catch (error) {
    await offer?.close();
    await seen.close();
    await window.close();
    await work.close();
    throw error;
  }
  const damage = await findDamage(state.db);
  if (damage !== null) seen.log.event("journal_damaged", { line: damage.lines[0]?.line ?? 0, places: damage.count });
  // Last, because it may start a run at once.
  const duties = await beginDuties(io, { state, jobs, services, work, roles, log: seen.log });
  await introduce(state.db, state.me, roles, version());
  seen.ready();
  return {
    url: pages?.url ?? seen.url,
    link: pages?.link ?? null,
    log: seen.log,
    reload: duties.reload,
    close: async () => {
      seen.stopping("SIGTERM");
      // First nobody can start anything more, then what is in flight ends.
      await pages?.close();
      await Promise.all([offer?.close(), duties.close().then(() => work.close())]);
      await seen.close();
      await window.close();
    },
  };
}

interface Pages {
  url: string;
  link: string | null;
  close(): Promise<void>;
}

/** Who may come in, and by which address. */
interface Door {
  given: string | null;
  url: string;
  settings: ConsoleSettings;
  /** Nobody could sign in yet. */
  first: boolean;
}

/** @throws UsageProblem where strangers could come in, or nobody */
async function doorOf(io: Call, state: State, options: ServeOptions): Promise<Door> {
  const { url: given, loopback } = checkServe(io, options);
  const settings = settingsOf(io, loopback);
  const url = given ?? `http://${isIP(options.host) === 6 ? `[${options.host}]` : options.host}:${options.port}`;
  const first = !(await hasUsers(state.db)) && settings.oidc === null;
  refuseStrangers(first, loopback, options.link, url);
  return { given, url, settings, first };
}

async function openConsole(
  io: Call,
  state: State,
  options: ServeOptions,
  { given, url, settings, first }: Door,
  { work, uploads, area }: { work: ServedWork; uploads: string; area: (app: FastifyInstance) => void },
): Promise<Pages> {
  const now = io.now();
  await endEarlierLinks(state, now);
  await dropEndedSessions(state.db, new Date(now.getTime() - MONTH));
  const parts = { state, work, url, now: io.now, settings, uploads };
  const app = await buildConsole(parts, [...AREAS, area]);
  await listen(app, options);
  // So that the first page knows how the service is.
  await work.health();
  if (given !== null) await rememberConsole(state.db, given);
  const link = first || options.link ? await makeSignInLink(state, url, now) : null;
  for (const { job } of await listJobsWithApproved(state.db)) await work.carryOut(job).catch(() => undefined);
  return {
    url,
    link,
    close: async () => {
      const cut = setTimeout(() => app.server.closeAllConnections(), PATIENCE);
      await app.close();
      clearTimeout(cut);
    },
  };
}

function outsideOf(
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

function refuseStrangers(first: boolean, loopback: boolean, link: boolean, url: string): void {
  const away = !loopback || !isLoopback(new URL(url).hostname);
  if (first && away) {
    throw new UsageProblem(
      "Nobody could sign in yet: there are no users and no identity provider. Nothing was started.",
      "Add yourself with `rollcall users add NAME --role admin`, or set ROLLCALL_OIDC_ISSUER; without either Rollcall listens on this computer only.",
    );
  }
  if (link && away)
    throw new UsageProblem(
      "A one-time link is made only where nobody but this computer can reach the console. Nothing was started.",
      "Leave --link out, or --host and --url.",
    );
}

function settingsOf(io: Call, loopback: boolean): ConsoleSettings {
  const { session, trustProxy, oidc } = consoleEnvironment(io.env);
  if (oidc === null) return { session, trustProxy, oidc, loopback, owner: ownerName() };
  const roles = oidc.roles.map(([value, name]) => {
    const role = asRole(name);
    if (role === null)
      throw new UsageProblem(`ROLLCALL_OIDC_ROLES has the role \`${name}\`. Nothing was started.`, `Roles are ${ROLES.join(", ")}.`);
    return [value, role] as const;
  });
  return { session, trustProxy, oidc: { ...oidc, roles: Object.fromEntries(roles), proxy: io.env }, loopback, owner: ownerName() };
}

/** Whoever signs in by the link is whoever can read our output. */
function ownerName(): string {
  try {
    return userInfo().username;
  } catch {
    return "administrator";
  }
}

async function listen(app: FastifyInstance, { host, port }: ServeOptions): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
    if (typeof code !== "string") throw error;
    throw new Problem(`Rollcall cannot listen on ${host}, port ${port} (${code}). Nothing was started.`, {
      code: "port_unavailable",
      exit: EXIT.configuration,
      audience: "admin",
      next: "Give another with --port.",
      cause: error,
    });
  }
}
