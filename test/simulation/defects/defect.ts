import type { Focus } from "../story/draw.ts";

/** A change of one place of the sources. */
export interface Edit {
  /** The file below the root of the project. */
  file: string;
  /** A text that is there exactly once, and the text in its place. */
  find: string;
  replace: string;
}

/** A change of the sources that breaks a promise, to see that the simulation finds it. */
export interface Defect extends Edit {
  name: string;
  /** The other places that guard the same thing: with them in place nothing would break. */
  also?: readonly Edit[];
  /** Policies under which it shows soonest. */
  focus: Focus;
}

const NO_TROUBLE = {
  http: false,
  crashes: false,
  powerCuts: false,
  away: false,
  tokens: false,
  clock: false,
  restore: false,
  journal: false,
  queue: false,
  database: false,
  slow: false,
} as const;

/** All places of a defect. */
export function editsOf(defect: Defect): readonly Edit[] {
  return [defect, ...(defect.also ?? [])];
}

/** Nothing goes wrong except in the files. */
export const calm: Focus = { trouble: NO_TROUBLE };

/** Everything pending may be decided at once. */
export const reviewed: Focus = {
  removals: "review",
  limits: "none",
  delayHours: 0,
  twoAbove: null,
  expiresDays: 14,
  people: 14,
  trouble: NO_TROUBLE,
};

/** Every day HR moves people, and every morning someone approves everything; the files are as they should be. */
export const eager = {
  nothing: 0,
  movers: 1,
  review: 1,
  approve: 1,
  truncated: 0,
  "bad rows": 0,
  "broken file staff": 0,
  "broken file external": 0,
  "staff partial": 0,
  "external partial": 0,
} as const;

/** The same in a small company in which all that happens every day. */
export const small: Focus = { ...reviewed, layout: "one job", people: 7, nights: 4, often: eager };

/** With faults of the service. */
export const faulty: Focus = { ...reviewed, trouble: { ...NO_TROUBLE, http: true } };

/** With crashes after which the power is gone as well. */
export const powerless: Focus = { ...reviewed, trouble: { ...NO_TROUBLE, crashes: true, powerCuts: true } };
