import { wordsOf } from "../../domain/facts/fact.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import type { AuthSettings } from "../../domain/settings.ts";

/** The part of a request that failed: the connection, the token, or the request itself. */
export type FailedSetting = "connection" | "token" | "request";

export interface Remedy {
  settings: readonly string[];
  advice: string;
}

const ADDRESS = "service.base_url";
const PAGE = "service.dialect.page_size";
const PAGING = "service.dialect.paging";
const HEADER = ["service.auth.header", "service.auth.scheme"];
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
  const next = problem.next === undefined ? "Try again later. If nothing changes, ask the service's operators." : wordsOf(problem.next);
  switch (failedSettingOf(problem)) {
    case "connection":
      return { settings: [ADDRESS], advice: next };
    case "token":
      return ofToken(problem, auth, next);
    case "request":
      return ofRequest(problem, next);
  }
}

function ofToken(problem: ServiceProblem, { client, header, scheme }: AuthSettings, next: string): Remedy {
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
        advice: `The answer does not match the interface. Something other than the learning service may answer at this address. ${next}`,
      };
    }
    case "unauthorized":
      return {
        settings: HEADER,
        advice: `The token is sent as \`${header}: ${`${scheme} `.trimStart()}…\` and is refused although it is new. Ask the service's operators how it must be sent.`,
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

function ofRequest(problem: ServiceProblem, next: string): Remedy {
  switch (problem.code) {
    case "forbidden":
      return {
        settings: HEADER,
        advice: `${next} Some gateways also answer like this if they cannot find the token; then check these settings.`,
      };
    case "not_found":
    case "unexpected_status":
      return { settings: [ADDRESS], advice: next };
    case "answer_unreadable":
      if (!problem.retryable) return { settings: [], advice: next };
      return { settings: [ADDRESS], advice: "Something other than the learning service may answer at this address." };
    case "bad_request":
    case "invalid_parameters":
    case "unprocessable":
    case "specification_violation":
      return { settings: [PAGE], advice: "A list is requested with only `_start` and `_limit`. Try smaller pages." };
    case "list_incomplete":
      return { settings: [next.includes(PAGING) ? PAGING : PAGE], advice: next };
    case "answer_lost":
    case "request_timeout":
    case "gateway":
      return { settings: ["service.timeout", PAGE], advice: "Try again. If nothing changes, allow more time or use smaller pages." };
    case "rate_limited":
      return { settings: ["service.rate.per_second"], advice: next };
    default:
      return { settings: [], advice: next };
  }
}
