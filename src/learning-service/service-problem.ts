import type { Audience, ExitCode } from "../model/problem.ts";
import { EXIT, Problem } from "../model/problem.ts";
import type { AnswerHeaders, ServerError } from "./server-error.ts";

/** Did the request leave? `maybe`: it was sent and no answer came. `yes`: the service answered it. */
export type Sent = "no" | "maybe" | "yes";

export type { AnswerHeaders };

export interface ServiceProblemOptions {
  code: string;
  exit?: ExitCode;
  audience?: Audience;
  retryable?: boolean;
  next?: string | undefined;
  cause?: unknown;
  status?: number | null;
  sent: Sent;
  retryAfterMs?: number | null;
  words?: string;
  named?: readonly string[];
  server?: ServerError;
  /** Of the answer, for the caller's memory only. */
  answer?: { headers: AnswerHeaders; body: unknown } | undefined;
}

/** Anything that went wrong between us and the learning service. */
export class ServiceProblem extends Problem {
  readonly status: number | null;
  readonly sent: Sent;
  readonly retryAfterMs: number | null;
  /** The service's own words: short, without tokens and without what the request held. Also `serverMessage`. */
  readonly words: string;
  /** With `group_removal_requires_confirmation`: what the service named, unresolved. Empty: unreadable. */
  readonly named: readonly string[];
  /** The service's own error code, such as `user_exists`; `null` without one that can be read. */
  readonly serverCode: string | null;
  /** The field that the service complains about; `null` where it names none. */
  readonly field: string | null;
  /** The service's own id of the request, for its operators; `null` without one. */
  readonly requestId: string | null;
  // Private, so that no log, JSON or inspection shows them: the body may hold personal data.
  readonly #answer: ServiceProblemOptions["answer"];
  readonly #options: ServiceProblemOptions;

  constructor(message: string, options: ServiceProblemOptions) {
    super(message, {
      code: options.code,
      exit: options.exit ?? EXIT.service,
      audience: options.audience ?? "service",
      retryable: options.retryable ?? false,
      ...(options.next === undefined ? {} : { next: options.next }),
      ...(options.cause === undefined ? {} : { cause: options.cause }),
    });
    this.status = options.status ?? null;
    this.sent = options.sent;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.words = options.words ?? "";
    this.named = options.named ?? [];
    this.serverCode = options.server?.code ?? null;
    this.field = options.server?.field ?? null;
    this.requestId = options.server?.requestId ?? null;
    this.#answer = options.answer;
    this.#options = options;
  }

  /** The service's own message: short, without tokens and without the values of the request. */
  get serverMessage(): string {
    return this.words;
  }

  /** The headers of the answer; empty without one. May hold secrets: never log them. */
  get headers(): AnswerHeaders {
    return this.#answer?.headers ?? {};
  }

  /** The answer's body: JSON, else its text; `undefined` without an answer. May hold personal data: never log it. */
  get body(): unknown {
    return this.#answer?.body;
  }

  /** Returns the same answer under another message, with some options changed. */
  derive(message: string, changes: Partial<ServiceProblemOptions>): ServiceProblem {
    return new ServiceProblem(message, { ...this.#options, ...changes });
  }
}
