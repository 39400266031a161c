import type { AnswerHeaders } from "./errors/service-problem.ts";

/** A request as passed to hooks. */
export interface HookRequest {
  /** Such as `PUT /users/{user_id}`. */
  readonly endpoint: string;
  readonly method: string;
  /** The complete URL. May contain personal data. */
  readonly url: string;
  /** The request body; `null` without one, and on token endpoints, whose bodies contain secrets. */
  readonly body: string | null;
  /** The request headers without the access token. A hook may add more. */
  headers: Record<string, string>;
}

/** An answer of any status, as passed to hooks. */
export interface HookResponse {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Milliseconds from sending to the answer; for a download, to its headers. */
  readonly ms: number;
}

/** Functions called around every request, including token requests. */
export interface Hooks {
  /** Awaited right before the request is sent. If it throws, the call fails and nothing is sent. */
  beforeRequest?: ((request: HookRequest) => void | Promise<void>) | undefined;
  /** Called with each answer. Not awaited, and its errors are ignored, so that the answer is not lost. */
  afterResponse?: ((response: HookResponse, request: Readonly<HookRequest>) => void | Promise<void>) | undefined;
}

/** Calls `afterResponse` without waiting; calls `failed` if it throws. */
export function notifyAfterResponse(hooks: Hooks, response: HookResponse, request: HookRequest, failed: () => void): void {
  const { afterResponse } = hooks;
  if (afterResponse === undefined) return;
  // In a promise, so that synchronous errors reach the same handler.
  void Promise.resolve()
    .then(() => afterResponse(response, request))
    .catch(failed);
}
