import { roleLabel } from "../../reporting/labels.ts";
import { t } from "../../reporting/locales/t.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isStorable } from "../../domain/storable.ts";
import { Refusal, unusable } from "../answers.ts";
import { goOn } from "../layout.ts";
import { renewReader } from "../reader.ts";
import type { ConsoleParts } from "../parts.ts";
import type { Actor } from "../../actions/access/rights.ts";
import { identify } from "./identify.ts";
import { csrfOf, isCsrfToken, makeCsrfToken } from "./csrf.ts";
import { isFromUs, isOurHost } from "./origin.ts";
import { isForPeople, may, RIGHTS } from "../../actions/access/rights.ts";
import { dropUpload, isApi, refuseRouteWithoutRight } from "./route.ts";
import { newSecret } from "../../actions/access/secrets.ts";
import { cookieName, cookieOptions, markSessionUsed, type SessionOf } from "./sessions.ts";
import { takeUpload, Uploading, type Upload } from "./upload.ts";

/** An added route. */
interface KnownRoute {
  method: string;
  url: string;
  right: string;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Every route with its right, for the tests and the documentation. */
    knownRoutes: KnownRoute[];
  }
  interface FastifyRequest {
    /** The user or program; `null`: not signed in. */
    actor: Actor | null;
    session: SessionOf | null;
    upload: Upload | null;
    /** Whether its handler runs, which may read the upload after the connection was lost. */
    handling: boolean;
    /** A new token for a form of this page. */
    csrf(): string;
  }
}

const HARMLESS = ["GET", "HEAD", "OPTIONS"];
const FORM_KEY = /^[A-Za-z0-9_-]{43}$/;

/** Adds the checks before a route: host, actor, right, origin, token of the form. */
export function addGuard(app: FastifyInstance, parts: ConsoleParts): void {
  const formCookie = cookieName(parts.url, "form");
  const uploading = new Uploading();
  app.decorateRequest("actor", null);
  app.decorateRequest("session", null);
  app.decorateRequest("upload", null);
  app.decorateRequest("handling", false);
  app.decorateRequest("csrf", () => "");

  app.decorate("knownRoutes", []);

  app.addHook("onRoute", ({ method, url, config }) => {
    refuseRouteWithoutRight(method, url, config?.right);
    for (const one of [method].flat()) app.knownRoutes.push({ method: one, url, right: config?.right ?? "" });
  });

  app.addHook("onRequest", async (request, reply) => {
    // A page is for one person and is not cached; assets override this.
    reply.header("cache-control", "no-store");
    request.csrf = () => makeCsrfToken(request.session?.csrfKey ?? formKey(request, reply));
    if (request.routeOptions.config.anyHost !== true && !isOurHost(request.headers.host, parts)) throw unknownHost();
    Object.assign(request, await identify(request, parts));
    if (request.session !== null) await markSessionUsed(parts, request.session);
    renewReader(request, parts);
    const right = request.routeOptions.config.right;
    if (right === undefined || request.is404) return undefined;
    if (!HARMLESS.includes(request.method) && request.actor?.via !== "token" && !isFromUs(request, parts)) throw otherSite();
    if (right === "anyone") return undefined;
    if (request.actor === null) return askToSignIn(request, reply);
    if (!may(request.actor, right)) throw notAllowed(request.actor, right);
    if (request.actor.via === "token" && isForPeople(right)) throw personNeeded();
    return undefined;
  });

  app.addHook("preValidation", async (request, reply) => {
    if (request.is404 || HARMLESS.includes(request.method)) return;
    const { upload } = request.routeOptions.config;
    if (request.isMultipart()) {
      // Its fields would be lost: a plan would become a run that applies its changes.
      if (upload === undefined) throw unusable(t("access.no_file_can"), t("access.send_fields_json"));
      // `onResponse` does not follow where the connection is lost.
      reply.raw.once("close", () => void (request.handling || dropUpload(request)));
      await uploading.run(request.actor, () => takeUpload(request, parts.uploads, upload.bytes, () => checkForm(request)));
    }
    checkForm(request);
  });

  function checkForm(request: FastifyRequest): void {
    if (request.actor?.via === "token") return;
    const key = request.session?.csrfKey ?? request.cookies[formCookie] ?? null;
    if (key === null || !isCsrfToken(key, csrfOf(request))) throw formExpired();
  }

  // After an upload was taken: its fields are the body then.
  app.addHook("preValidation", async ({ params, query, body }) => {
    if (![params, query, body].every(isStorable)) throw brokenText();
  });

  /** Who has not signed in has forms too; their tokens hang on a cookie of their own. */
  function formKey(request: FastifyRequest, reply: FastifyReply): string {
    const known = request.cookies[formCookie];
    if (known !== undefined && FORM_KEY.test(known)) return known;
    const key = newSecret();
    request.cookies[formCookie] = key;
    reply.setCookie(formCookie, key, cookieOptions(parts.url));
    return key;
  }
}

function askToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isApi(request.url)) {
    throw new Refusal(401, {
      code: "sign_in_needed",
      message: t("access.needs_session_token"),
      next: t("access.send_api_token"),
      headers: { "www-authenticate": "Bearer" },
    });
  }
  // A form is not submitted again after the sign-in: the person sees the page first.
  const next = request.method === "GET" && request.url !== "/" ? `?next=${encodeURIComponent(request.url)}` : "";
  return goOn(reply, `/sign-in${next}`);
}

function notAllowed({ role }: Actor, right: keyof typeof RIGHTS): Refusal {
  return new Refusal(403, {
    code: "not_allowed",
    message: t("access.needs_role_needed", {
      needed: roleLabel(RIGHTS[right]),
      role: roleLabel(role),
    }),
    next: t("access.ask_administrator_rollcall"),
  });
}

function personNeeded(): Refusal {
  return new Refusal(403, {
    code: "person_needed",
    message: t("access.token_cannot_grant"),
    next: t("access.sign_in_to_grant"),
  });
}

function brokenText(): Refusal {
  return unusable(t("access.text_request_contains"), t("access.send_text_valid"));
}

function unknownHost(): Refusal {
  return new Refusal(421, {
    code: "unknown_host",
    message: t("access.rollcall_not_answer"),
    next: t("access.use_address_rollcall"),
  });
}

function otherSite(): Refusal {
  return new Refusal(403, {
    code: "other_site",
    message: t("access.not_sent_page"),
    next: t("access.open_rollcall_itself"),
  });
}

function formExpired(): Refusal {
  return new Refusal(403, {
    code: "form_expired",
    message: t("access.form_not_session"),
    next: t("access.go_back_load_page_again_send"),
  });
}
