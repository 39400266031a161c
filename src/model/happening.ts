import type { Ids } from "./points.ts";
import { errorName } from "./span.ts";
import { telemetry } from "./telemetry.ts";

/** What happens beside the steps of the work that whoever runs Rollcall wants to hear of, with what is known of it. */
interface Happenings {
  queue_trouble: { why: string };
  worker_took_over: { operations: number };
  /** `route`: the pattern of the path, never the address; `ms`: until the answer had left. */
  request_answered: { request: string; method: string; route: string; status: number; ms: number };
  /** `at`: places in the source, the innermost first. */
  request_failed: { request: string; at: string };
  request_unreadable: { why: string };
  sign_in_refused: { request: string };
  sign_in_failed: { request: string };
  /** `field`: of an answer that brought tokens, missing or of another type; the rest of it was used. */
  token_answer_deviates: { route: string; field: string };
  server_trouble: Record<string, never>;
}

/** As it is published. */
export interface Happening {
  event: keyof Happenings;
  facts: object;
  ids: Ids;
  /** `undefined`: it is no failure, or nothing more is known. */
  error: unknown;
}

/** Hands what happened to those who follow the call. */
export function tell<Name extends keyof Happenings>(
  event: Name,
  facts: Happenings[Name],
  { ids = {}, error }: { ids?: Ids; error?: unknown } = {},
): void {
  for (const listener of telemetry().happenings) listener({ event, facts, ids, error } satisfies Happening);
}

/** A queue, or what it lies on, reports something that it will try again by itself. */
export function tellQueueTrouble(error: unknown): void {
  tell("queue_trouble", { why: errorWord(error) });
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
