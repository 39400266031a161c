import { RequestError } from "got";
import type { z } from "zod";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { AdviceCode, AnsweredCode } from "../../domain/facts/subjects/service.ts";
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
import { mismatchOf } from "./mismatch.ts";

export { ServiceProblem, type Sent } from "./service-problem.ts";

interface StatusRule {
  code: string;
  what: AnsweredCode;
  effect: StatusEffect | null;
  retryable: boolean;
  audience: Audience;
  exit: ExitCode;
  next?: Fact;
}

function rule(
  code: string,
  what: AnsweredCode,
  audience: Audience,
  exit: ExitCode,
  effect: StatusEffect | null,
  next?: AdviceCode,
): StatusRule {
  const retryable = effect === "limited" || effect === "wait" || effect === "retry";
  return { code, what, audience, exit, effect, retryable, ...(next === undefined ? {} : { next: fact(next, {}) }) };
}

/** Only 412, 500 and 512 are documented (interface: "Errors"); the others have their meaning in HTTP. */
const BY_STATUS: Readonly<Record<number, StatusRule>> = {
  400: rule("bad_request", "service.rejected_request", "hr", EXIT.partly, "refused"),
  401: rule("unauthorized", "service.rejected_token", "admin", EXIT.service, "stop", "service.replace_token"),
  403: rule("forbidden", "service.denied", "admin", EXIT.service, "refused", "service.ask_permissions"),
  404: rule("not_found", "service.not_found", "admin", EXIT.service, "refused", "service.check_address"),
  408: rule("request_timeout", "service.request_timeout", "service", EXIT.service, "wait"),
  409: rule("conflict", "service.conflict", "hr", EXIT.partly, "refused"),
  412: rule("invalid_parameters", "service.rejected_values", "hr", EXIT.partly, "refused"),
  422: rule("unprocessable", "service.rejected_values", "hr", EXIT.partly, "refused"),
  429: rule("rate_limited", "service.rate_limited", "service", EXIT.service, "limited", "service.lower_rate"),
  500: rule("server_error", "service.failed", "service", EXIT.service, "retry"),
  502: rule("gateway", "service.gateway_unreachable", "service", EXIT.service, "retry"),
  503: rule("unavailable", "service.unavailable", "service", EXIT.service, "wait"),
  504: rule("gateway", "service.gateway_timeout", "service", EXIT.service, "retry"),
  512: rule("specification_violation", "service.interface_violated", "us", EXIT.defect, "refused", "service.check_dialect"),
};

const OTHER_5XX = rule("server_error", "service.failed", "service", EXIT.service, "retry");
const UNEXPECTED = rule("unexpected_status", "service.unexpected_status", "admin", EXIT.service, null, "service.check_address");

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
      return new ServiceProblem(fact("service.removal_unconfirmed", { endpoint: context.endpoint }), {
        code: REMOVAL_CODE,
        effect: "refused",
        exit: EXIT.partly,
        audience: "hr",
        status,
        sent: "yes",
        serverMessage,
        named: refusal.named,
        ...kept,
      });
    }
  }
  const location = locationOf(answer, context.hidden);
  const details = [
    ...(location === null ? [] : [fact("service.redirects", { address: location })]),
    ...(serverMessage === "" ? [] : [fact("service.message", { text: serverMessage })]),
  ];
  // A setting can fix this, so it is not a bug.
  const unpaged = status === 512 && context.paged === true;
  return new ServiceProblem(fact(found.what, { endpoint: context.endpoint, status, details }), {
    ...found,
    ...(location === null ? {} : { next: fact("service.set_new_address", {}) }),
    ...(unpaged ? { next: fact("service.check_paging", {}), exit: EXIT.service } : {}),
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
  return new ServiceProblem(fact("service.not_json", { endpoint: context.endpoint, status: answer.status }), {
    code: "answer_unreadable",
    status: answer.status,
    sent: "yes",
    retryable: true,
    ...detailsOf(answer, answer.text, context),
  });
}

/** Returns the problem for a success whose body does not match the schema. Names endpoint and field, never the value. */
export function notAsDocumented(
  { issues, value }: { issues: readonly z.core.$ZodIssue[]; value: unknown },
  where: readonly PropertyKey[],
  answered: Answer,
  context: CallContext,
): ServiceProblem {
  const { path, what } = mismatchOf(issues, value);
  const { endpoint } = context;
  const field = [...where, ...path].map(String).join(".");
  const said =
    field === "" ? fact("service.body_unlike_interface", { endpoint, what }) : fact("service.unlike_interface", { endpoint, field, what });
  return new ServiceProblem(said, {
    code: "answer_unreadable",
    status: answered.status,
    sent: "yes",
    ...detailsOf(answered, parseAnswer(answered.text), context),
    next: fact("service.ask_interface", {}),
  });
}

/** Returns the problem for a transport error. `sent` says whether the request left, because only then can a create have happened. */
export function problemOfTransport(error: unknown, context: CallContext, tunnelled: boolean): ServiceProblem {
  const code = errorCode(error);
  const cause = new Error(code);
  if (!hasLeft(error, tunnelled)) {
    const { what, next } = connectionAdvice(code);
    return new ServiceProblem(fact(what, { endpoint: context.endpoint, code }), {
      code: "no_connection",
      sent: "no",
      retryable: true,
      cause,
      next: fact(tunnelled ? "service.check_proxy" : next, {}),
    });
  }
  return answerLost(code, context);
}

/** Returns the problem for a request that may have had an effect, and whose answer cannot be known. */
export function answerLost(code: string, { endpoint }: CallContext): ServiceProblem {
  return new ServiceProblem(fact("service.answer_lost", { endpoint, code }), {
    code: "answer_lost",
    sent: "maybe",
    retryable: true,
    cause: new Error(code),
  });
}

/** Returns the problem for a call that Rollcall stopped; `sent` says whether it may have had an effect. */
export function stopped(error: unknown, context: CallContext, tunnelled = false): ServiceProblem {
  return new ServiceProblem(fact("service.stopped", { endpoint: context.endpoint }), {
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
