import { RequestError } from "got";
import type { z } from "zod";
import type { Audience, ExitCode } from "../model/problem.ts";
import { EXIT } from "../model/problem.ts";
import { REMOVAL_CODE } from "./contract/endpoint.ts";
import { locationOf } from "./location.ts";
import { readRemovalRefusal } from "./refusal.ts";
import type { ServerError } from "./server-error.ts";
import { readServerError } from "./server-error.ts";
import type { AnswerHeaders, ServiceProblemOptions } from "./service-problem.ts";
import { ServiceProblem } from "./service-problem.ts";
import { connectionAdvice } from "./connection-errors.ts";
import { hide, wordsOf } from "./words.ts";

export { ServiceProblem, type Sent } from "./service-problem.ts";

interface StatusRule {
  code: string;
  what: string;
  retryable: boolean;
  audience: Audience;
  exit: ExitCode;
  next?: string;
}

function rule(code: string, what: string, audience: Audience, exit: ExitCode, retryable: boolean, next?: string): StatusRule {
  return { code, what, audience, exit, retryable, ...(next === undefined ? {} : { next }) };
}

const ADDRESS = "Check service.base_url; everything after it must be /integration/v1.";

/** Only 412, 500 and 512 are documented (interface: "Errors"); the others mean what HTTP says they mean. */
const BY_STATUS: Readonly<Record<number, StatusRule>> = {
  400: rule("bad_request", "does not accept the request", "hr", EXIT.partly, false),
  401: rule(
    "unauthorized",
    "does not accept the access token",
    "admin",
    EXIT.service,
    false,
    "Put a new refresh token into the job file or the environment variable that it names.",
  ),
  403: rule(
    "forbidden",
    "does not allow this request",
    "admin",
    EXIT.service,
    false,
    "Ask the service's operators which rights the token needs.",
  ),
  404: rule("not_found", "does not know this address or this object", "admin", EXIT.service, false, ADDRESS),
  408: rule("request_timeout", "gave up waiting for the request", "service", EXIT.service, true),
  409: rule("conflict", "says that the request conflicts with what it holds", "hr", EXIT.partly, false),
  412: rule("invalid_parameters", "does not accept the values of the request", "hr", EXIT.partly, false),
  422: rule("unprocessable", "does not accept the values of the request", "hr", EXIT.partly, false),
  429: rule("rate_limited", "asks for fewer requests", "service", EXIT.service, true, "Lower service.rate.per_second if this goes on."),
  500: rule("server_error", "failed unexpectedly", "service", EXIT.service, true),
  502: rule("gateway", "could not be reached behind its gateway", "service", EXIT.service, true),
  503: rule("unavailable", "is not available at the moment", "service", EXIT.service, true),
  504: rule("gateway", "did not answer its gateway in time", "service", EXIT.service, true),
  512: rule(
    "specification_violation",
    "says that our request violates its interface",
    "us",
    EXIT.defect,
    false,
    "This is a defect of Rollcall, or a setting under service.dialect that does not fit this service. Please report it.",
  ),
};

const NO_PAGING =
  "If this service takes no `_start` and `_limit`, set service.dialect.paging to none; `rollcall check` finds out. Otherwise please report it.";

const OTHER_5XX = rule("server_error", "failed unexpectedly", "service", EXIT.service, true);
const UNEXPECTED = rule("unexpected_status", "answered in a way that its interface does not show", "admin", EXIT.service, false, ADDRESS);

export interface Answer {
  status: number;
  headers: AnswerHeaders;
  text: string;
}

export interface CallContext {
  /** Such as `PUT /users/{user_id}`: the template, never the filled path. */
  endpoint: string;
  /** Texts that must not appear in a message, with what stands there instead. */
  hidden: ReadonlyMap<string, string>;
  /** Headers that were sent along, whose values must not appear either. */
  sentHeaders: Map<string, string>;
  /** Whether a status of 300 to 399 is what was asked for. */
  redirects: boolean;
  /** Whether the request names `_start` or `_limit`. */
  paged?: boolean;
  /** The user whom the call is about, who is never one of the named groups. */
  userId?: string;
}

/** Turns an answer that is not a success into its problem (interface: "Errors"). */
export function problemOfAnswer(answer: Answer, context: CallContext): ServiceProblem {
  const { status } = answer;
  const body = parsed(answer.text);
  const words = hide(wordsOf(body), context.hidden);
  const kept = keptOf(answer, body, context);
  const found = BY_STATUS[status] ?? (status >= 500 ? OTHER_5XX : UNEXPECTED);
  if (status >= 400 && status < 500) {
    const refusal = readRemovalRefusal(body, context.userId);
    if (refusal.refused) {
      return new ServiceProblem(
        `${context.endpoint}: the update would remove group memberships, and the service asks for a confirmation; nothing was changed.`,
        {
          code: REMOVAL_CODE,
          exit: EXIT.partly,
          audience: "hr",
          status,
          sent: "yes",
          words,
          named: refusal.named,
          ...kept,
        },
      );
    }
  }
  const said = words === "" ? "" : ` It says: ${words}`;
  const led = locationOf(answer, context.hidden);
  const next = status === 512 && context.paged === true ? NO_PAGING : led.next;
  return new ServiceProblem(`${context.endpoint}: the service ${found.what} (status ${status}).${led.sentence}${said}`, {
    ...found,
    ...(next === undefined ? {} : { next }),
    ...kept,
    status,
    sent: "yes",
    words,
    retryAfterMs: readRetryAfter(answer.headers["retry-after"], Date.now()),
  });
}

/** What the caller gets of an answer beside its message. */
function keptOf(
  { headers }: Answer,
  body: unknown,
  { hidden }: CallContext,
): { server: ServerError; answer: ServiceProblemOptions["answer"] } {
  return { server: readServerError(body, headers, (text) => hide(text, hidden)), answer: { headers, body } };
}

/** A success whose body is not JSON, as when a proxy puts a page in its place, or the body was cut. */
export function notJson(answer: Answer, context: CallContext): ServiceProblem {
  return new ServiceProblem(`${context.endpoint}: the service answered status ${answer.status} with a body that is not JSON.`, {
    code: "answer_unreadable",
    status: answer.status,
    sent: "yes",
    retryable: true,
    ...keptOf(answer, answer.text, context),
  });
}

/** A success whose body does not fit the schema: names endpoint and field, never the value. */
export function notAsDocumented(
  issues: readonly z.core.$ZodIssue[],
  where: readonly PropertyKey[],
  answered: Answer,
  context: CallContext,
): ServiceProblem {
  const issue = deepest(issues);
  const field = [...where, ...issue.path].map(String).join(".") || "the body";
  return new ServiceProblem(
    `${context.endpoint}: the answer does not fit the interface: ${field}: ${hide(issue.message, context.hidden)}`,
    {
      code: "answer_unreadable",
      status: answered.status,
      sent: "yes",
      ...keptOf(answered, parsed(answered.text), context),
      next: "The service may have changed its interface; ask its operators.",
    },
  );
}

/** A transport error: says whether the request left, because only then can a create have happened. */
export function problemOfTransport(error: unknown, context: CallContext, tunnelled: boolean): ServiceProblem {
  const code = errorCode(error);
  const cause = new Error(code);
  if (!hasLeft(error, tunnelled)) {
    const { what, next } = connectionAdvice(code);
    return new ServiceProblem(`${context.endpoint}: ${what} (${code}); nothing was sent.`, {
      code: "no_connection",
      sent: "no",
      retryable: true,
      cause,
      next: tunnelled ? "Check HTTPS_PROXY and NO_PROXY, the proxy and its password, service.base_url and the service." : next,
    });
  }
  return new ServiceProblem(`${context.endpoint}: the request was sent, but its answer was lost (${code}).`, {
    code: "answer_lost",
    sent: "maybe",
    retryable: true,
    cause,
  });
}

/** The call was stopped by us; `sent` says whether it may have had an effect. */
export function stopped(error: unknown, context: CallContext, tunnelled = false): ServiceProblem {
  return new ServiceProblem(`${context.endpoint}: stopped.`, {
    code: "stopped",
    sent: hasLeft(error, tunnelled) ? "maybe" : "no",
    audience: "admin",
    retryable: true,
  });
}

/**
 * `Retry-After` as milliseconds from `now`, in seconds or as an HTTP date (RFC 9110, 10.2.3); `null` without a
 * readable one, 0 for a moment that has passed.
 */
export function readRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (value === undefined || value === "") return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.round(Number(value) * 1000);
  const moment = /^[A-Za-z]{3,9}, /.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(moment) ? null : Math.max(0, moment - now);
}

/** JSON, else the text as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function errorCode(error: unknown): string {
  if (error instanceof RequestError) return error.code;
  return error instanceof Error ? error.name : "unknown";
}

/**
 * Whether the request may have left. Only a connection that was never established proves that it has not: for TLS
 * the handshake too. A tunnel through a proxy is handed to the request after the handshake, of which got then knows
 * nothing. When in doubt it has left, since a create that is sent twice makes two accounts (I2).
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

/** Of the branches of a union, the issue that got furthest is the one that means something. */
function deepest(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): { path: PropertyKey[]; message: string } {
  let best: { path: PropertyKey[]; message: string } = { path: [...above], message: "does not fit" };
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
