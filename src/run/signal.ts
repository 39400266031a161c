/** Something has happened that is worth a look. What was notified before the wait ends it at once. */
export interface Signal {
  notify(): void;
  wait(ms: number): Promise<void>;
}

export function signal(): Signal {
  let wake: () => void = () => undefined;
  let missed = false;
  return {
    notify: () => {
      missed = true;
      wake();
    },
    wait: async (ms) => {
      if (!missed) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      missed = false;
    },
  };
}

/** Waits so long, or until somebody asks to stop. */
export function sleep(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      stop.removeEventListener("abort", done);
      resolve();
    }
    stop.addEventListener("abort", done);
  });
}
