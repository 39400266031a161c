/** The message about an action that the next page shows once. Its cookie has the fact, signed with the session's key. */
import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { withTexts, type Code, type Fact } from "../domain/facts/fact.ts";
import { FACTS } from "../domain/facts/registry.ts";
import { data, html, type Html, type HtmlValue } from "../reporting/html/html.ts";
import { t, tHtml } from "../reporting/locales/t.ts";
import { sameText } from "../actions/access/secrets.ts";
import { cookieName, cookieOptions } from "./access/sessions.ts";
import { icon } from "../reporting/html/icon.ts";
import { outcomeField, undoAnyText, undoSheet, undoText } from "./pages/review/undo.ts";
import type { ConsoleParts } from "./parts.ts";

interface Flash {
  said: Fact;
  /** The page with the details of what was done. */
  details?: string;
  /** The outcome of a decision, which the message offers to undo. */
  undo?: string;
}

/** Where a form leads, and what the page there says. */
export interface Redirect {
  to: string;
  flash: Flash;
}

declare module "fastify" {
  interface FastifyRequest {
    flash: {
      /** Leaves a message for the page that this session opens next. */
      leave(flash: Flash): void;
      /** Draws the message that was left, once. */
      take(): Html | null;
    };
  }
}

/** Browsers drop cookies of more than 4 KB. */
const MAX_VALUE_LENGTH = 200;
const LIFETIME_S = 300;

/** Returns a redirect to a page that says what was done. */
export function doneAt(to: string, said: Fact): Redirect {
  return { to, flash: { said } };
}

/** Returns the redirect with a link to the details of what was done, and the outcome of a decision to undo. */
export function withDetails({ to, flash }: Redirect, details: string, undo?: string): Redirect {
  return { to, flash: { ...flash, details, ...(undo === undefined ? {} : { undo }) } };
}

/** Lets actions leave a message, and pages show it. */
export function addFlash(app: FastifyInstance, { url }: ConsoleParts): void {
  const cookie = cookieName(url, "flash");
  app.decorateRequest("flash");
  app.addHook("onRequest", async (request, reply) => {
    request.flash = {
      leave: (flash) => {
        const key = request.session?.csrfKey;
        if (key !== undefined) reply.setCookie(cookie, signed(key, flash), { ...cookieOptions(url), maxAge: LIFETIME_S });
      },
      take: () => {
        const sent = request.cookies[cookie];
        if (sent === undefined) return null;
        reply.clearCookie(cookie, cookieOptions(url));
        const flash = read(request.session?.csrfKey, sent);
        return flash === null ? null : draw(flash, request);
      },
    };
  });
}

function signed(sessionKey: string, { said, ...links }: Flash): string {
  const short = withTexts(said, (text) => text.slice(0, MAX_VALUE_LENGTH));
  const text = Buffer.from(JSON.stringify({ said: short, ...links })).toString("base64url");
  return `${text}.${sign(sessionKey, text)}`;
}

function read(sessionKey: string | undefined, sent: string): Flash | null {
  const [text = "", signature = ""] = sent.split(".");
  if (sessionKey === undefined || !sameText(signature, sign(sessionKey, text))) return null;
  const flash = JSON.parse(Buffer.from(text, "base64url").toString()) as Flash;
  // Another version of Rollcall may have signed it.
  return Object.hasOwn(flash, "said") && Object.hasOwn(FACTS, flash.said.code) ? flash : null;
}

function sign(key: string, text: string): string {
  return createHmac("sha256", key).update(`flash ${text}`).digest("base64url");
}

function draw({ said: { code, values }, details, undo }: Flash, request: FastifyRequest): Html {
  const drawn = Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? data(value) : value]);
  const sentence = tHtml(code, Object.fromEntries(drawn) as Record<string, HtmlValue>);
  const sheet = undo === undefined ? null : undoSheet(request, { id: "undo-last", subject: outcomeField(undo), ...undoing(code, values) });
  // It was added, and will not work yet.
  const warns = code === "job.schedule_is_added_early";
  return html`<div class="banner ${warns ? "warn" : "good"}${sheet !== null && " decided"}" role="status">
      ${icon(warns ? "alert" : "check")}
      <p class="grow">${sentence}</p>
      ${(details !== undefined || sheet !== null) && html`<p class="row">${sheet?.button}${details !== undefined && html`<a href="${details}">${t("review.details_page")}</a>`}</p>`}
    </div>
    ${sheet?.sheet}`;
}

/** Says what undoing a decision does. Whether a removal is applied meanwhile is not known. */
function undoing(code: Code, { n }: Fact["values"]): { explanation: string; adding: boolean } {
  const kept = code === "removal.some_are_kept_of_all" || code === "removal.some_are_kept";
  return kept
    ? { explanation: undoText({ verdict: "rejected", open: Number(n), applied: 0 }), adding: false }
    : { explanation: undoAnyText(), adding: true };
}
