import type { FastifyInstance } from "fastify";
import type { Writable } from "node:stream";
import { outsideEnvironment } from "../config/outside.ts";
import type { Job } from "../model/settings.ts";
import { tellMissed, tellStalled, type NotifyParts, type Told } from "../notify/notify.ts";
import { addEndpoints, createOutside } from "../outside/endpoints.ts";
import { createLog, type Log } from "../outside/log.ts";
import { createMetrics, type MetricsParts } from "../outside/metrics.ts";
import { Readiness, type Check } from "../outside/readiness.ts";
import { StallWatch } from "../outside/stalls.ts";
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
  /** From now on it works, and looks for runs that make no progress; with the role `scheduler` also for runs that did not happen. */
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
  const stalls = new StallWatch({ db, log, now, tell: (job, run, since) => tellStall(io, parts, job, { run, since }, log) });
  const unfollow = [log.follow(), metrics.follow()];
  let timer: NodeJS.Timeout | null = null;
  log.event("process_started", { roles: roles.join(","), version });
  return {
    log,
    url: server?.url ?? null,
    area: (app) => addEndpoints(app, { ...pages, config: { right: "anyone", anyHost: true } }),
    ready: () => {
      log.event("process_ready", {});
      if (timer !== null) return;
      const look = (): void => {
        // A run stalls where processes are gone, so each that is left looks.
        void stalls.look();
        if (roles.includes("scheduler")) void watch.look();
      };
      timer = setInterval(look, LOOK).unref();
      look();
    },
    stopping: (signal) => {
      readiness.stopping();
      log.event("process_stopping", { signal });
    },
    close: async () => {
      if (timer !== null) clearInterval(timer);
      await Promise.all([watch.settled(), stalls.settled()]);
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

function tell(io: Call, parts: ProcessParts, name: string, due: Date, log: Log): Promise<boolean> {
  return tellAbout(io, parts, name, log, (to) => tellMissed(to, due));
}

function tellStall(io: Call, parts: ProcessParts, name: string, { run, since }: { run: string; since: Date }, log: Log): Promise<boolean> {
  return tellAbout(io, parts, name, log, (to) => tellStalled(to, run, since));
}

/** Tells people as the job asks for it. @returns false where they could not be told */
async function tellAbout(
  io: Call,
  parts: ProcessParts,
  name: string,
  log: Log,
  send: (to: NotifyParts) => Promise<Told>,
): Promise<boolean> {
  const found = (await parts.jobs()).find(({ job }) => job.name === name);
  if (found === undefined) return true;
  const { job } = found;
  const { failed } = await send({ db: parts.db, job, console: await parts.console(), now: io.now(), sleep: io.sleep, env: io.env });
  for (const { channel, kind } of failed) log.child({ job: name }).event("notice_failed", { channel, kind });
  return failed.length === 0;
}
