/** Decides when operations that a process has taken from the queue may start. */
export interface StartGate {
  /** Starts nothing until `resume`. */
  pause(): void;
  resume(): void;
  /** Starts nothing for `ms`. Never shortens a wait. */
  hold(ms: number): void;
  /** Starts nothing any more. */
  close(): void;
  /** Waits until an operation may start. @returns false after `close` */
  enter(): Promise<boolean>;
}

export function startGate(): StartGate {
  let paused = false;
  let closed = false;
  let heldUntil = 0;
  let wakeAll: () => void = () => undefined;
  let changed = new Promise<void>((resolve) => (wakeAll = resolve));

  const isShut = (): boolean => !closed && (paused || heldUntil > 0);
  const notify = (): void => {
    wakeAll();
    changed = new Promise<void>((resolve) => (wakeAll = resolve));
  };
  return {
    pause: () => void (paused = true),
    resume: () => {
      paused = false;
      notify();
    },
    hold: (ms) => {
      const until = performance.now() + ms;
      if (until <= heldUntil) return;
      heldUntil = until;
      setTimeout(() => {
        if (heldUntil === until) heldUntil = 0;
        notify();
      }, ms).unref();
    },
    close: () => {
      closed = true;
      notify();
    },
    enter: async () => {
      while (isShut()) await changed;
      return !closed;
    },
  };
}
