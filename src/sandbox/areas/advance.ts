import type { Course } from "../../learning-service/contract/courses.ts";

const DAY = 86_400_000;

export type Status = "not_started" | "viewed" | "in_progress" | "passed";

/** A user's progress in a course at a given time. */
export interface Advance {
  status: Status;
  /** Percentage. */
  progress: number;
  started: Date | null;
  passed: Date | null;
}

const NOT_STARTED: Advance = { status: "not_started", progress: 0, started: null, passed: null };

/** Returns a hash of the text in [0, 1): FNV-1a with a final mix. */
function share(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296;
}

/**
 * Returns a user's progress in a course with an access period. It depends only on user, course and time: one in eight
 * never starts, one in eight only opens the course, all others begin within two weeks and pass some days later. It
 * never decreases over time.
 */
export function advance(userId: string, courseId: string, open: { from: string; until: string | undefined }, now: Date): Advance {
  const pair = `${userId} ${courseId}`;
  const kind = share(`${pair} kind`);
  // Not on the first day, because the assignment may be later that day.
  const begins = Date.parse(open.from) + DAY + Math.floor(share(`${pair} begins`) * 13 * DAY);
  const at = open.until === undefined ? now.getTime() : Math.min(now.getTime(), Date.parse(open.until) + DAY - 1);
  if (kind < 1 / 8 || at < begins) return NOT_STARTED;
  const started = new Date(begins);
  if (kind < 1 / 4) return { status: "viewed", progress: 0, started, passed: null };
  const takes = Math.floor((1 + share(`${pair} takes`) * 24) * DAY);
  const progress = Math.min(100, Math.floor((100 * (at - begins)) / takes));
  if (progress === 100) return { status: "passed", progress, started, passed: new Date(begins + takes) };
  return { status: progress === 0 ? "viewed" : "in_progress", progress, started, passed: null };
}

/** Returns the progress of each lesson; lessons are taken one after the other. */
export function lessonAdvances({ lessons }: Course, { progress, status }: Advance): { status: Status; seconds: number }[] {
  const done = Math.floor((progress * lessons.length) / 100);
  const rest = ((progress * lessons.length) % 100) / 100;
  return lessons.map(({ duration = 0 }, i) => {
    if (i < done) return { status: "passed", seconds: duration };
    if (i > done || status === "not_started") return { status: "not_started", seconds: 0 };
    return { status: status === "viewed" ? "viewed" : "in_progress", seconds: Math.floor(duration * rest) };
  });
}

/** Returns the seconds that a user has spent on a course. */
export function secondsSpent(course: Course, at: Advance): number {
  return lessonAdvances(course, at).reduce((sum, { seconds }) => sum + seconds, 0);
}
