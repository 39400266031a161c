import { ServiceProblem } from "../../learning-service/errors.ts";
import type { AuthSettings } from "../../model/settings.ts";

/** What a request failed at: nobody was there, the token, or what was asked for. */
export type Culprit = "connection" | "token" | "request";

export interface Remedy {
  settings: readonly string[];
  advice: string;
}

const ADDRESS = "service.base_url";
const PAGE = "service.dialect.page_size";
const PAGING = "service.dialect.paging";
const HEADER = ["service.auth.header", "service.auth.scheme"];
const OF_THE_TOKEN = new Set(["credentials_refused", "refresh_answer_lost", "unauthorized"]);

export function culpritOf(problem: ServiceProblem): Culprit {
  if (problem.code === "no_connection") return "connection";
  // A call that had to wait for a token which never came was not sent, whatever the service said about the token.
  return problem.sent === "no" || OF_THE_TOKEN.has(problem.code) ? "token" : "request";
}

/** Whether there is no sense in asking the service for anything else at the moment. */
export function isOver(problem: ServiceProblem): boolean {
  return culpritOf(problem) !== "request" || (problem.retryable && problem.code !== "list_incomplete");
}

/** Which settings may be wrong when a request failed so, and what to do. */
export function remedyFor(problem: ServiceProblem, auth: AuthSettings): Remedy {
  const next = problem.next ?? "Try again later, and ask the service's operators if it stays so.";
  switch (culpritOf(problem)) {
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
      const strange = problem.cause instanceof ServiceProblem && problem.cause.code === "answer_unreadable";
      if (!strange) return { settings: ["service.auth.refresh_token"], advice: next };
      return {
        settings: [ADDRESS, "service.auth.refresh_token"],
        advice: `What came is no answer of the interface: perhaps something else than the learning service answers at this address. ${next}`,
      };
    }
    case "unauthorized":
      return {
        settings: HEADER,
        advice: `The token goes out as \`${header}: ${`${scheme} `.trimStart()}…\` and is refused although it is new: ask the service's operators how it wants to be shown.`,
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
        advice: `${next} Some gateways answer so, too, where they cannot find the token: then it is these settings.`,
      };
    case "not_found":
    case "unexpected_status":
      return { settings: [ADDRESS], advice: next };
    case "answer_unreadable":
      if (!problem.retryable) return { settings: [], advice: next };
      return { settings: [ADDRESS], advice: "Perhaps something else than the learning service answers at this address." };
    case "bad_request":
    case "invalid_parameters":
    case "unprocessable":
    case "specification_violation":
      return { settings: [PAGE], advice: "A list is asked for with `_start` and `_limit` only: try smaller pages." };
    case "list_incomplete":
      return { settings: [next.includes(PAGING) ? PAGING : PAGE], advice: next };
    case "answer_lost":
    case "request_timeout":
    case "gateway":
      return { settings: ["service.timeout", PAGE], advice: "Try again; if it stays so, allow more time, or ask for smaller pages." };
    case "rate_limited":
      return { settings: ["service.rate.per_second"], advice: next };
    default:
      return { settings: [], advice: next };
  }
}
