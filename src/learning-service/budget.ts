/** How the calls of one service account share what the service can take. */
export interface RequestBudget {
  /** Waits for its turn, runs, and frees the place; rejects with the signal's reason when stopped while waiting. */
  run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Nobody starts before this moment (epoch ms); an earlier one than already set changes nothing. */
  pauseUntil(epochMs: number): void;
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
export function requestBudget(rate: { perSecond: number; inFlight: number }): RequestBudget {
  const burst = Math.max(1, Math.floor(rate.perSecond));
  const windowMs = (burst / rate.perSecond) * 1000;
  const limited = Number.isFinite(windowMs) && windowMs > 0;
  /** The last `burst` starts: the oldest one says when the next may be. */
  const starts: number[] = [];
  let oldest = 0;
  let inFlight = 0;
  let pausedUntil = 0;
  let queue: Waiting[] = [];
  let head = 0;
  let timer: NodeJS.Timeout | undefined;

  function delay(now: number): number {
    const pause = pausedUntil - Date.now();
    const first = starts[oldest];
    const pace = !limited || starts.length < burst || first === undefined ? 0 : first + windowMs - now;
    return Math.max(0, pause, pace);
  }

  function recordStart(now: number): void {
    if (!limited) return;
    if (starts.length < burst) starts.push(now);
    else {
      starts[oldest] = now;
      oldest = (oldest + 1) % burst;
    }
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
        timer ??= setTimeout(
          () => {
            timer = undefined;
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
        waiting.cancelled = true;
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        cancelled: false,
        start: () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        },
      };
      if (signal?.aborted === true) return stop();
      signal?.addEventListener("abort", stop, { once: true });
      queue.push(waiting);
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
    pauseUntil(epochMs) {
      if (epochMs > pausedUntil) pausedUntil = epochMs;
    },
  };
}
