import type { FastifyInstance } from "fastify";
import type { Writable } from "node:stream";
import { observabilityEnvironment } from "../config/observability.ts";
import type { Job } from "../domain/settings.ts";
import { notifyMissed, notifyStalled, type NotifyParts, type NotifyResult } from "../notify/notify.ts";
import { englishText } from "../reporting/fact-text.ts";
import { addEndpoints, createEndpoints } from "../observability/endpoints.ts";
import { createLog, type Log } from "../observability/log.ts";
import { createMetrics, type MetricsParts } from "../observability/metrics.ts";
import { Readiness, type Check } from "../observability/readiness.ts";
import { StallWatch } from "../observability/stalls.ts";
import { MissedWatch } from "../observability/watch.ts";
import type { Db } from "../store/schema/tables.ts";
import type { Call } from "../app/io.ts";

const POLL_INTERVAL_MS = 60_000;

/** A job from its current file. */
interface ScheduledJob {
  job: Job;
  /** Returns whether no run was due at a time: paused, or an excluded date. */
  meantToRest?(due: Date): boolean;
}

export interface ProcessParts {
  db: Db;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  roles: readonly string[];
  /** The log stream. */
  stream: Writable;
  /** The migrations that this program needs. */
  migrations: readonly string[];
  /** Readiness checks of the roles, in addition to the database. */
  checks?: readonly Check[];
  queues?: MetricsParts["queues"];
  /** The state directory. */
  dir?: string;
  /** Returns all valid jobs, including those without a schedule. */
  jobs(): Promise<readonly ScheduledJob[]>;
  /** Returns the address of the console; `null` if unknown. */
  console(): Promise<string | null>;
  /** Whether a proxy is in front of the endpoints. */
  proxied?: boolean;
  /** The address of a separate server; `null`: the console serves the endpoints. */
  listen: { host: string; port: number } | null;
}

/** Log, metrics and health endpoints of a daemon process. */
export interface Observability {
  log: Log;
  /** The address of the separate server. */
  url: string | null;
  /** Adds the endpoints to the console's server. */
  area(app: FastifyInstance): void;
  /** Reports the process as ready and starts the watch for stalled runs, and with the role `scheduler` for missed runs. */
  ready(): void;
  /** Reports the process as not ready; work in flight continues. */
  stopping(signal: string): void;
  /** Stops everything. Call it last, but before closing the database. */
  close(): Promise<void>;
}

/**
 * Starts the parts of `observability/` for one process. Traces are started by `runCli`, because every command has them.
 * @throws UsageProblem, Problem `port_unavailable`; nothing was started
 */
export async function startObservability(io: Call, parts: ProcessParts): Promise<Observability> {
  const { db, env, version, roles, stream, migrations, checks = [], queues, dir, proxied = false, listen } = parts;
  const { logLevel, metricsToken } = observabilityEnvironment(env);
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
  const pages = { readiness, metrics, metricsToken, proxied, say: englishText };
  const server = listen === null ? null : await createEndpoints({ ...pages, ...listen });
  const watch = new MissedWatch({
    db,
    log,
    now,
    jobs: () => scheduled(parts),
    notify: (job, due) => notifyAboutMissed(io, parts, job, due, log),
  });
  const stalls = new StallWatch({ db, log, now, notify: (job, run, since) => notifyAboutStall(io, parts, job, { run, since }, log) });
  const unsubscribe = [log.follow(), metrics.follow()];
  let timer: NodeJS.Timeout | null = null;
  log.event("process_started", { roles: roles.join(","), version });
  return {
    log,
    url: server?.url ?? null,
    area: (app) => addEndpoints(app, { ...pages, config: { right: "anyone", anyHost: true } }),
    ready: () => {
      log.event("process_ready", {});
      if (timer !== null) return;
      const poll = (): void => {
        // A run stalls when processes are gone, so every remaining process watches.
        void stalls.check();
        if (roles.includes("scheduler")) void watch.check();
      };
      timer = setInterval(poll, POLL_INTERVAL_MS).unref();
      poll();
    },
    stopping: (signal) => {
      readiness.stopping();
      log.event("process_stopping", { signal });
    },
    close: async () => {
      if (timer !== null) clearInterval(timer);
      await Promise.all([watch.settled(), stalls.settled()]);
      await server?.close();
      for (const end of unsubscribe) end();
      log.event("process_stopped", {});
    },
  };
}

async function scheduled({ jobs }: ProcessParts) {
  return (await jobs()).flatMap(({ job: { name, schedule }, meantToRest }) =>
    schedule === null ? [] : [{ name, schedule, ...(meantToRest === undefined ? {} : { meantToRest }) }],
  );
}

function notifyAboutMissed(io: Call, parts: ProcessParts, name: string, due: Date, log: Log): Promise<boolean> {
  return notifyAbout(io, parts, name, log, (to) => notifyMissed(to, due));
}

function notifyAboutStall(
  io: Call,
  parts: ProcessParts,
  name: string,
  { run, since }: { run: string; since: Date },
  log: Log,
): Promise<boolean> {
  return notifyAbout(io, parts, name, log, (to) => notifyStalled(to, run, since));
}

/** Sends the notifications that the job asks for. @returns false if one failed */
async function notifyAbout(
  io: Call,
  parts: ProcessParts,
  name: string,
  log: Log,
  send: (to: NotifyParts) => Promise<NotifyResult>,
): Promise<boolean> {
  const found = (await parts.jobs()).find(({ job }) => job.name === name);
  if (found === undefined) return true;
  const { job } = found;
  const { failed } = await send({ db: parts.db, job, console: await parts.console(), now: io.now(), sleep: io.sleep, env: io.env });
  for (const { channel, kind } of failed) log.child({ job: name }).event("notice_failed", { channel, kind });
  return failed.length === 0;
}
