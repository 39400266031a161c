import { setTimeout as realSleep } from "node:timers/promises";

const DAY_MS = 86_400_000;

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

/** Returns the start (UTC) of a day of the calendar such as `2027-01-31`; `null` for any other text. */
export function startOfDay(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const start = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== text ? null : start;
}

/** Returns the last millisecond (UTC) of such a day, because a day that something lasts until belongs to it. */
export function endOfDay(text: string): Date | null {
  const start = startOfDay(text);
  return start === null ? null : new Date(start.getTime() + DAY_MS - 1);
}

/**
 * Returns the wait before a retry in ms: doubled each time and capped. Up to half is subtracted at random, so that
 * operations that failed together are not retried together. `random` in [0, 1).
 */
export function retryDelay(attempt: number, first: number, most: number, random: number): number {
  const full = Math.min(most, first * 2 ** Math.max(0, attempt - 1));
  return Math.round(full * (1 - random / 2));
}
