import type { AnswerHeaders } from "./service-problem.ts";

/** A request as a hook sees it. */
export interface HookRequest {
  /** Such as `PUT /users/{user_id}`. */
  readonly endpoint: string;
  readonly method: string;
  /** With the path and the query filled in: may hold personal data. */
  readonly url: string;
  /** What the client sends as its body; `null` without one, and where it holds a token or a secret. */
  readonly body: string | null;
  /** Headers that are sent along; a hook may add some. The access token is not among them. */
  headers: Record<string, string>;
}

/** An answer as a hook sees it, whatever its status. */
export interface HookResponse {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** From the sending to the answer, in ms; for a download to its head. */
  readonly ms: number;
}

/** Functions that are called around every request, also those for tokens. */
export interface Hooks {
  /** Runs when the request has its turn. Nothing is sent before it has ended; what it throws ends the call, unsent. */
  beforeRequest?: ((request: HookRequest) => void | Promise<void>) | undefined;
  /** Hears of an answer. It is not waited for, and what it throws changes nothing: the answer must not be lost. */
  afterResponse?: ((response: HookResponse, request: Readonly<HookRequest>) => void | Promise<void>) | undefined;
}

/** Tells `afterResponse` of an answer; `failed` hears that it threw. */
export function tellAnswer(hooks: Hooks, response: HookResponse, request: HookRequest, failed: () => void): void {
  const { afterResponse } = hooks;
  if (afterResponse === undefined) return;
  // A promise, so that what it throws at once ends up in the same place.
  void Promise.resolve()
    .then(() => afterResponse(response, request))
    .catch(failed);
}
