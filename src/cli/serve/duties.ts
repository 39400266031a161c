import { assist } from "../../run/assist.ts";
import type { Progress } from "../../run/session.ts";
import type { State } from "../../store/state.ts";
import { tellDueDigests } from "../tell.ts";
import { purgeAll } from "../purge-all.ts";
import type { Log } from "../../outside/log.ts";
import { loadConfiguration, withOpenJob } from "../wire.ts";
import type { Jobs } from "./jobs.ts";
import { Scheduler, type SchedulerParts } from "./scheduler.ts";
import type { ProcessRole } from "./roles.ts";
import type { Services } from "./services.ts";
import type { ServedWork } from "./work.ts";
import type { Call } from "../io.ts";

export interface DutyParts {
  state: State;
  jobs: Jobs;
  services: Services;
  work: ServedWork;
  roles: readonly ProcessRole[];
  log: Log;
}

/** What a process does by itself. */
export interface Duties {
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** How often it is looked whether a digest is to be sent, in ms. */
const DIGESTS = 60_000;

const quiet: Progress = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };

/** Begins what the roles of this process do without being asked: schedules, and help with the runs of others. */
export async function beginDuties(io: Call, parts: DutyParts): Promise<Duties> {
  const { state, jobs, work, roles, log } = parts;
  const stopping = new AbortController();
  const helping = roles.includes("worker") && state.kind === "server" ? help(io, parts, stopping.signal) : Promise.resolve();
  const warn: SchedulerParts["warn"] = (_, about) => {
    const ofJob = log.child({ job: about.job });
    if (about.is === "unusable") ofJob.event("job_unusable", { faults: about.faults });
    else ofJob.event(about.is === "busy" ? "schedule_busy" : "schedule_stopped", {});
  };
  const daily = async (): Promise<void> => {
    if (work.running().length === 0) await purgeAll(io, state, io.now());
  };
  const due = (job: string, at: Date): void => void log.child({ job }).event("schedule_due", { due: at.toISOString() });
  const scheduler = roles.includes("scheduler")
    ? new Scheduler({ state, jobs, now: io.now, begin: (job) => work.begin(job), daily, due, warn })
    : null;
  await scheduler?.start();
  let telling: Promise<unknown> = Promise.resolve();
  const digests =
    scheduler === null
      ? undefined
      : setInterval(() => {
          telling = telling.then(() => tellDueDigests(io, state, jobs)).catch(() => undefined);
        }, DIGESTS).unref();
  return {
    reload: async () => {
      await scheduler?.reload();
    },
    close: async () => {
      stopping.abort();
      clearInterval(digests);
      await telling;
      await scheduler?.close();
      await helping;
    },
  };
}

function help(io: Call, { state, services, log }: DutyParts, stop: AbortSignal): Promise<void> {
  return assist(
    {
      state,
      open: async (run, signal, work) => {
        const { job, mapping } = await loadConfiguration(io, run.job_file);
        const within = { stop: signal, open: services.open };
        await withOpenJob(
          io,
          state,
          job,
          mapping,
          quiet,
          async ({ session, connect }) => work({ session, service: await connect() }),
          within,
        );
      },
      warn: (run) => void log.child({ run: run.id, job: run.job }).event("job_unusable", { faults: 1 }),
    },
    stop,
  );
}
