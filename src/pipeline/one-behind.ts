export interface OneBehind {
  /** Starts a piece of work when the one before has ended. @throws what the one before threw */
  start(work: () => Promise<void>): Promise<void>;
  /** Waits for the last piece. @throws what it threw */
  end(): Promise<void>;
}

/** Lets one piece of work, such as storing a portion, run while its caller prepares the next. */
export function oneBehind(): OneBehind {
  let running = Promise.resolve();
  return {
    start: async (work) => {
      await running;
      running = work();
      // Its error is thrown by the next wait.
      running.catch(() => undefined);
    },
    end: () => running,
  };
}
