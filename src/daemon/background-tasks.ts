import { joinRuns } from "../pipeline/execute/join-run.ts";
import type { Progress } from "../session/session.ts";
import type { State } from "../state/state.ts";
import { sendDueDigests } from "../app/notify.ts";
import { purgeAll } from "../app/apply-retention.ts";
import type { Log } from "../observability/log.ts";
import { Problem } from "../domain/problem.ts";
import { emit } from "../domain/telemetry/events.ts";
import { ServiceProblem } from "../learning-service/errors/errors.ts";
import { exportJobProgress } from "../app/export-progress.ts";
import { loadConfiguration, withOpenJob } from "../app/open-session.ts";
import type { Jobs } from "./jobs.ts";
import { Scheduler, type SchedulerParts } from "./scheduler.ts";
import type { ProcessRole } from "./roles.ts";
import type { Services } from "./services.ts";
import type { ConsoleWork } from "./work.ts";
import type { Call } from "../app/io.ts";

export interface BackgroundTaskParts {
  state: State;
  jobs: Jobs;
  services: Services;
  work: ConsoleWork;
  roles: readonly ProcessRole[];
  log: Log;
}

/** The background tasks of a process. */
export interface BackgroundTasks {
  reload(): Promise<void>;
  close(): Promise<void>;
}

const DIGEST_POLL_INTERVAL_MS = 60_000;

const EVENT_OF = { busy: "schedule_busy", stopped: "schedule_stopped", not_set_up: "job_not_set_up" } as const;

const quiet: Progress = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };

/** Starts the background tasks of the process's roles: schedules, digests, and help with runs of other processes. */
export async function startBackgroundTasks(io: Call, parts: BackgroundTaskParts): Promise<BackgroundTasks> {
  const { state, jobs, work, roles, log } = parts;
  const stopping = new AbortController();
  const joining = roles.includes("worker") && state.kind === "server" ? joinOtherRuns(io, parts, stopping.signal) : Promise.resolve();
  const warn: SchedulerParts["warn"] = (about) => {
    const ofJob = log.child({ job: about.job });
    if (about.is === "unusable") ofJob.event("job_unusable", { faults: about.faults });
    else ofJob.event(EVENT_OF[about.is], {});
  };
  const daily = async (): Promise<void> => {
    if (work.running().length === 0) await purgeAll(io, state, io.now());
  };
  const exporting = (job: string): Promise<void> => exportOnSchedule(io, parts, job, stopping.signal);
  const due = (job: string, at: Date): void => void log.child({ job }).event("schedule_due", { due: at.toISOString() });
  const scheduler = roles.includes("scheduler")
    ? new Scheduler({ state, jobs, now: io.now, begin: (job) => work.begin(job), export: exporting, daily, due, warn })
    : null;
  await scheduler?.start();
  let sending: Promise<unknown> = Promise.resolve();
  const digests =
    scheduler === null
      ? undefined
      : setInterval(() => {
          sending = sending.then(() => sendDueDigests(io, state, jobs)).catch(() => undefined);
        }, DIGEST_POLL_INTERVAL_MS).unref();
  return {
    reload: async () => {
      await scheduler?.reload();
    },
    close: async () => {
      stopping.abort();
      clearInterval(digests);
      await sending;
      await scheduler?.close();
      await joining;
    },
  };
}

/** An export that was stopped or that failed continues at its next time. */
async function exportOnSchedule(io: Call, { state, jobs }: BackgroundTaskParts, name: string, stop: AbortSignal): Promise<void> {
  const began = performance.now();
  const ids = { job: name };
  try {
    const { job, mapping } = await jobs.open(name);
    const request = { out: null, format: null, since: null, fields: [], by: "rollcall" };
    const { people, rows, unknown } = await withOpenJob(io, state, job, mapping, quiet, (open) => exportJobProgress(io, open, request), {
      stop,
    });
    emit("progress_exported", { people, rows, unknown, ms: Math.round(performance.now() - began) }, { ids });
  } catch (error) {
    if (stop.aborted) return;
    const known = error instanceof Problem || error instanceof ServiceProblem;
    emit("progress_export_failed", { problem: known ? error.code : "unexpected" }, { ids, error });
  }
}

function joinOtherRuns(io: Call, { state, services, log }: BackgroundTaskParts, stop: AbortSignal): Promise<void> {
  return joinRuns(
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
