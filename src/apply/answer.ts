import type { ServiceProblem } from "../learning-service/errors/errors.ts";

/** Turns an answer into an operation's outcome; see the table in docs/internals/architecture.md. */
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

/** Returns what a failed request means for its operation. */
export function meaningOf(kind: "create" | "update", problem: ServiceProblem): Meaning {
  const { effect, sent, retryable } = problem;
  if (effect === "stop") return "stop";
  if (effect === "refused") return "failed";
  // The request never left, so even a create can be sent again.
  if (sent === "no") return "retry";
  if (effect === "limited") return "wait";
  if (kind === "create") return "uncertain";
  if (effect === "wait") return "wait";
  return retryable ? "retry" : "failed";
}

/** Returns whether the problem concerns the service rather than one person. */
export function isServiceTrouble(problem: ServiceProblem): boolean {
  return problem.retryable || problem.effect === "stop";
}
