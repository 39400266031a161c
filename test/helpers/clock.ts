import { setImmediate as turn } from "node:timers/promises";
import { sleepOnThisMachine, type Clock } from "../../src/domain/clock.ts";

/** A clock that a test moves. Between two moves it runs as the machine's own. */
export interface TestClock extends Clock {
  /** Moves it, forwards or backwards, by so many ms. */
  step(ms: number): void;
  /** From now on waiting takes its time. Until then a wait is a step of the clock. */
  waitForReal(): void;
}

export function testClock(): TestClock {
  let ahead = 0;
  let real = false;
  return {
    now: () => new Date(Date.now() + ahead),
    step: (ms) => {
      ahead += ms;
    },
    waitForReal: () => {
      real = true;
    },
    sleep: async (ms, stop) => {
      if (real) return sleepOnThisMachine(ms, stop);
      if (stop?.aborted === true) return;
      ahead += ms;
      await turn();
    },
    timer: (ms) => {
      if (real) return ms;
      ahead += ms;
      return 1;
    },
  };
}
