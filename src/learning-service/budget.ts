import { systemClock, type Clock } from "../model/clock.ts";

/** How the calls of one service account share what the service can take. */
export interface RequestBudget {
  /** Waits for its turn, runs, and frees the place; rejects with the signal's reason when stopped while waiting. */
  run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Nothing starts for this long (ms); a pause that ends earlier than one already set changes nothing. */
  pauseFor(ms: number): void;
  /** From now on these limits count, also for what waits already. An `inFlight` of 0 lets nobody start. */
  allow(rate: Rate): void;
  /** What the service answered, and after how long (ms); `null`: nothing. */
  heard(status: number | null, ms: number): void;
}

export interface Rate {
  perSecond: number;
  inFlight: number;
}

interface Waiting {
  start: () => void;
  cancelled: boolean;
}

/**
 * One budget per service account, shared by everything in the process: in any second at most `perSecond` calls
 * start, and at most `inFlight` are under way. A rate below one is spread out (0.5: one start in two seconds).
 * The interface shows no rate limits (interface: "Limits"), so both are settings.
 */
export function requestBudget(given: Rate, timer: Clock["timer"] = systemClock.timer): RequestBudget {
  let rate = given;
  let { burst, windowMs } = windowOf(rate);
  /** The last starts; the one `burst` before the next says when that may be. */
  let starts: number[] = [];
  let inFlight = 0;
  let pausedUntil = 0;
  let queue: Waiting[] = [];
  let head = 0;
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
    // Now and then, so that nothing is moved at every start.
    if (starts.length > 4 * burst + 64) starts = starts.slice(-burst);
  }

  function pump(): void {
    while (head < queue.length && inFlight < rate.inFlight) {
      const next = queue[head];
      if (next === undefined || next.cancelled) {
        head++;
        continue;
      }
      const now = performance.now();
      const wait = delay(now);
      if (wait > 0) {
        // A timer may fire a millisecond early; the loop then simply asks again.
        waiting ??= setTimeout(
          () => {
            waiting = undefined;
            pump();
          },
          Math.min(Math.ceil(wait), 2 ** 31 - 1),
        );
        return;
      }
      head++;
      inFlight++;
      recordStart(now);
      next.start();
    }
    if (head > 1024 && head * 2 > queue.length) {
      queue = queue.slice(head);
      head = 0;
    }
  }

  function turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        mine.cancelled = true;
        reject(signal?.reason);
      };
      const mine: Waiting = {
        cancelled: false,
        start: () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        },
      };
      if (signal?.aborted === true) return stop();
      signal?.addEventListener("abort", stop, { once: true });
      queue.push(mine);
      pump();
    });
  }

  return {
    async run(call, signal) {
      await turn(signal);
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
    heard: () => undefined,
  };
}

/** So many starts in so many ms; 0 ms: as many as anybody likes. */
function windowOf({ perSecond }: Rate): { burst: number; windowMs: number } {
  const burst = Math.max(1, Math.floor(perSecond));
  const windowMs = (burst / perSecond) * 1000;
  return { burst, windowMs: Number.isFinite(windowMs) && windowMs > 0 ? windowMs : 0 };
}
