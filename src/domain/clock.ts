import { setTimeout as realSleep } from "node:timers/promises";

/** Tells the time and waits. */
export interface Clock {
  now(): Date;
  /** Waits for `ms`, or until `stop` is aborted; never throws. */
  sleep(ms: number, stop?: AbortSignal): Promise<void>;
  /** Returns how long a timer of this machine must run, in ms, until `ms` of this clock have passed. */
  timer(ms: number): number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date(), sleep: sleepOnThisMachine, timer: (ms) => ms };

/** Waits on the machine's own clock. */
export async function sleepOnThisMachine(ms: number, stop?: AbortSignal): Promise<void> {
  await realSleep(ms, undefined, stop === undefined ? {} : { signal: stop }).catch(() => undefined);
}
