import type { Clock } from "../model/clock.ts";
import { requestBudget, type Rate, type RequestBudget } from "./budget.ts";

/** What was heard of a service in a while. */
export interface Heard {
  answers: number;
  /** Of these: too many requests (429), or not at this moment (503). */
  throttled: number;
  /** The mean time of an answer, in ms. */
  latency: number;
}

/** How fast a service is asked. */
export interface Pace {
  /** Requests a second. */
  perSecond: number;
  /** How long its answers usually take, in ms; `null`: not known yet. */
  usual: number | null;
}

const SLOWER_WHEN_REFUSED = 0.7;
const SLOWER_WHEN_SLOW = 0.9;
const FASTER = 1.05;
/** Answers that take so much longer than usual say that it is too much. */
const SLOW = 2;
/** Fewer answers say nothing about how long they take. */
const ENOUGH = 5;
/** A service that is only slow is never asked less than this share of what is allowed. */
const LEAST_WHEN_SLOW = 0.25;
const LEAST = 0.05;

/**
 * The pace after something was heard: slower by a third when the service refuses, by a tenth when its answers take
 * twice as long as usual, and carefully faster again, never beyond `most` requests a second.
 */
export function nextPace({ perSecond, usual }: Pace, { answers, throttled, latency }: Heard, most: number): Pace {
  const tells = answers - throttled >= ENOUGH;
  const slow = tells && usual !== null && latency > SLOW * usual;
  const next = { perSecond, usual: tells ? learnt(usual, latency) : usual };
  if (throttled > 0) next.perSecond = Math.max(LEAST * most, perSecond * SLOWER_WHEN_REFUSED);
  else if (slow) next.perSecond = Math.max(Math.min(perSecond, LEAST_WHEN_SLOW * most), perSecond * SLOWER_WHEN_SLOW);
  else if (answers > 0) next.perSecond = perSecond * FASTER;
  next.perSecond = Math.min(most, next.perSecond);
  return next;
}

/** What is usual follows quick answers at once, and slow ones only over minutes. */
function learnt(usual: number | null, latency: number): number {
  if (usual === null) return latency;
  const weight = latency < usual ? 0.5 : 0.02;
  return usual + (latency - usual) * weight;
}

/** How long is listened before the pace is thought over, in ms. */
const LISTEN = 1000;

/** A budget that finds its pace by itself, within the rate that it is allowed. */
export function pacedBudget(
  allowed: Rate,
  { now = () => performance.now(), timer }: { now?: () => number; timer?: Clock["timer"] } = {},
): RequestBudget {
  let most = allowed;
  let pace: Pace = { perSecond: most.perSecond, usual: null };
  let heard = { answers: 0, throttled: 0, ms: 0 };
  let since = now();
  const budget = requestBudget(allowed, timer);
  return {
    ...budget,
    allow: (rate) => {
      // A share of the whole: the pace keeps its part of what is allowed.
      const part = most.perSecond > 0 ? Math.min(1, pace.perSecond / most.perSecond) : 1;
      most = rate;
      pace = { ...pace, perSecond: part * rate.perSecond };
      budget.allow({ ...rate, perSecond: pace.perSecond });
    },
    heard: (status, ms) => {
      const refused = status === 429 || status === 503;
      heard = { answers: heard.answers + 1, throttled: heard.throttled + (refused ? 1 : 0), ms: heard.ms + (refused ? 0 : ms) };
      if (now() - since < LISTEN) return;
      since = now();
      const { answers, throttled, ms: sum } = heard;
      heard = { answers: 0, throttled: 0, ms: 0 };
      pace = nextPace(pace, { answers, throttled, latency: sum / Math.max(1, answers - throttled) }, most.perSecond);
      budget.allow({ ...most, perSecond: pace.perSecond });
    },
  };
}
