import type { FastifyInstance } from "fastify";
import type { Writable } from "node:stream";
import { outsideEnvironment } from "../config/outside.ts";
import type { Job } from "../model/settings.ts";
import { tellMissed } from "../notify/notify.ts";
import { addEndpoints, createOutside } from "../outside/endpoints.ts";
import { createLog, type Log } from "../outside/log.ts";
import { createMetrics, type MetricsParts } from "../outside/metrics.ts";
import { Readiness, type Check } from "../outside/readiness.ts";
import { MissedWatch } from "../outside/watch.ts";
import type { Db } from "../store/schema.ts";
import type { Call } from "./io.ts";

/** How often it is looked for runs that did not happen, in ms. */
const LOOK = 60_000;

/** A job with a schedule, as its file now is. */
export interface ScheduledJob {
  job: Job;
  /** Whether nothing was meant to run at a time: paused, or a date that is left out. */
  meantToRest?(due: Date): boolean;
}

export interface ProcessParts {
  db: Db;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  roles: readonly string[];
  /** Where the log goes. */
  stream: Writable;
  /** The migrations that this program needs. */
  migrations: readonly string[];
  /** What the roles need besides the database. */
  checks?: readonly Check[];
  queues?: MetricsParts["queues"];
  /** The state directory. */
  dir?: string;
  /** All jobs that can be used, also those without a schedule. */
  jobs(): Promise<readonly ScheduledJob[]>;
  /** Where the console is reached; `null`: not known. */
  console(): Promise<string | null>;
  /** Where a server of its own listens; `null`: the console has the pages. */
  listen: { host: string; port: number } | null;
}

/** A process that runs on, as it is seen from outside. */
export interface ProcessSeen {
  log: Log;
  /** Where its own server listens. */
  url: string | null;
  /** For the console: the pages beside its own. */
  area(app: FastifyInstance): void;
  /** From now on it works: with the role `scheduler` it also looks for runs that did not happen. */
  ready(): void;
  /** From now on nobody is sent here; what is in flight goes on. */
  stopping(signal: string): void;
  /** At the very end, but before the database is closed. */
  close(): Promise<void>;
}

/**
 * Puts the parts of `outside/` together for one process; traces, which every command has, are begun by `runCli`.
 * @throws UsageProblem, Problem `port_unavailable`; nothing was started then
 */
export async function openOutside(io: Call, parts: ProcessParts): Promise<ProcessSeen> {
  const { db, env, version, roles, stream, migrations, checks = [], queues, dir, listen } = parts;
  const { logLevel, metricsToken } = outsideEnvironment(env);
  const { now } = io;
  const log = createLog(stream, { level: logLevel, name: `rollcall ${roles.join(",")}` });
  const jobs = async (): Promise<string[]> => (await parts.jobs()).map(({ job }) => job.name);
  const metrics = createMetrics({
    db,
    log,
    version,
    now,
    jobs,
    ...(queues === undefined ? {} : { queues }),
    ...(dir === undefined ? {} : { dir }),
  });
  const readiness = new Readiness({ db, log, migrations, checks });
  const pages = { readiness, metrics, metricsToken };
  const server = listen === null ? null : await createOutside({ ...pages, ...listen });
  const watch = new MissedWatch({ db, log, now, jobs: () => scheduled(parts), tell: (job, due) => tell(io, parts, job, due, log) });
  const unfollow = [log.follow(), metrics.follow()];
  let timer: NodeJS.Timeout | null = null;
  log.event("process_started", { roles: roles.join(","), version });
  return {
    log,
    url: server?.url ?? null,
    area: (app) => addEndpoints(app, { ...pages, config: { right: "anyone", anyHost: true } }),
    ready: () => {
      log.event("process_ready", {});
      if (!roles.includes("scheduler") || timer !== null) return;
      timer = setInterval(() => void watch.look(), LOOK).unref();
      void watch.look();
    },
    stopping: (signal) => {
      readiness.stopping();
      log.event("process_stopping", { signal });
    },
    close: async () => {
      if (timer !== null) clearInterval(timer);
      await watch.settled();
      await server?.close();
      for (const end of unfollow) end();
      log.event("process_stopped", {});
    },
  };
}

async function scheduled({ jobs }: ProcessParts) {
  return (await jobs()).flatMap(({ job: { name, schedule }, meantToRest }) =>
    schedule === null ? [] : [{ name, schedule, ...(meantToRest === undefined ? {} : { meantToRest }) }],
  );
}

async function tell(io: Call, parts: ProcessParts, name: string, due: Date, log: Log): Promise<boolean> {
  const found = (await parts.jobs()).find(({ job }) => job.name === name);
  if (found === undefined) return true;
  const { failed } = await tellMissed(
    { db: parts.db, job: found.job, console: await parts.console(), now: io.now(), sleep: io.sleep, env: io.env },
    due,
  );
  for (const { channel, kind } of failed) log.child({ job: name }).event("notice_failed", { channel, kind });
  return failed.length === 0;
}
