import type { SandboxState } from "./state.ts";

/** The sandbox's clock: the machine's time plus an offset. Tokens and timers use the machine's time. */
export interface Clock {
  now(): Date;
  /** Milliseconds, positive or negative; stored with the state. */
  advance(ms: number): void;
}

export function sandboxClock(state: SandboxState): Clock {
  return {
    now: () => new Date(Date.now() + state.clockOffset),
    advance: (ms) => state.moveClock(state.clockOffset + ms),
  };
}

/** Returns the UTC date as `YYYY-MM-DD`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
