import type { Queue } from "bullmq";
import { openBackend, type Backend, type QueuePlace } from "./backend.ts";
import { operationsOf } from "./operations.ts";
import { SCHEDULES } from "./schedules.ts";
import { STEPS_QUEUE } from "./steps.ts";

/** The number of jobs in a state of a queue; the operations of all runs count as one queue. */
export interface Depth {
  queue: (typeof KINDS)[number];
  state: (typeof STATES)[number];
  jobs: number;
}

const KINDS = ["operations", STEPS_QUEUE, SCHEDULES] as const;
const STATES = ["waiting", "active", "delayed", "waiting-children"] as const;

/**
 * Read access to the queues. Opens nothing before the first call, shares one connection, and writes nothing: otherwise
 * a read would bring the queue of an ended run back.
 */
export class QueueInspector {
  readonly #place: QueuePlace;
  #backend: Backend | null = null;
  readonly #open = new Map<string, Queue>();

  constructor(place: QueuePlace) {
    this.#place = place;
  }

  /** Returns the queues that exist while these runs are executed. They stay open until a call without them. */
  open(runs: readonly string[]): Queue[] {
    const names = new Set([STEPS_QUEUE, SCHEDULES, ...runs.map(operationsOf)]);
    for (const [name, queue] of this.#open) {
      if (names.has(name)) continue;
      this.#open.delete(name);
      void queue.close().catch(() => undefined);
    }
    return [...names].map((name) => this.#queue(name));
  }

  /**
   * Returns the number of jobs per queue and state, with two short queries per queue.
   * @throws if the queue's server does not answer
   */
  async depths(runs: readonly string[]): Promise<Depth[]> {
    const sums = new Map(KINDS.map((queue) => [queue, new Map<Depth["state"], number>()]));
    const counted = await Promise.all(this.open(runs).map(async (queue) => [queue.name, await countIn(queue)] as const));
    for (const [name, counts] of counted) {
      const sum = sums.get(name === STEPS_QUEUE || name === SCHEDULES ? name : "operations");
      for (const [state, jobs] of counts) sum?.set(state, (sum.get(state) ?? 0) + jobs);
    }
    return KINDS.flatMap((queue) => STATES.map((state) => ({ queue, state, jobs: sums.get(queue)?.get(state) ?? 0 })));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((queue) => queue.close().catch(() => undefined)));
    this.#open.clear();
    await this.#backend?.close();
    this.#backend = null;
  }

  #queue(name: string): Queue {
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    this.#backend ??= openBackend(this.#place);
    const queue = new this.#backend.Queue(name, { ...this.#backend.options, skipMetasUpdate: true });
    // The caller gets the error with its answer.
    queue.on("error", () => undefined);
    this.#open.set(name, queue);
    return queue;
  }
}

async function countIn(queue: Queue): Promise<[Depth["state"], number][]> {
  // By priority, because on PostgreSQL a paused queue reports no waiting jobs.
  const [waiting, others] = await Promise.all([
    queue.getCountsPerPriority([0]),
    queue.getJobCounts("active", "delayed", "waiting-children"),
  ]);
  return STATES.map((state) => [state, (state === "waiting" ? waiting["0"] : others[state]) ?? 0]);
}
