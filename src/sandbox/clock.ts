import type { SandboxState } from "./state.ts";

/** The sandbox's time: the machine's, moved by hand. Tokens and timers keep to the machine's. */
export interface Clock {
  now(): Date;
  /** Milliseconds, forwards or backwards; kept with the state. */
  advance(ms: number): void;
}

export function sandboxClock(state: SandboxState): Clock {
  return {
    now: () => new Date(Date.now() + state.clockOffset),
    advance: (ms) => state.moveClock(state.clockOffset + ms),
  };
}

/** `YYYY-MM-DD` of a moment, in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
