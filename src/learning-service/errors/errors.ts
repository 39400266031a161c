import { RequestError } from "got";
import type { z } from "zod";
import type { Audience, ExitCode } from "../../domain/problem.ts";
import { EXIT } from "../../domain/problem.ts";
import { REMOVAL_CODE } from "../contract/endpoint.ts";
import { locationOf } from "../http/location.ts";
import { parseAnswer } from "../parse.ts";
import { readRemovalRefusal } from "./refusal.ts";
import type { ServerError } from "./server-error.ts";
import { readServerError } from "./server-error.ts";
import type { AnswerHeaders, ServiceProblemOptions, StatusEffect } from "./service-problem.ts";
import { ServiceProblem } from "./service-problem.ts";
import { connectionAdvice } from "../http/connection-errors.ts";
import { hide, messageOf } from "./error-message.ts";

export { ServiceProblem, type Sent } from "./service-problem.ts";

interface StatusRule {
  code: string;
  what: string;
  effect: StatusEffect | null;
  retryable: boolean;
  audience: Audience;
  exit: ExitCode;
  next?: string;
}

function rule(code: string, what: string, audience: Audience, exit: ExitCode, effect: StatusEffect | null, next?: string): StatusRule {
  const retryable = effect === "limited" || effect === "wait" || effect === "retry";
  return { code, what, audience, exit, effect, retryable, ...(next === undefined ? {} : { next }) };
}

const ADDRESS = "Check service.base_url. It must be the address before /integration/v1.";

/** Only 412, 500 and 512 are documented (interface: "Errors"); the others have their meaning in HTTP. */
const BY_STATUS: Readonly<Record<number, StatusRule>> = {
  400: rule("bad_request", "rejected the request", "hr", EXIT.partly, "refused"),
  401: rule(
    "unauthorized",
    "rejected the access token",
    "admin",
    EXIT.service,
    "stop",
    "Put a new refresh token into the job file, or into the environment variable that it names.",
  ),
  403: rule(
    "forbidden",
    "denied the request",
    "admin",
    EXIT.service,
    "refused",
    "Ask the service's operators which permissions the token needs.",
  ),
  404: rule("not_found", "does not know this address or this object", "admin", EXIT.service, "refused", ADDRESS),
  408: rule("request_timeout", "timed out waiting for the request", "service", EXIT.service, "wait"),
  409: rule("conflict", "reported a conflict with its existing data", "hr", EXIT.partly, "refused"),
  412: rule("invalid_parameters", "rejected the values of the request", "hr", EXIT.partly, "refused"),
  422: rule("unprocessable", "rejected the values of the request", "hr", EXIT.partly, "refused"),
  429: rule(
    "rate_limited",
    "limited the request rate",
    "service",
    EXIT.service,
    "limited",
    "If this continues, lower service.rate.per_second.",
  ),
  500: rule("server_error", "failed unexpectedly", "service", EXIT.service, "retry"),
  502: rule("gateway", "is unreachable behind its gateway", "service", EXIT.service, "retry"),
  503: rule("unavailable", "is temporarily unavailable", "service", EXIT.service, "wait"),
  504: rule("gateway", "did not answer its gateway in time", "service", EXIT.service, "retry"),
  512: rule(
    "specification_violation",
    "reported that the request violates its interface",
    "us",
    EXIT.defect,
    "refused",
    "A setting under service.dialect may not fit this service; otherwise this is a bug in Rollcall. Please report it.",
  ),
};

const NO_PAGING =
  "If this service does not support `_start` and `_limit`, set service.dialect.paging to none; `rollcall check` tests this. Otherwise please report it.";

const OTHER_5XX = rule("server_error", "failed unexpectedly", "service", EXIT.service, "retry");
const UNEXPECTED = rule(
  "unexpected_status",
  "returned a status that its interface does not document",
  "admin",
  EXIT.service,
  null,
  ADDRESS,
);

export interface Answer {
  status: number;
  headers: AnswerHeaders;
  text: string;
}

export interface CallContext {
  /** Such as `PUT /users/{user_id}`: the template, never the filled path. */
  endpoint: string;
  /** Texts that must not appear in a message, with the name that replaces each. */
  hidden: ReadonlyMap<string, string>;
  /** Extra headers of the request; their values must not appear either. */
  sentHeaders: Map<string, string>;
  /** Whether a status of 300 to 399 is a success. */
  redirects: boolean;
  /** Whether the request names `_start` or `_limit`. */
  paged?: boolean;
  /** The user of the call; never one of the named groups. */
  userId?: string;
}

/** Returns the problem for an answer that is not a success (interface: "Errors"). */
export function problemOfAnswer(answer: Answer, context: CallContext): ServiceProblem {
  const { status } = answer;
  const body = parseAnswer(answer.text);
  const serverMessage = hide(messageOf(body), context.hidden);
  const kept = detailsOf(answer, body, context);
  const found = BY_STATUS[status] ?? (status >= 500 ? OTHER_5XX : UNEXPECTED);
  if (status >= 400 && status < 500) {
    const refusal = readRemovalRefusal(body, context.userId);
    if (refusal.refused) {
      return new ServiceProblem(
        `${context.endpoint}: the update would remove group memberships without a confirmation; the service changed nothing.`,
        {
          code: REMOVAL_CODE,
          effect: "refused",
          exit: EXIT.partly,
          audience: "hr",
          status,
          sent: "yes",
          serverMessage,
          named: refusal.named,
          ...kept,
        },
      );
    }
  }
  const suffix = serverMessage === "" ? "" : ` Service message: ${serverMessage}`;
  const led = locationOf(answer, context.hidden);
  // A setting can fix this, so it is not a bug.
  const unpaged = status === 512 && context.paged === true;
  const next = unpaged ? NO_PAGING : led.next;
  return new ServiceProblem(`${context.endpoint}: the service ${found.what} (status ${status}).${led.sentence}${suffix}`, {
    ...found,
    ...(next === undefined ? {} : { next }),
    ...(unpaged ? { exit: EXIT.service } : {}),
    ...kept,
    status,
    sent: "yes",
    serverMessage,
    retryAfterMs: readRetryAfter(answer.headers["retry-after"], Date.now()),
  });
}

/** Returns the parts of an answer that a problem keeps for the caller. */
function detailsOf(
  { headers }: Answer,
  body: unknown,
  { hidden }: CallContext,
): { server: ServerError; answer: ServiceProblemOptions["answer"] } {
  return { server: readServerError(body, headers, (text) => hide(text, hidden)), answer: { headers, body } };
}

/** Returns the problem for a success whose body is not JSON, such as a proxy's page or a cut body. */
export function notJson(answer: Answer, context: CallContext): ServiceProblem {
  return new ServiceProblem(`${context.endpoint}: the service answered status ${answer.status} with a body that is not JSON.`, {
    code: "answer_unreadable",
    status: answer.status,
    sent: "yes",
    retryable: true,
    ...detailsOf(answer, answer.text, context),
  });
}

/** Returns the problem for a success whose body does not match the schema. Names endpoint and field, never the value. */
export function notAsDocumented(
  issues: readonly z.core.$ZodIssue[],
  where: readonly PropertyKey[],
  answered: Answer,
  context: CallContext,
): ServiceProblem {
  const issue = deepest(issues);
  const field = [...where, ...issue.path].map(String).join(".") || "the body";
  return new ServiceProblem(
    `${context.endpoint}: the answer does not match the interface: ${field}: ${hide(issue.message, context.hidden)}`,
    {
      code: "answer_unreadable",
      status: answered.status,
      sent: "yes",
      ...detailsOf(answered, parseAnswer(answered.text), context),
      next: "Ask the service's operators whether its interface has changed.",
    },
  );
}

/** Returns the problem for a transport error. `sent` says whether the request left, because only then can a create have happened. */
export function problemOfTransport(error: unknown, context: CallContext, tunnelled: boolean): ServiceProblem {
  const code = errorCode(error);
  const cause = new Error(code);
  if (!hasLeft(error, tunnelled)) {
    const { what, next } = connectionAdvice(code);
    return new ServiceProblem(`${context.endpoint}: ${what} (${code}). Nothing was sent.`, {
      code: "no_connection",
      sent: "no",
      retryable: true,
      cause,
      next: tunnelled
        ? "Check HTTPS_PROXY and NO_PROXY, the proxy and its password, service.base_url, and that the service is running."
        : next,
    });
  }
  return answerLost(code, context);
}

/** Returns the problem for a request that may have had an effect, and whose answer cannot be known. */
export function answerLost(code: string, { endpoint }: CallContext): ServiceProblem {
  return new ServiceProblem(`${endpoint}: the request was sent, but the answer was lost (${code}).`, {
    code: "answer_lost",
    sent: "maybe",
    retryable: true,
    cause: new Error(code),
  });
}

/** Returns the problem for a call that Rollcall stopped; `sent` says whether it may have had an effect. */
export function stopped(error: unknown, context: CallContext, tunnelled = false): ServiceProblem {
  return new ServiceProblem(`${context.endpoint}: stopped.`, {
    code: "stopped",
    sent: hasLeft(error, tunnelled) ? "maybe" : "no",
    audience: "admin",
    retryable: true,
  });
}

/**
 * Returns `Retry-After` (seconds or an HTTP date; RFC 9110, 10.2.3) as milliseconds from `now`: `null` if missing or
 * unreadable, 0 if it has passed.
 */
export function readRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (value === undefined || value === "") return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.round(Number(value) * 1000);
  const moment = /^[A-Za-z]{3,9}, /.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(moment) ? null : Math.max(0, moment - now);
}

function errorCode(error: unknown): string {
  if (error instanceof RequestError) return error.code;
  return error instanceof Error ? error.name : "unknown";
}

/**
 * Returns whether the request may have been sent. Only a connection that was never established (for TLS, including the
 * handshake) proves that it was not. For a tunnel through a proxy, got does not see the handshake. In doubt the answer
 * is yes, because a create that is sent twice makes two accounts (I2).
 */
function hasLeft(error: unknown, tunnelled: boolean): boolean {
  if (!(error instanceof RequestError)) return false;
  const { request, timings } = error;
  if (request?.reusedSocket === true) return true;
  if (timings?.connect === undefined) return false;
  if (tunnelled) return true;
  const secure = error.options.url instanceof URL && error.options.url.protocol === "https:";
  return !secure || timings.secureConnect !== undefined;
}

/** Returns the issue with the longest path: in a union, the branch that matched furthest. */
function deepest(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): { path: PropertyKey[]; message: string } {
  let best: { path: PropertyKey[]; message: string } = { path: [...above], message: "does not match" };
  let depth = -1;
  for (const issue of issues) {
    const path = [...above, ...issue.path];
    const branches = issue.code === "invalid_union" ? issue.errors : [];
    const found = branches.length === 0 ? [{ path, message: issue.message }] : branches.map((branch) => deepest(branch, path));
    for (const candidate of found) {
      if (candidate.path.length > depth) {
        best = candidate;
        depth = candidate.path.length;
      }
    }
  }
  return best;
}
