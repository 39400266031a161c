import { t } from "../reporting/locales/t.ts";
import fastifyCookie from "@fastify/cookie";
import fastifyFormbody from "@fastify/formbody";
import fastifyHelmet from "@fastify/helmet";
import fastifyMultipart from "@fastify/multipart";
import fastifyRateLimit from "@fastify/rate-limit";
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { addGuard } from "./access/guard.ts";
import { route } from "./access/route.ts";
import { emit } from "../domain/telemetry/events.ts";
import { asReader } from "../reporting/locales/reader.ts";
import { answerError, notFound, Refusal } from "./answers.ts";
import { addAssets } from "./assets.ts";
import { addFlash } from "./flash.ts";
import { addNavigation } from "./navigation.ts";
import type { ConsoleParts } from "./parts.ts";
import { beforeRuns } from "../state/database/session-queue.ts";
import { addReader } from "./reader.ts";
import { serverLog } from "./request-log.ts";
import { addTheme } from "./theme.ts";

/** Routes of one area, added with `route()`. */
export type Area = (app: FastifyInstance, parts: ConsoleParts) => void;

/** Requests per address and minute; a page with its assets needs a handful. */
const REQUESTS_A_MINUTE = 600;

/** Builds the console as a server that does not listen yet: the hooks of all routes, and the areas. */
export async function buildConsole(parts: ConsoleParts, areas: readonly Area[]): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: serverLog(),
    logController: new LogController({ disableRequestLogging: true }),
    // Request ids are our own: a header's text would be logged.
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID().slice(0, 13),
    bodyLimit: 256 << 10,
    requestTimeout: 300_000,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 200 },
    trustProxy: parts.settings.trustProxy.length === 0 ? false : [...parts.settings.trustProxy],
    frameworkErrors: (error, _request, reply) => {
      // A path that cannot be read: no hook has seen it, so there is neither a host that was checked nor a page.
      emit("request_unreadable", { why: error.code });
      void answerUnreadable(reply);
    },
  });
  app.setErrorHandler((error, request, reply) => asReader(request.reader, () => answerError(error, request, reply)));
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  await addSecurityHeaders(app, parts);
  await app.register(fastifyCookie);
  await app.register(fastifyFormbody);
  await app.register(fastifyMultipart);
  await app.register(fastifyRateLimit, {
    global: false,
    max: REQUESTS_A_MINUTE,
    timeWindow: 60_000,
    addHeadersOnExceeding: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false },
    errorResponseBuilder: () =>
      new Refusal(429, { code: "too_many_requests", message: t("access.too_many_requests_address"), next: t("access.wait_minute") }),
  });
  const ends = new WeakMap<FastifyRequest, () => void>();
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.method === "GET") ends.set(request, beforeRuns(done));
    else done();
  });
  // Runs do not wait for what is read while an answer is sent: a download may take minutes.
  app.addHook("onSend", async (request) => ends.get(request)?.());
  // First, so that a refusal is in the language of its reader.
  addReader(app, parts);
  // Before all checks, so that what is refused further on counts too.
  app.addHook("onRequest", app.rateLimit());
  app.addHook("onResponse", async (request, reply) => {
    emit("request_answered", {
      request: request.id,
      method: request.method,
      // The pattern, never the address: typed text stays out of the log.
      route: request.routeOptions.url ?? "(none)",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
  addTheme(app, parts);
  addFlash(app, parts);
  addGuard(app, parts);
  addAssets(app);
  addNavigation(app, parts);
  route(app, {
    method: "GET",
    url: "/health",
    right: "anyone",
    anyHost: true,
    handler: async () => {
      await parts.state.db.selectFrom("setting").select("name").limit(1).execute();
      return { status: "ok" };
    },
  });
  for (const add of areas) add(app, parts);
  return app;
}

function answerUnreadable(reply: FastifyReply): FastifyReply {
  return reply.code(400).header("content-security-policy", "default-src 'none'").type("text/plain").send(t("access.request_unreadable"));
}

async function addSecurityHeaders(app: FastifyInstance, { url }: ConsoleParts): Promise<void> {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      // Also leaves `upgrade-insecure-requests` out, which would break plain HTTP on a laptop.
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        scriptSrc: ["'self'"],
        imgSrc: ["'self'", "data:"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    frameguard: { action: "deny" },
    // With `no-referrer` browsers send `Origin: null` with our own forms.
    referrerPolicy: { policy: "same-origin" },
    hsts: url.startsWith("https:") ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  });
}
