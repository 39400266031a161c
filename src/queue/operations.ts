import { DelayedError, type Job, type Worker as AnyWorker } from "bullmq";
import pLimit from "p-limit";
import { systemClock, type Clock } from "../domain/clock.ts";
import type { ServiceSettings } from "../domain/settings.ts";
import { emitQueueError } from "../domain/telemetry/events.ts";
import { openBackend, type QueuePlace } from "./backend.ts";
import { inThisCall } from "../domain/telemetry/telemetry.ts";
import { startGate } from "./start-gate.ts";

/** The store is the truth: a payload carries ids and nothing else. */
interface Payload {
  operationIds: string[];
}

/** An operation for the queue. Operations with neighbouring numbers share a portion. */
export interface QueuedOperation {
  id: string;
  seq: number;
}

/** The result of one attempt at an operation. */
export type Next =
  | { next: "ended" }
  /** The store says when it is due again; the queue wakes it after `ms`. Counts as an attempt. */
  | { next: "retry"; ms: number }
  /** The service asks all clients to wait: no process takes anything from the queue for `ms`. */
  | { next: "wait"; ms: number }
  /** It was woken too early, for example after a restart: it is due in `ms`. Does not count as an attempt. */
  | { next: "not-due"; ms: number }
  /** Another operation of the same person runs: check again after `ms` of this machine's time. */
  | { next: "look-again"; ms: number };

export interface Attempt {
  operationId: string;
  /** True when the queue will not retry it. */
  last: boolean;
  /** Waits until it may start; its turn lasts until the handler returns. @returns false if the process starts nothing any more */
  turn(): Promise<boolean>;
}

/** Returns `null` for an operation that had no turn. */
type Handler = (attempt: Attempt) => Promise<Next | null>;
type OnDefect = (operationId: string, error: unknown) => Promise<void>;

export interface OperationQueue {
  /** Adds operations in portions; a portion that is already queued stays unchanged. */
  add(operations: readonly QueuedOperation[]): Promise<void>;
  /** Takes operations until `close`. An error thrown by the handler is a defect: the operation leaves the queue. */
  work(handler: Handler, onDefect: OnDefect): Promise<void>;
  /** Stops all processes from taking operations until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Waits for operations in flight, then closes the queue. */
  close(): Promise<void>;
}

/** Tells the queue when to wake an operation again. */
class DueLater extends Error {
  readonly ms: number;
  constructor(ms: number) {
    super("The operation is due later.");
    this.ms = ms;
  }
}

/** Returns the name of the queue of a run's operations. */
export function operationsOf(run: string): string {
  return `operations-${run}`;
}

/** The longest time, in ms, that a dead worker blocks its portion. */
const LOCK_TIMEOUT_MS = 30_000;
/** The most operations in a portion. */
const MAX_PORTION = 50;
/** The names of jobs: many operations, or one that was tried once in a portion, or one that was not tried yet. */
const PORTION = "portion";
const RETRY = "retry";
const LATER = "later";

/**
 * Opens the queue of one run's operations. A job carries a portion of them, and a process works on a few portions; the
 * rate of the requests is kept by the account's budget.
 * @param options.begin set by the owner process, which starts with an empty queue: leftovers are in the store and are
 *   queued again
 * @param options.atOnce how many operations this process runs at once
 */
export async function openOperationQueue(
  place: QueuePlace,
  run: string,
  { rate, retry }: Pick<ServiceSettings, "rate" | "retry">,
  { begin, atOnce, timer = systemClock.timer }: { begin: boolean; atOnce: number; timer?: Clock["timer"] },
): Promise<OperationQueue> {
  const name = operationsOf(run);
  const backend = openBackend(place);
  const queue = new backend.Queue<Payload>(name, backend.options);
  queue.on("error", inThisCall(emitQueueError));
  // A second's work, so that all processes have some.
  const size = Math.max(1, Math.min(MAX_PORTION, Math.floor(rate.perSecond)));
  const gate = startGate();
  const slots = pLimit(atOnce);
  const running = new Set<Promise<unknown>>();
  let worker: AnyWorker<Payload> | null = null;
  try {
    if (begin) {
      await backend.inTime(queue.obliterate({ force: true }));
      await backend.inTime(queue.resume());
    }
  } catch (error) {
    await backend.inTime(queue.close()).catch(() => undefined);
    await backend.close();
    throw error;
  }

  return {
    add: (operations) => addJobs(portionsOf(operations, size).map((ids) => ({ name: PORTION, ids }))),
    work: async (handler, onDefect) => {
      // One portion is started while the last operations of another end.
      const portions = Math.ceil(atOnce / size) + 1;
      let singles = 0;
      const working = new backend.Worker<Payload>(
        name,
        async (job, token) => {
          const single = job.name !== PORTION;
          // Operations with jobs of their own must not wait for portions.
          if (single) working.concurrency = portions + Math.min(atOnce, (singles += 1));
          try {
            await (single ? runSingle(job, token, handler, onDefect) : runPortion(job, token, handler, onDefect));
          } finally {
            if (single) working.concurrency = portions + Math.min(atOnce, (singles -= 1));
          }
        },
        {
          ...backend.workerOptions,
          concurrency: portions,
          lockDuration: LOCK_TIMEOUT_MS,
          maxStalledCount: 100,
          settings: { backoffStrategy: (_made, _type, error) => (error instanceof DueLater ? timer(error.ms) : 0) },
        },
      );
      worker = working;
      worker.on("error", inThisCall(emitQueueError));
      await worker.waitUntilReady();
    },
    pause: async () => {
      gate.pause();
      await worker?.pause(true);
      await backend.inTime(queue.pause());
    },
    resume: async () => {
      await backend.inTime(queue.resume());
      gate.resume();
      void worker?.resume();
    },
    close: async () => {
      gate.close();
      const closed = worker?.close() ?? Promise.resolve();
      await Promise.allSettled(running);
      // If Redis has lost the job of an operation that has ended meanwhile, the library waits without a limit.
      await backend.inTime(closed).catch(() => undefined);
      // Nothing of an ended run stays in the queue; unfinished operations are in the store.
      if (begin) await backend.inTime(queue.obliterate({ force: true })).catch(() => undefined);
      await backend.inTime(queue.close()).catch(() => undefined);
      await backend.close();
    },
  };

  async function addJobs(jobs: readonly { name: string; ids: string[]; delay?: number }[]): Promise<void> {
    const made = jobs.map(({ name: kind, ids: operationIds, delay = 0 }) => ({
      name: kind,
      data: { operationIds },
      opts: {
        jobId: `${kind === PORTION ? `${PORTION}-${operationIds.length}` : "operation"}-${operationIds[0] ?? ""}`,
        delay,
        attempts: retry.attempts,
        backoff: { type: "custom" },
        removeOnComplete: true,
        removeOnFail: true,
      },
    }));
    await backend.inTime(queue.addBulk(made));
  }

  /** Runs an operation when it may start; `null` if this process takes nothing any more. */
  function runOne(operationId: string, last: boolean, handler: Handler, onDefect: OnDefect): Promise<Next | null> {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const turn = (): Promise<boolean> =>
      new Promise((granted) => {
        void slots(async () => {
          const mayStart = await gate.enter();
          granted(mayStart);
          if (mayStart) await ended;
        });
      });
    const attempt = async (): Promise<Next | null> => {
      if (!(await gate.enter())) return null;
      try {
        const next = await handler({ operationId, last, turn });
        if (next?.next === "wait") gate.hold(timer(next.ms));
        return next;
      } catch (error) {
        await onDefect(operationId, error);
        return { next: "ended" };
      }
    };
    const one = attempt().finally(() => {
      end();
      running.delete(one);
    });
    running.add(one);
    return one;
  }

  /** Runs the operations of a portion. One that has not ended gets a job of its own. */
  async function runPortion(job: Job<Payload>, token: string | undefined, handler: Handler, onDefect: OnDefect): Promise<void> {
    const last = retry.attempts <= 1;
    const left = await Promise.all(
      job.data.operationIds.map(async (id) => {
        const next = await runOne(id, last, handler, onDefect);
        if (next === null || next.next === "ended" || (next.next === "retry" && last)) return next;
        const again = { name: next.next === "retry" ? RETRY : LATER, ids: [id], delay: delayOf(next) };
        // The store is the truth: an operation without a job is queued again.
        await addJobs([again]).catch(emitQueueError);
        return next;
      }),
    );
    if (left.includes(null)) await putBack(job, token, 0);
  }

  async function runSingle(job: Job<Payload>, token: string | undefined, handler: Handler, onDefect: OnDefect): Promise<void> {
    const [id = ""] = job.data.operationIds;
    const made = job.attemptsMade + (job.name === RETRY ? 1 : 0);
    const last = made + 1 >= retry.attempts;
    const next = await runOne(id, last, handler, onDefect);
    if (next === null) return putBack(job, token, 0);
    if (next.next === "ended" || (next.next === "retry" && last)) return;
    if (next.next === "retry") throw new DueLater(next.ms);
    await putBack(job, token, delayOf(next));
  }

  function delayOf(next: Exclude<Next, { next: "ended" }>): number {
    return next.next === "look-again" ? next.ms : timer(next.ms);
  }
}

/** Returns a job to the queue without counting an attempt. @throws DelayedError, for the library */
async function putBack(job: Job<Payload>, token: string | undefined, ms: number): Promise<never> {
  await job.moveToDelayed(Date.now() + ms, token);
  throw new DelayedError();
}

/** Returns the ids in portions. The same operation is always in the same one, so that a portion added twice is known. */
function portionsOf(operations: readonly QueuedOperation[], size: number): string[][] {
  const portions = new Map<number, string[]>();
  for (const { id, seq } of operations) {
    const number = Math.floor(seq / size);
    portions.set(number, [...(portions.get(number) ?? []), id]);
  }
  return [...portions.values()];
}
