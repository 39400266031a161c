import type { Ids } from "./span-attributes.ts";
import { errorName } from "./span.ts";
import { telemetry } from "./telemetry.ts";

/** Events beside the steps of the work that an operator needs to know, with their facts. */
interface Happenings {
  journal_damaged: { line: number; places: number };
  notice_failed: { channel: string; kind: string };
  queue_trouble: { why: string };
  worker_took_over: { operations: number };
  /** `route`: the pattern of the path, never the address; `ms`: time until the answer was sent. */
  request_answered: { request: string; method: string; route: string; status: number; ms: number };
  /** `at`: places in the source, the innermost first. */
  request_failed: { request: string; at: string };
  request_cut_off: { request: string };
  request_unreadable: { why: string };
  sign_in_refused: { request: string };
  sign_in_failed: { request: string };
  /** `field`: missing or of another type in a token answer; the rest of the answer was used. */
  token_answer_deviates: { route: string; field: string };
  /** A scheduled export of progress. */
  progress_exported: { people: number; rows: number; unknown: number; ms: number };
  progress_export_failed: { problem: string };
  /** An answer of a source over HTTP, without its content. `host`: name and port. */
  source_answered: { host: string; status: number; bytes: number; ms: number };
  /** A source said that its interface will be switched off. `sunset`: when; empty if it did not say. */
  source_deprecated: { host: string; sunset: string };
  server_trouble: Record<string, never>;
}

/** An event as listeners receive it. */
export interface LoggedEvent {
  event: keyof Happenings;
  facts: object;
  ids: Ids;
  /** `undefined`: not a failure, or no details are known. */
  error: unknown;
}

/** Passes an event to the listeners of this call. */
export function emit<Name extends keyof Happenings>(
  event: Name,
  facts: Happenings[Name],
  { ids = {}, error }: { ids?: Ids; error?: unknown } = {},
): void {
  for (const listener of telemetry().happenings) listener({ event, facts, ids, error } satisfies LoggedEvent);
}

/** Reports an error of a queue or its connection that is retried automatically. */
export function emitQueueError(error: unknown): void {
  emit("queue_trouble", { why: errorWord(error) });
}

/**
 * Rethrows a failure for a queue without its message: queues store messages, which may contain personal data.
 * @throws Error whose message is only the code or class of the failure
 */
export function throwWithoutMessage(error: unknown): never {
  throw new Error(errorWord(error));
}

/** Returns a code such as `ECONNREFUSED` or `57P01`, or else the error's class; never its message. */
export function errorWord(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" && /^[\w]{1,40}$/.test(code) ? code : errorName(error);
}
