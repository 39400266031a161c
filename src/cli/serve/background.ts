import type { Progress as Shown } from "../../console/parts.ts";
import { stoppedByHand, type Progress } from "../../run/session.ts";

export interface Task {
  /** Of the run; empty for decisions that are carried out. */
  run: string;
  job: string;
  work(progress: Progress, stop: AbortSignal): Promise<NonNullable<Shown["ended"]>>;
  /** Once it has ended, or will never begin. */
  afterwards?(): Promise<void>;
}

interface Waiting {
  task: Task;
  shown: Shown;
  stop: AbortController;
  begun: boolean;
  ended: Promise<void>;
}

/** What waits or goes on in the background: one after another, since a state has one queue and one directory. */
export class Background {
  readonly #all = new Set<Waiting>();
  readonly #listeners = new Set<(progress: Shown) => void>();
  readonly #failed: (error: unknown, task: Task) => NonNullable<Shown["ended"]> & { said: string };
  #turn: Promise<void> = Promise.resolve();
  #closed = false;

  /** @param failed says how a task ended that threw */
  constructor(failed: (error: unknown, task: Task) => NonNullable<Shown["ended"]> & { said: string }) {
    this.#failed = failed;
  }

  /** Puts a task behind those that wait. */
  add(task: Task): void {
    const stop = new AbortController();
    const shown: Shown = { run: task.run, job: task.job, phase: "Waiting for what goes on", done: 0, total: null, said: null, ended: null };
    if (this.#all.size === 0) shown.phase = "Beginning";
    const waiting: Waiting = { task, shown, stop, begun: false, ended: Promise.resolve() };
    this.#all.add(waiting);
    this.#turn = this.#turn.then(() => this.#do(waiting));
    waiting.ended = this.#turn;
    this.#tell(shown);
  }

  running(): Shown[] {
    return [...this.#all].map(({ shown }) => ({ ...shown }));
  }

  has(which: Partial<Pick<Task, "run" | "job">>): boolean {
    return [...this.#all].some(({ task }) => fits(task, which));
  }

  watch(listener: (progress: Shown) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops a run that waits or goes on, and comes back once it has stopped. @returns whether there was one */
  async stop(run: string): Promise<boolean> {
    const found = [...this.#all].find(({ task }) => task.run === run);
    if (found === undefined) return false;
    found.stop.abort(stoppedByHand());
    // What waits behind a long run need not wait for its end to be dropped.
    await (found.begun ? found.ended : this.#do(found));
    return true;
  }

  /** Stops everything: what is in flight ends, what has not begun never does. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { stop } of this.#all) stop.abort(stoppedByHand());
    await this.#turn;
  }

  async #do(waiting: Waiting): Promise<void> {
    const { task, shown, stop } = waiting;
    if (!this.#all.has(waiting) || waiting.begun) return;
    waiting.begun = true;
    try {
      if (this.#closed || stop.signal.aborted) shown.ended = { status: "cancelled", code: 0 };
      else shown.ended = await task.work(this.#progressOf(shown), stop.signal);
    } catch (error) {
      const { said, ...ended } = this.#failed(error, task);
      shown.said = said;
      shown.ended = ended;
    } finally {
      await task.afterwards?.().catch(() => undefined);
      this.#all.delete(waiting);
      this.#tell(shown);
    }
  }

  #progressOf(shown: Shown): Progress {
    let told = 0;
    return {
      phase: (name, total) => {
        Object.assign(shown, { phase: name, total, done: 0 });
        this.#tell(shown);
      },
      at: (done) => {
        shown.done = done;
        // Four times a second is as live as anybody can see.
        if (performance.now() - told < 250) return;
        told = performance.now();
        this.#tell(shown);
      },
      say: (sentence) => {
        shown.said = sentence;
        this.#tell(shown);
      },
      end: () => undefined,
    };
  }

  #tell(shown: Shown): void {
    for (const listener of this.#listeners) {
      try {
        listener({ ...shown });
      } catch {
        // Whoever listens must not stop a run.
        this.#listeners.delete(listener);
      }
    }
  }
}

function fits(task: Task, which: Partial<Pick<Task, "run" | "job">>): boolean {
  return (which.run === undefined || task.run === which.run) && (which.job === undefined || task.job === which.job);
}
