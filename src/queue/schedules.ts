import { type Job, type RepeatOptions, type Worker as AnyWorker } from "bullmq";
import { nextDue, type Schedule } from "../model/schedule.ts";
import { tellQueueTrouble, withoutWords } from "../model/happening.ts";
import { openBackend, type QueuePlace } from "./backend.ts";
import { inThisCall } from "../model/telemetry.ts";

/** A job that is due, by its schedule, at a moment. */
export interface Due {
  job: string;
  due: Date;
}

/** BullMQ's job schedulers: each due time is handed to one of the processes that listen, however many there are. */
export interface ScheduleQueue {
  /**
   * Makes these the schedules: new and changed ones are set, others are taken away unless `keepOthers`.
   * @returns those that changed
   */
  set(schedules: ReadonlyMap<string, Schedule>, options?: { keepOthers?: boolean }): Promise<string[]>;
  /** Calls back at each due time. One that throws is called again. */
  listen(handler: (due: Due) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** The name of the queue. */
export const SCHEDULES = "schedules";
const AGAIN_AFTER = 5000;

/** The library's own reckoning, right over every change of the clock; see `nextDue`. */
const settings = {
  repeatStrategy: (after: number, { pattern, tz }: RepeatOptions): number | undefined =>
    pattern === undefined ? undefined : nextDue({ cron: pattern, timezone: tz ?? "UTC" }, new Date(after)).getTime(),
};

export function openScheduleQueue(place: QueuePlace): ScheduleQueue {
  const backend = openBackend(place);
  const queue = new backend.Queue<{ job: string }>(SCHEDULES, { ...backend.options, settings });
  queue.on("error", inThisCall(tellQueueTrouble));
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
      // One that is as it was keeps its next time.
      if (known?.pattern === cron && known.tz === timezone) continue;
      const opts = { attempts: 1_000_000, backoff: { type: "fixed", delay: AGAIN_AFTER }, removeOnComplete: true, removeOnFail: true };
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
        (job: Job<{ job: string }>) => handler({ job: job.data.job, due: dueOf(job) }).catch(withoutWords),
        {
          ...backend.workerOptions,
          settings,
          maxStalledCount: 1_000_000,
        },
      );
      worker.on("error", inThisCall(tellQueueTrouble));
      await worker.waitUntilReady();
    },
    close: async () => {
      await worker?.close();
      await backend.inTime(queue.close()).catch(() => undefined);
      await backend.close();
    },
  };
}

/** The library names each of a scheduler's jobs by its time. */
function dueOf({ id = "", timestamp, delay }: Job): Date {
  const named = /:(\d{12,14})$/.exec(id)?.[1];
  return new Date(named === undefined ? timestamp + delay : Number(named));
}
