import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { html, type Html } from "../../reporting/html/html.ts";
import { rawField } from "./form.ts";
import { newSecret, sameText } from "../../actions/access/secrets.ts";

const CSRF_FIELD = "csrf";
const CSRF_HEADER = "x-csrf-token";

/**
 * A token that only a page of this session can contain; different on each page, so that nothing can be learnt from
 * the length of compressed answers.
 */
export function makeCsrfToken(key: string): string {
  const salt = newSecret();
  return `${salt}.${sign(key, salt)}`;
}

/** Whether a token was made for this session. */
export function isCsrfToken(key: string, token: string): boolean {
  const [salt = "", signature = "", more] = token.split(".");
  return more === undefined && salt !== "" && sameText(signature, sign(key, salt));
}

function sign(key: string, salt: string): string {
  return createHmac("sha256", key).update(salt).digest("base64url");
}

/** The hidden field that every form needs. */
export function csrfField(request: Pick<FastifyRequest, "csrf">): Html {
  return html`<input type="hidden" name="${CSRF_FIELD}" value="${request.csrf()}" />`;
}

/** The token that came with a request: from the form, or from a script's header. */
export function csrfOf(request: FastifyRequest): string {
  const header = request.headers[CSRF_HEADER];
  return typeof header === "string" ? header : rawField(request, CSRF_FIELD);
}
