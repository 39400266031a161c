import { systemClock, type Clock } from "../../domain/clock.ts";

/** The request limits that all calls of one service account share. */
export interface RequestBudget {
  /**
   * Waits for a slot, runs the call and frees the slot. Rejects with the signal's reason if it aborts while waiting. A
   * call of low priority starts only while no other call waits.
   */
  run<T>(call: () => Promise<T>, signal?: AbortSignal, priority?: Priority): Promise<T>;
  /** Starts no calls for this long (ms). Never shortens a pause that is already set. */
  pauseFor(ms: number): void;
  /** Sets new limits, also for waiting calls. With an `inFlight` of 0 no call starts. */
  allow(rate: Rate): void;
  /** Records a call's status (`null` without an answer) and duration (ms). */
  record(status: number | null, ms: number): void;
}

export type Priority = "normal" | "low";

export interface Rate {
  perSecond: number;
  inFlight: number;
}

interface QueuedCall {
  start: () => void;
  cancelled: boolean;
}

/**
 * Creates the budget of one service account, shared by the whole process. At most `perSecond` calls start in any
 * second, and at most `inFlight` run at once. A rate of 0.5 is one start in two seconds. The interface documents no
 * rate limits (interface: "Limits"), so both are settings.
 */
export function requestBudget(given: Rate, timer: Clock["timer"] = systemClock.timer): RequestBudget {
  let rate = given;
  let { burst, windowMs } = windowOf(rate);
  /** Recent start times; the next call may start one window after the start `burst` calls earlier. */
  let starts: number[] = [];
  let inFlight = 0;
  let pausedUntil = 0;
  let queue: QueuedCall[] = [];
  let head = 0;
  /** Short: its callers send one request after another. */
  const low: QueuedCall[] = [];
  let waiting: NodeJS.Timeout | undefined;

  function delay(now: number): number {
    const pause = pausedUntil - now;
    const first = starts[starts.length - burst];
    const pace = windowMs === 0 || first === undefined ? 0 : first + windowMs - now;
    return Math.max(0, pause, pace);
  }

  function recordStart(now: number): void {
    if (windowMs === 0) return;
    starts.push(now);
    // Trimmed occasionally, so that most starts do not copy the list.
    if (starts.length > 4 * burst + 64) starts = starts.slice(-burst);
  }

  function pump(): void {
    while (inFlight < rate.inFlight) {
      while (queue[head]?.cancelled === true) head++;
      while (low[0]?.cancelled === true) low.shift();
      const urgent = queue[head];
      const next = urgent ?? low[0];
      if (next === undefined) break;
      const now = performance.now();
      const wait = delay(now);
      if (wait > 0) {
        // A timer may fire a millisecond early; the loop then waits again.
        waiting ??= setTimeout(
          () => {
            waiting = undefined;
            pump();
          },
          Math.min(Math.ceil(wait), 2 ** 31 - 1),
        );
        return;
      }
      if (urgent === undefined) low.shift();
      else head++;
      inFlight++;
      recordStart(now);
      next.start();
    }
    if (head > 1024 && head * 2 > queue.length) {
      queue = queue.slice(head);
      head = 0;
    }
  }

  function turn(signal: AbortSignal | undefined, priority: Priority): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        mine.cancelled = true;
        reject(signal?.reason);
      };
      const mine: QueuedCall = {
        cancelled: false,
        start: () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        },
      };
      if (signal?.aborted === true) return stop();
      signal?.addEventListener("abort", stop, { once: true });
      (priority === "low" ? low : queue).push(mine);
      pump();
    });
  }

  return {
    async run(call, signal, priority = "normal") {
      await turn(signal, priority);
      try {
        return await call();
      } finally {
        inFlight--;
        pump();
      }
    },
    pauseFor(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + timer(ms));
    },
    allow(next) {
      if (next.perSecond === rate.perSecond && next.inFlight === rate.inFlight) return;
      rate = next;
      ({ burst, windowMs } = windowOf(rate));
      clearTimeout(waiting);
      waiting = undefined;
      pump();
    },
    record: () => undefined,
  };
}

/** Returns the number of starts per window of ms; 0 ms: unlimited. */
function windowOf({ perSecond }: Rate): { burst: number; windowMs: number } {
  const burst = Math.max(1, Math.floor(perSecond));
  const windowMs = (burst / perSecond) * 1000;
  return { burst, windowMs: Number.isFinite(windowMs) && windowMs > 0 ? windowMs : 0 };
}
