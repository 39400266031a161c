import { type Job, type RepeatOptions, type Worker as AnyWorker } from "bullmq";
import { nextDue, type Schedule } from "../domain/schedule.ts";
import { emitQueueError, throwWithoutMessage } from "../domain/telemetry/events.ts";
import { openBackend, type QueuePlace } from "./backend.ts";
import { inThisCall } from "../domain/telemetry/telemetry.ts";

/** A job that is due by its schedule at a moment. */
export interface Due {
  job: string;
  due: Date;
}

/** BullMQ's job schedulers. Exactly one of the listening processes receives each due time. */
export interface ScheduleQueue {
  /**
   * Replaces the schedules: new and changed ones are set, others are removed unless `keepOthers`.
   * @returns those that changed
   */
  set(schedules: ReadonlyMap<string, Schedule>, options?: { keepOthers?: boolean }): Promise<string[]>;
  /** Calls the handler at each due time. If it throws, it is called again. */
  listen(handler: (due: Due) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export const SCHEDULES = "schedules";
const RETRY_DELAY_MS = 5000;

/** Replaces the library's calculation, so that clock changes are right; see `nextDue`. */
const settings = {
  repeatStrategy: (after: number, { pattern, tz }: RepeatOptions): number | undefined =>
    pattern === undefined ? undefined : nextDue({ cron: pattern, timezone: tz ?? "UTC" }, new Date(after)).getTime(),
};

export function openScheduleQueue(place: QueuePlace): ScheduleQueue {
  const backend = openBackend(place);
  const queue = new backend.Queue<{ job: string }>(SCHEDULES, { ...backend.options, settings });
  queue.on("error", inThisCall(emitQueueError));
  let worker: AnyWorker<{ job: string }> | null = null;
  const set = async (schedules: ReadonlyMap<string, Schedule>, keepOthers: boolean): Promise<string[]> => {
    const changed: string[] = [];
    for (const { key } of keepOthers ? [] : await queue.getJobSchedulers(0, -1)) {
      if (schedules.has(key)) continue;
      await queue.removeJobScheduler(key);
      changed.push(key);
    }
    for (const [job, { cron, timezone }] of schedules) {
      const known = await queue.getJobScheduler(job);
      // An unchanged schedule keeps its next time.
      if (known?.pattern === cron && known.tz === timezone) continue;
      const opts = { attempts: 1_000_000, backoff: { type: "fixed", delay: RETRY_DELAY_MS }, removeOnComplete: true, removeOnFail: true };
      await queue.upsertJobScheduler(job, { pattern: cron, tz: timezone }, { name: "due", data: { job }, opts });
      changed.push(job);
    }
    return changed;
  };
  return {
    set: (schedules, { keepOthers = false } = {}) => backend.inTime(set(schedules, keepOthers)),
    listen: async (handler) => {
      worker = new backend.Worker<{ job: string }>(
        SCHEDULES,
        (job: Job<{ job: string }>) => handler({ job: job.data.job, due: dueOf(job) }).catch(throwWithoutMessage),
        {
          ...backend.workerOptions,
          settings,
          maxStalledCount: 1_000_000,
        },
      );
      worker.on("error", inThisCall(emitQueueError));
      await worker.waitUntilReady();
    },
    close: async () => {
      await worker?.close();
      await backend.inTime(queue.close()).catch(() => undefined);
      await backend.close();
    },
  };
}

/** The library names each job of a scheduler by its time. */
function dueOf({ id = "", timestamp, delay }: Job): Date {
  const named = /:(\d{12,14})$/.exec(id)?.[1];
  return new Date(named === undefined ? timestamp + delay : Number(named));
}
