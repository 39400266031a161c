import type { ServiceProblem } from "../learning-service/errors/errors.ts";

/** Turns an answer into an operation's outcome; see the table in docs/architecture.md. */
export type Meaning =
  /** Refused with the service's message; the same request would fail again. */
  | "failed"
  /** The outcome is unknown: the create may have happened. Never sent again automatically (I2). */
  | "uncertain"
  /** Safe to send again after a backoff. */
  | "retry"
  /** The service asks to wait: all operations wait, then this one is sent again. */
  | "wait"
  /** Nothing can be sent until a person acts, for example on refused credentials. */
  | "stop";

const permanentRefusals = new Set([
  "invalid_parameters",
  "bad_request",
  "forbidden",
  "not_found",
  "conflict",
  "unprocessable",
  "specification_violation",
  "group_removal_requires_confirmation",
]);
/** Nothing can be sent until a person acts. */
const needsPerson = new Set(["unauthorized", "credentials_refused", "refresh_answer_lost", "emergency_stop"]);

/** Returns what a failed request means for its operation. */
export function meaningOf(kind: "create" | "update", problem: ServiceProblem): Meaning {
  if (needsPerson.has(problem.code)) return "stop";
  if (permanentRefusals.has(problem.code)) return "failed";
  // The request never left, so even a create can be sent again.
  if (problem.sent === "no") return "retry";
  if (problem.status === 429) return "wait";
  if (kind === "create") return "uncertain";
  if (problem.status === 408 || problem.status === 503) return "wait";
  return problem.retryable ? "retry" : "failed";
}

/** Returns whether the problem concerns the service rather than one person. */
export function isServiceTrouble(problem: ServiceProblem): boolean {
  return problem.retryable || needsPerson.has(problem.code);
}
