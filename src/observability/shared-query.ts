import type { Log } from "./log.ts";

/** Something that looks around now and then. */
export interface SharedQuery {
  /** Looks once; a call during a look joins it. Errors are logged, and the next call makes up for them. */
  run(): Promise<void>;
  /** Resolves when no look is under way. */
  settled(): Promise<void>;
}

/** Runs `work` once at a time. */
export function shareRunningQuery(log: Log, work: () => Promise<void>): SharedQuery {
  let running: Promise<void> | null = null;
  return {
    run: () => {
      running ??= work()
        .catch((error: unknown) => void log.event("defect", {}, error))
        .finally(() => {
          running = null;
        });
      return running;
    },
    settled: async () => {
      await running;
    },
  };
}
