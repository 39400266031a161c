import { channel } from "node:diagnostics_channel";
import type { Ids } from "./points.ts";
import { errorName } from "./span.ts";

/** Something beside the steps of the work that whoever runs Rollcall wants to hear of. */
export type Happening =
  | { event: "queue_trouble"; ids: Ids; facts: { why: string } }
  | { event: "worker_took_over"; ids: Ids; facts: { operations: number } };

/** Whoever logs subscribes here, as to the steps of `span.ts`. */
export const happenings = channel("rollcall:happening");

/** Tells whoever listens. */
export function tell(happening: Happening): void {
  if (happenings.hasSubscribers) happenings.publish(happening);
}

/** A queue, or what it lies on, reports something that it will try again by itself. */
export function tellQueueTrouble(error: unknown): void {
  tell({ event: "queue_trouble", ids: {}, facts: { why: errorWord(error) } });
}

/**
 * For whatever a queue is told of a failure: it keeps the words, and they may be about a person.
 * @throws Error with nothing but the word for it
 */
export function withoutWords(error: unknown): never {
  throw new Error(errorWord(error));
}

/** `ECONNREFUSED`, `57P01`, `TimeoutError`: a code where there is one, else the error's class; never its message. */
export function errorWord(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" && /^[\w]{1,40}$/.test(code) ? code : errorName(error);
}
