/** A wake-up call. A notification before `wait` ends it at once. */
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
