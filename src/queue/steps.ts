import { DelayedError, type Job, type Worker as AnyWorker } from "bullmq";
import { tellQueueTrouble, withoutWords } from "../model/happening.ts";
import { openBackend, type QueuePlace } from "./backend.ts";
import { inThisCall } from "../model/telemetry.ts";

/** The steps of a run, first to last. Each works on what the one before has stored, and can be done again. */
export const STEPS = ["extract", "plan", "apply", "report", "notify"] as const;
export type Step = (typeof STEPS)[number];

/** Where an order begins: what is not a new run has been read and planned already. */
export function firstStep(kind: string): Step {
  return kind === "run" ? "extract" : "apply";
}

/** The store has the order; the queue carries only its id. */
export interface StepJob {
  order: string;
  step: Step;
}

export interface StepQueue {
  /** Hands an order over, as a flow of its steps from `first` on: each begins when the one before has ended. */
  add(order: string, first: Step): Promise<void>;
  /** Whether any step of an order waits or goes on. */
  has(order: string): Promise<boolean>;
  /** Forgets all orders, those that somebody works on too. For whoever knows that nobody else is there. */
  forget(): Promise<void>;
  /**
   * Takes steps from now on. A step that throws is handed to whoever is free after a while, and again and again.
   * `stopping` is aborted by `close`.
   */
  work(handler: (job: StepJob, stopping: AbortSignal) => Promise<"done" | "later">): Promise<void>;
  /** Takes nothing more, and waits for what is under way. */
  close(): Promise<void>;
}

/** The name of the queue. */
export const STEPS_QUEUE = "steps";
/** A run waits most of its time for the service, so one process can carry several on. */
const AT_ONCE = 8;
const AGAIN_AFTER = 2000;
/** How often it is looked, in ms, for steps of workers that have ended. */
const LOST_LOOK = 5000;

/** A newer version may have steps that this one does not know, and leaves to it. */
function isKnown({ step }: StepJob): boolean {
  return STEPS.includes(step);
}

export function openStepQueue(place: QueuePlace): StepQueue {
  const backend = openBackend(place);
  const flows = new backend.FlowProducer(backend.options);
  flows.on("error", inThisCall(tellQueueTrouble));
  const queue = new backend.Queue<StepJob>(STEPS_QUEUE, backend.options);
  queue.on("error", inThisCall(tellQueueTrouble));
  const stopping = new AbortController();
  let worker: AnyWorker<StepJob> | null = null;

  const jobOf = (order: string, step: Step) => ({
    name: step,
    queueName: STEPS_QUEUE,
    data: { order, step } satisfies StepJob,
    opts: {
      jobId: `${order}.${step}`,
      attempts: 1_000_000,
      backoff: { type: "fixed", delay: AGAIN_AFTER },
      removeOnComplete: true,
      removeOnFail: true,
    },
  });

  return {
    add: async (order, first) => {
      // The last step is the root: it begins when its child, the step before it, has ended.
      type Flow = ReturnType<typeof jobOf> & { children?: Flow[] };
      let flow: Flow | null = null;
      for (const step of STEPS.slice(STEPS.indexOf(first))) {
        const next: Flow = jobOf(order, step);
        flow = flow === null ? next : { ...next, children: [flow] };
      }
      if (flow !== null) await backend.inTime(flows.add(flow));
    },
    has: async (order) => {
      const jobs = await backend.inTime(Promise.all(STEPS.map((step) => queue.getJob(`${order}.${step}`))));
      return jobs.some((job) => job !== undefined);
    },
    forget: async () => {
      await backend.inTime(queue.obliterate({ force: true }));
      await backend.inTime(queue.resume());
    },
    work: async (handler) => {
      worker = new backend.Worker<StepJob>(
        STEPS_QUEUE,
        async (job: Job<StepJob>, token) => {
          const became = isKnown(job.data) ? await handler(job.data, stopping.signal).catch(withoutWords) : "later";
          if (became === "done") return;
          await job.moveToDelayed(Date.now() + AGAIN_AFTER, token);
          throw new DelayedError();
        },
        { ...backend.workerOptions, concurrency: AT_ONCE, maxStalledCount: 1_000_000, stalledInterval: LOST_LOOK },
      );
      worker.on("error", inThisCall(tellQueueTrouble));
      await worker.waitUntilReady();
    },
    close: async () => {
      stopping.abort();
      await worker?.close();
      await backend.inTime(flows.close()).catch(() => undefined);
      await backend.inTime(queue.close()).catch(() => undefined);
      await backend.close();
    },
  };
}
