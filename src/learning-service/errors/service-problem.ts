import type { Fact } from "../../domain/facts/fact.ts";
import type { Audience, ExitCode } from "../../domain/problem.ts";
import { EXIT, Problem } from "../../domain/problem.ts";
import type { AnswerHeaders, ServerError } from "./server-error.ts";

/** Whether the request was sent. `maybe`: it was sent without an answer. `yes`: the service answered. */
export type Sent = "no" | "maybe" | "yes";

export type { AnswerHeaders };

/** The effect of a status on the request; see the table in docs/internals/architecture.md. */
export type StatusEffect =
  /** Refused: the same request would fail again. */
  | "refused"
  /** Nothing can be sent until a person acts. */
  | "stop"
  /** Not processed: everyone waits, then it is sent again, even a create. */
  | "limited"
  /** Everyone waits, then it is sent again; a create may have happened. */
  | "wait"
  /** Sent again after a backoff; a create may have happened. */
  | "retry";

export interface ServiceProblemOptions {
  code: string;
  exit?: ExitCode;
  audience?: Audience;
  retryable?: boolean;
  next?: Fact | undefined;
  cause?: unknown;
  status?: number | null;
  effect?: StatusEffect | null;
  sent: Sent;
  retryAfterMs?: number | null;
  serverMessage?: string;
  named?: readonly string[];
  server?: ServerError;
  /** The answer, kept in memory only. */
  answer?: { headers: AnswerHeaders; body: unknown } | undefined;
}

/** Any failure of a call to the learning service. */
export class ServiceProblem extends Problem {
  readonly status: number | null;
  /** `null`: the status is not documented, or the problem is not about one. */
  readonly effect: StatusEffect | null;
  readonly sent: Sent;
  readonly retryAfterMs: number | null;
  /** The service's own message: short, without tokens and values of the request. */
  readonly serverMessage: string;
  /** With `group_removal_requires_confirmation`: the groups as the service named them. Empty: unreadable. */
  readonly named: readonly string[];
  /** The service's own error code, such as `user_exists`; `null` if missing or unreadable. */
  readonly serverCode: string | null;
  /** The field that the error is about; `null` if the service names none. */
  readonly field: string | null;
  /** The service's request id, for its operators; `null` without one. */
  readonly requestId: string | null;
  // Private, so that logs, JSON and inspection omit them: the body may contain personal data.
  readonly #answer: ServiceProblemOptions["answer"];
  readonly #options: ServiceProblemOptions;

  constructor(said: Fact, options: ServiceProblemOptions) {
    super(said, {
      code: options.code,
      exit: options.exit ?? EXIT.service,
      audience: options.audience ?? "service",
      retryable: options.retryable ?? false,
      next: options.next,
      ...(options.cause === undefined ? {} : { cause: options.cause }),
    });
    const { endpoint } = this.fact.values;
    this.status = options.status ?? null;
    // For programs that use the client; Rollcall itself words the fact.
    this.message = [endpoint, said.code, this.status === null ? undefined : `status ${this.status}`, options.serverMessage]
      .filter((part) => typeof part === "string" && part !== "")
      .join(": ");
    this.effect = options.effect ?? null;
    this.sent = options.sent;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.serverMessage = options.serverMessage ?? "";
    this.named = options.named ?? [];
    this.serverCode = options.server?.code ?? null;
    this.field = options.server?.field ?? null;
    this.requestId = options.server?.requestId ?? null;
    this.#answer = options.answer;
    this.#options = options;
  }

  /** The headers of the answer; empty without one. May contain secrets: never log them. */
  get headers(): AnswerHeaders {
    return this.#answer?.headers ?? {};
  }

  /** The answer's body: JSON, else its text; `undefined` without an answer. May contain personal data: never log it. */
  get body(): unknown {
    return this.#answer?.body;
  }

  /** Returns a copy with another message and some options changed. */
  derive(said: Fact, changes: Partial<ServiceProblemOptions>): ServiceProblem {
    return new ServiceProblem(said, { ...this.#options, ...changes });
  }
}
