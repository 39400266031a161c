import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import type { AuthSettings } from "../../domain/settings.ts";

/** The part of a request that failed: the connection, the token, or the request itself. */
export type FailedSetting = "connection" | "token" | "request";

export interface Remedy {
  settings: readonly string[];
  advice: Fact;
}

const ADDRESS = "service.base_url";
const PAGE = "service.dialect.page_size";
const PAGING = "service.dialect.paging";
const HEADER = ["service.auth.header", "service.auth.scheme"];
const OTHER_SERVICE = fact("check.perhaps_another_service", {});
const TOKEN_CODES = new Set(["credentials_refused", "refresh_answer_lost", "unauthorized"]);

export function failedSettingOf(problem: ServiceProblem): FailedSetting {
  if (problem.code === "no_connection") return "connection";
  // A request that was not sent was waiting for a token.
  return problem.sent === "no" || TOKEN_CODES.has(problem.code) ? "token" : "request";
}

/** Returns whether further requests to the service would be pointless now. */
export function isOver(problem: ServiceProblem): boolean {
  return failedSettingOf(problem) !== "request" || (problem.retryable && problem.code !== "list_incomplete");
}

/** Returns the settings that may be wrong after a failed request, and what to do. */
export function remedyFor(problem: ServiceProblem, auth: AuthSettings): Remedy {
  const next = problem.next ?? fact("check.try_later", {});
  switch (failedSettingOf(problem)) {
    case "connection":
      return { settings: [ADDRESS], advice: next };
    case "token":
      return ofToken(problem, auth, next);
    case "request":
      return ofRequest(problem, next);
  }
}

function ofToken(problem: ServiceProblem, { client, header, scheme }: AuthSettings, next: Fact): Remedy {
  const grant = client === null ? [] : ["service.auth.grant"];
  switch (problem.code) {
    case "credentials_refused":
      if (client === null) return { settings: ["service.auth.refresh_token"], advice: next };
      return { settings: ["service.auth.client_id", "service.auth.client_secret", "service.auth.client_authentication"], advice: next };
    case "refresh_answer_lost": {
      const unreadable = problem.cause instanceof ServiceProblem && problem.cause.code === "answer_unreadable";
      if (!unreadable) return { settings: ["service.auth.refresh_token"], advice: next };
      return {
        settings: [ADDRESS, "service.auth.refresh_token"],
        advice: inTurn(fact("check.answer_unlike_interface", {}), OTHER_SERVICE, next),
      };
    }
    case "unauthorized":
      return {
        settings: HEADER,
        advice: fact("check.ask_header", { header: `${header}: ${`${scheme} `.trimStart()}…` }),
      };
    case "not_found":
    case "unexpected_status":
      return { settings: [ADDRESS, ...grant], advice: next };
    case "rate_limited":
      return { settings: ["service.rate.per_second"], advice: next };
    default:
      return { settings: grant, advice: next };
  }
}

function ofRequest(problem: ServiceProblem, next: Fact): Remedy {
  switch (problem.code) {
    case "forbidden":
      return {
        settings: HEADER,
        advice: inTurn(next, fact("check.perhaps_gateway", {})),
      };
    case "not_found":
    case "unexpected_status":
      return { settings: [ADDRESS], advice: next };
    case "answer_unreadable":
      if (!problem.retryable) return { settings: [], advice: next };
      return { settings: [ADDRESS], advice: OTHER_SERVICE };
    case "bad_request":
    case "invalid_parameters":
    case "unprocessable":
    case "specification_violation":
      return { settings: [PAGE], advice: fact("check.try_smaller_pages", {}) };
    case "list_incomplete":
      return { settings: [next.code === "service.set_no_paging" ? PAGING : PAGE], advice: next };
    case "answer_lost":
    case "request_timeout":
    case "gateway":
      return { settings: ["service.timeout", PAGE], advice: fact("check.allow_more_time", {}) };
    case "rate_limited":
      return { settings: ["service.rate.per_second"], advice: next };
    default:
      return { settings: [], advice: next };
  }
}
