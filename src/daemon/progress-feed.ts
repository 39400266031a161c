import type { BackgroundRun } from "../console/parts.ts";
import type { ExitCode } from "../domain/problem.ts";
import type { Progress } from "../session/session.ts";
import { listRunRequests, setProgress, type FollowedRunRequest } from "../store/schedule/run-requests.ts";
import type { State } from "../state/state.ts";

/** Poll intervals of the store, in ms, while runs are in progress and while none is. */
const POLL_INTERVAL_MS = 500;
const IDLE_POLL_INTERVAL_MS = 3000;
/** Four times a second is as live as anybody can see, and once a second enough for other processes. */
const PUBLISH_INTERVAL_MS = 250;
const STORE_INTERVAL_MS = 1000;

/** Reports the progress of all background runs, in this process and in others. */
export class ProgressFeed {
  readonly #state: State;
  readonly #shown = new Map<string, BackgroundRun>();
  readonly #mine = new Set<string>();
  readonly #listeners = new Set<(progress: BackgroundRun) => void>();
  #since: Date;
  readonly #now: () => Date;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(state: State, now: () => Date) {
    this.#state = state;
    this.#now = now;
    this.#since = now();
    this.#later(IDLE_POLL_INTERVAL_MS);
  }

  running(): BackgroundRun[] {
    return [...this.#shown.values()].filter(({ ended }) => ended === null).map((shown) => ({ ...shown }));
  }

  watch(listener: (progress: BackgroundRun) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** An order that was given just now. */
  added(request: string, run: string, job: string, detail: Record<string, unknown>): void {
    const phase = this.running().some((other) => other.job === job) ? "waiting_for_run" : "starting";
    this.#publish(request, { run, job, plan_only: isPlanOnly(detail), phase, done: 0, total: null, said: null, ended: null });
    this.#later(POLL_INTERVAL_MS);
  }

  /** Publishes progress of a run request: to listeners in this process at once, to the store at intervals. */
  progressOf({ id, run, job, detail }: Pick<FollowedRunRequest, "id" | "run" | "job" | "detail">): Progress & { close(): void } {
    this.#mine.add(id);
    const shown: BackgroundRun = {
      run: run ?? "",
      job,
      plan_only: isPlanOnly(detail),
      phase: "starting",
      done: 0,
      total: null,
      said: null,
      ended: null,
    };
    let shownAt = 0;
    let stored = 0;
    const say = (always: boolean): void => {
      const now = performance.now();
      if (always || now - shownAt >= PUBLISH_INTERVAL_MS) {
        shownAt = now;
        this.#publish(id, { ...shown });
      }
      if (run === null || (!always && now - stored < STORE_INTERVAL_MS)) return;
      stored = now;
      const { phase, done, total, said } = shown;
      void setProgress(this.#state.db, run, { phase, done, total, said }).catch(() => undefined);
    };
    return {
      phase: (phase, total) => {
        Object.assign(shown, { phase, total, done: 0 });
        say(true);
      },
      at: (done) => {
        shown.done = done;
        say(false);
      },
      say: (said) => {
        shown.said = said;
        say(true);
      },
      end: () => undefined,
      close: () => void this.#mine.delete(id),
    };
  }

  /** Looks at the store at once: something has ended. */
  async refresh(): Promise<void> {
    const asked = this.#now();
    const requests = await listRunRequests(this.#state.db, this.#since);
    // Clocks of hosts differ, so a run that just ended is still reported once.
    this.#since = new Date(asked.getTime() - 10_000);
    for (const request of requests) this.#seen(request);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #seen({ id, run, job, detail, begun_at: begun, ended_at: ended, outcome, progress }: FollowedRunRequest): void {
    const before = this.#shown.get(id);
    if (ended !== null) {
      if (before === undefined || before.ended !== null) return;
      const { status = "failed", code = 70, said = null } = outcome ?? {};
      this.#publish(id, { ...before, said: said ?? before.said, ended: { status, code: code as ExitCode } });
      this.#shown.delete(id);
      return;
    }
    if (this.#mine.has(id)) return;
    const waits = { phase: before?.phase ?? "waiting_for_worker", done: 0, total: null, said: null };
    const shown: BackgroundRun = {
      run: run ?? "",
      job,
      plan_only: isPlanOnly(detail),
      ...(begun === null ? waits : (progress ?? waits)),
      ended: null,
    };
    if (JSON.stringify(before) !== JSON.stringify(shown)) this.#publish(id, shown);
  }

  #later(ms: number): void {
    if (this.#closed) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.refresh()
        .catch(() => undefined)
        .finally(() => this.#later(this.#shown.size > 0 ? POLL_INTERVAL_MS : IDLE_POLL_INTERVAL_MS));
    }, ms);
    this.#timer.unref();
  }

  #publish(request: string, shown: BackgroundRun): void {
    this.#shown.set(request, shown);
    for (const listener of this.#listeners) {
      try {
        listener({ ...shown });
      } catch {
        // A listener's error must not stop a run.
        this.#listeners.delete(listener);
      }
    }
  }
}

function isPlanOnly(detail: Record<string, unknown>): boolean {
  return detail["planOnly"] === true;
}
