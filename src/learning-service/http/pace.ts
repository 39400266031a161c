import type { Clock } from "../../domain/clock.ts";
import { requestBudget, type Rate, type RequestBudget } from "./budget.ts";

/** Measurements of a service over one interval. */
export interface Measured {
  answers: number;
  /** Answers with 429 (too many requests) or 503 (unavailable). */
  throttled: number;
  /** Mean response time in ms. */
  latency: number;
}

/** The current request rate to a service. */
export interface Pace {
  /** Requests per second. */
  perSecond: number;
  /** Usual response time in ms; `null` until known. */
  usual: number | null;
}

const SLOWER_WHEN_REFUSED = 0.7;
const SLOWER_WHEN_SLOW = 0.9;
const FASTER = 1.05;
/** Answers that take this many times longer than usual mean overload. */
const SLOW = 2;
/** Fewer answers give no reliable mean. */
const MIN_ANSWERS = 5;
/** Slow answers alone never reduce the rate below this share of the limit. */
const MIN_SHARE_WHEN_SLOW = 0.25;
const MIN_SHARE = 0.05;

/**
 * Returns the next pace: 30% slower when the service throttles, 10% slower when answers take twice as long as usual,
 * otherwise 5% faster, up to `most` requests per second.
 */
export function nextPace({ perSecond, usual }: Pace, { answers, throttled, latency }: Measured, most: number): Pace {
  const informative = answers - throttled >= MIN_ANSWERS;
  const slow = informative && usual !== null && latency > SLOW * usual;
  const next = { perSecond, usual: informative ? updateUsual(usual, latency) : usual };
  if (throttled > 0) next.perSecond = Math.max(MIN_SHARE * most, perSecond * SLOWER_WHEN_REFUSED);
  else if (slow) next.perSecond = Math.max(Math.min(perSecond, MIN_SHARE_WHEN_SLOW * most), perSecond * SLOWER_WHEN_SLOW);
  else if (answers > 0) next.perSecond = perSecond * FASTER;
  next.perSecond = Math.min(most, next.perSecond);
  return next;
}

/** Returns the new usual response time: it follows quick answers at once, slow ones over minutes. */
function updateUsual(usual: number | null, latency: number): number {
  if (usual === null) return latency;
  const weight = latency < usual ? 0.5 : 0.02;
  return usual + (latency - usual) * weight;
}

const INTERVAL_MS = 1000;

/** Creates a budget that adapts its rate to the service, within the allowed rate. */
export function pacedBudget(
  allowed: Rate,
  { now = () => performance.now(), timer }: { now?: () => number; timer?: Clock["timer"] } = {},
): RequestBudget {
  let most = allowed;
  let pace: Pace = { perSecond: most.perSecond, usual: null };
  let window = { answers: 0, throttled: 0, ms: 0 };
  let since = now();
  const budget = requestBudget(allowed, timer);
  return {
    ...budget,
    allow: (rate) => {
      // The pace keeps its share of the allowed rate.
      const part = most.perSecond > 0 ? Math.min(1, pace.perSecond / most.perSecond) : 1;
      most = rate;
      pace = { ...pace, perSecond: part * rate.perSecond };
      budget.allow({ ...rate, perSecond: pace.perSecond });
    },
    record: (status, ms) => {
      const refused = status === 429 || status === 503;
      window = { answers: window.answers + 1, throttled: window.throttled + (refused ? 1 : 0), ms: window.ms + (refused ? 0 : ms) };
      if (now() - since < INTERVAL_MS) return;
      since = now();
      const { answers, throttled, ms: sum } = window;
      window = { answers: 0, throttled: 0, ms: 0 };
      pace = nextPace(pace, { answers, throttled, latency: sum / Math.max(1, answers - throttled) }, most.perSecond);
      budget.allow({ ...most, perSecond: pace.perSecond });
    },
  };
}
