import { DelayedError, type Job, type Worker as AnyWorker } from "bullmq";
import { emitQueueError, throwWithoutMessage } from "../domain/telemetry/events.ts";
import { openBackend, type QueuePlace } from "./backend.ts";
import { inThisCall } from "../domain/telemetry/telemetry.ts";

/** The steps of a run, in order. Each works on what the step before has stored, and can be repeated. */
const STEPS = ["extract", "plan", "apply", "report", "notify"] as const;
export type Step = (typeof STEPS)[number];

/** Returns the first step of a run request: anything but a new run has already been read and planned. */
export function firstStep(kind: string): Step {
  return kind === "run" ? "extract" : "apply";
}

/** The store has the request; the queue carries only its id. */
export interface StepJob {
  /** The id of the request. The key is stored: old and new processes take each other's queue entries. */
  order: string;
  step: Step;
}

export interface StepQueue {
  /** Adds a request as a flow of its steps from `first` on: each starts when the one before has ended. */
  add(request: string, first: Step): Promise<void>;
  /** Returns whether any step of a request is queued or running. */
  has(request: string): Promise<boolean>;
  /** Removes all requests, including those being worked on. Only for a caller that knows that no other process runs. */
  clear(): Promise<void>;
  /**
   * Takes steps until `close`. A step that throws is retried after a pause, by any process, without a limit. `stopping`
   * is aborted by `close`.
   */
  work(handler: (job: StepJob, stopping: AbortSignal) => Promise<"done" | "later">): Promise<void>;
  /** Stops taking steps and waits for the running ones. */
  close(): Promise<void>;
}

export const STEPS_QUEUE = "steps";
/** A run mostly waits for the service, so one process can run several. */
const CONCURRENCY = 8;
const RETRY_DELAY_MS = 2000;
/** How often to check for steps of dead workers. */
const STALLED_INTERVAL_MS = 5000;

/** A newer version may have steps that this one does not know and leaves to it. */
function isKnown({ step }: StepJob): boolean {
  return STEPS.includes(step);
}

export function openStepQueue(place: QueuePlace): StepQueue {
  const backend = openBackend(place);
  const flows = new backend.FlowProducer(backend.options);
  flows.on("error", inThisCall(emitQueueError));
  const queue = new backend.Queue<StepJob>(STEPS_QUEUE, backend.options);
  queue.on("error", inThisCall(emitQueueError));
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  let worker: AnyWorker<StepJob> | null = null;

  const jobOf = (request: string, step: Step) => ({
    name: step,
    queueName: STEPS_QUEUE,
    data: { order: request, step } satisfies StepJob,
    opts: {
      jobId: `${request}.${step}`,
      attempts: 1_000_000,
      backoff: { type: "fixed", delay: RETRY_DELAY_MS },
      removeOnComplete: true,
      removeOnFail: true,
    },
  });

  return {
    add: async (request, first) => {
      // The last step is the root: it starts when its child, the step before it, has ended.
      type Flow = ReturnType<typeof jobOf> & { children?: Flow[] };
      let flow: Flow | null = null;
      for (const step of STEPS.slice(STEPS.indexOf(first))) {
        const next: Flow = jobOf(request, step);
        flow = flow === null ? next : { ...next, children: [flow] };
      }
      if (flow !== null) await backend.inTime(flows.add(flow));
    },
    has: async (request) => {
      const jobs = await backend.inTime(Promise.all(STEPS.map((step) => queue.getJob(`${request}.${step}`))));
      return jobs.some((job) => job !== undefined);
    },
    clear: async () => {
      await backend.inTime(queue.obliterate({ force: true }));
      await backend.inTime(queue.resume());
    },
    work: async (handler) => {
      worker = new backend.Worker<StepJob>(
        STEPS_QUEUE,
        async (job: Job<StepJob>, token) => {
          const taken = isKnown(job.data) ? handler(job.data, stopping.signal).catch(throwWithoutMessage) : Promise.resolve("later");
          running.add(taken);
          const became = await taken.finally(() => running.delete(taken));
          if (became === "done") return;
          await job.moveToDelayed(Date.now() + RETRY_DELAY_MS, token);
          throw new DelayedError();
        },
        { ...backend.workerOptions, concurrency: CONCURRENCY, maxStalledCount: 1_000_000, stalledInterval: STALLED_INTERVAL_MS },
      );
      worker.on("error", inThisCall(emitQueueError));
      await worker.waitUntilReady();
    },
    close: async () => {
      stopping.abort();
      const closed = worker?.close() ?? Promise.resolve();
      await Promise.allSettled(running);
      // After an outage of Redis the library may wait without a limit for the end of a connection.
      await backend.inTime(closed).catch(() => undefined);
      await backend.inTime(flows.close()).catch(() => undefined);
      await backend.inTime(queue.close()).catch(() => undefined);
      await backend.close();
    },
  };
}
