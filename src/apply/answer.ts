import type { ServiceProblem } from "../learning-service/errors.ts";

/** What an answer means for an operation: the table of docs/architecture.md, "An operation". */
export type Meaning =
  /** Refused for good, with the service's own words; the same request fails again. */
  | "failed"
  /** Nothing is known: a create may have happened. Never sent again blindly (I2). */
  | "uncertain"
  /** Safe to send again after a backoff. */
  | "retry"
  /** The service asks for patience: everybody waits, then it is sent again. */
  | "wait"
  /** The service does not know us: nothing can be sent until a person has done something. */
  | "stop";

const refusedForGood = new Set([
  "invalid_parameters",
  "bad_request",
  "forbidden",
  "not_found",
  "conflict",
  "unprocessable",
  "specification_violation",
  "group_removal_requires_confirmation",
]);
/** Nothing at all can be sent before a person has done something. */
const needsPerson = new Set(["unauthorized", "credentials_refused", "refresh_answer_lost", "emergency_stop"]);

export function meaningOf(kind: "create" | "update", problem: ServiceProblem): Meaning {
  if (needsPerson.has(problem.code)) return "stop";
  if (refusedForGood.has(problem.code)) return "failed";
  // Nothing left, so nothing happened: even a create may go again.
  if (problem.sent === "no") return "retry";
  if (problem.status === 429) return "wait";
  if (kind === "create") return "uncertain";
  if (problem.status === 408 || problem.status === 503) return "wait";
  return problem.retryable ? "retry" : "failed";
}

/** Whether the problem says something about the service rather than about one person. */
export function isServiceTrouble(problem: ServiceProblem): boolean {
  return problem.retryable || needsPerson.has(problem.code);
}
