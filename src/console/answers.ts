import { factText } from "../reporting/fact-text.ts";
import { t } from "../reporting/locales/t.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { diskFull } from "../domain/disk-full.ts";
import { emit } from "../domain/telemetry/events.ts";
import { html } from "../reporting/html/html.ts";
import { prose } from "../reporting/html/parts.ts";
import { Problem } from "../domain/problem.ts";
import { NotFoundProblem } from "../actions/refusals.ts";
import { isApi } from "./access/route.ts";
import { icon } from "../reporting/html/icon.ts";
import { layout, sendPage } from "./layout.ts";
import { placesOf } from "./request-log.ts";

/** A refused request; its sentence is for the person who sent it. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly next: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The field of the form that is wrong. */
  readonly field: string | undefined;
  /** A page that helps. */
  readonly link: readonly [path: string, name: string] | undefined;

  constructor(
    status: number,
    {
      code,
      message,
      next,
      headers,
      field,
      link,
    }: {
      code: string;
      message: string;
      next?: string;
      headers?: Record<string, string>;
      field?: string;
      link?: readonly [path: string, name: string];
    },
  ) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.next = next;
    this.headers = headers ?? {};
    this.field = field;
    this.link = link;
  }
}

/** There is nothing at this address, or nothing any more. */
export function notFound(
  message = t("access.nothing_address"),
  link?: readonly [path: string, name: string],
  next = t("access.go_overview"),
): Refusal {
  return new Refusal(404, { code: "not_found", message, next, ...(link === undefined ? {} : { link }) });
}

/** Refuses a form that is not filled in correctly. */
export function unusable(message: string, next?: string, field?: string): Refusal {
  return new Refusal(400, {
    code: "request_unusable",
    message,
    ...(next === undefined ? {} : { next }),
    ...(field === undefined ? {} : { field }),
  });
}

/** Refuses a request whose text breaks the rules of HTTP, of a form or of JSON. */
export function unreadable(status = 400): Refusal {
  return new Refusal(status, {
    code: "request_unreadable",
    message: t("access.request_cannot_read"),
    next: t("access.go_back_load_page_again_try"),
  });
}

/** Answers a failed request as a page or as JSON, with its sentence only. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error, request);
  reply.code(refusal.status).headers(refusal.headers);
  if (isApi(request.url))
    return reply.send({ code: refusal.code, message: refusal.message, ...(refusal.next === undefined ? {} : { next: refusal.next }) });
  const content = html`<div class="${request.actor !== null && "card empty"}">
    ${request.actor !== null && icon("alert")}
    <p class="problem">${prose(refusal.message)}</p>
    ${refusal.next !== undefined && html`<p class="lead">${prose(refusal.next)}</p>`}
    <p class="row">
      ${refusal.link !== undefined && html`<a class="btn" href="${refusal.link[0]}">${refusal.link[1]}</a>`}<a class="btn" href="/"
        >${t("shell.overview")}</a
      >
    </p>
  </div>`;
  return sendPage(reply, layout({ title: titleOf(refusal.status), request, content }));
}

function asRefusal(error: unknown, request: FastifyRequest): Refusal {
  // No one reads the answer: no handler ran, and every error follows from the lost connection.
  if (request.raw.destroyed && !request.raw.complete) {
    emit("request_cut_off", { request: request.id });
    return unreadable();
  }
  if (error instanceof Refusal) return error;
  const problem = error instanceof Problem ? error : diskFull(error);
  if (problem !== null) {
    const { code, fact, next } = problem;
    if (problem instanceof NotFoundProblem) return notFound(factText(fact), undefined, next && factText(next));
    const status = code === "usage" ? 409 : problem.retryable ? 503 : 422;
    return new Refusal(status, { code, message: factText(fact), ...(next === undefined ? {} : { next: factText(next) }) });
  }
  const status = statusOf(error);
  if (status === 413) {
    return new Refusal(413, { code: "too_large", message: t("access.request_too_large") });
  }
  if (status >= 400 && status < 500) return unreadable(status);
  emit("request_failed", { request: request.id, at: placesOf(error) }, { error });
  return new Refusal(500, {
    code: "defect",
    message: t("access.defect_rollcall_stopped", { id: request.id }),
    next: t("access.please_report_log"),
  });
}

function statusOf(error: unknown): number {
  const status: unknown = error instanceof Error ? Reflect.get(error, "statusCode") : undefined;
  return typeof status === "number" ? status : 500;
}

function titleOf(status: number): string {
  if (status === 404) return t("access.not_found");
  if (status === 403) return t("access.not_allowed");
  if (status === 429) return t("access.too_many_requests");
  return status >= 500 ? t("access.something_went_wrong") : t("access.didnt_work");
}
