/**
 * To add a page or an endpoint to the console:
 *
 *     route(app, { method: "GET", url: "/runs/:id", right: "look", handler: async (request, reply) => … });
 *
 * - `right` names the required right (`rights.ts`), or `anyone`: no sign-in needed. A route
 *   without a right, also one added by `app.get(…)` itself, fails at start.
 * - `request.actor` is the user or program that asks, with its current role. Below `/api/`, a bearer token counts too, and
 *   refusals are JSON; elsewhere they are a page or a redirect to the sign-in.
 * - A method that changes something must send `request.csrf()` back: forms in a hidden field (`csrfField(request)` of
 *   `csrf.ts` makes it) before any file, scripts in the header `x-csrf-token`. Only bearer tokens do without.
 * - `upload: { bytes }` takes `multipart/form-data`: fields are in `request.body` as ever, the file in `request.upload`.
 *   It is deleted after the handler unless the handler sets `request.upload.keep = true`.
 * - Form fields are text: read them with `field(request, "reason")` of `form.ts`.
 * - A `Problem` or a `Refusal` (`answers.ts`) that a handler throws becomes a page or JSON with its sentence.
 *   Nothing else is shown to people.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../actions/access/rights.ts";
import { RIGHTS, type Right } from "../../actions/access/rights.ts";

/** A request by a signed-in person or by a program with a token. */
export type ActorsRequest = FastifyRequest & { actor: Actor };

interface Common {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  /** The maximum size of a file in bytes. */
  upload?: { bytes: number };
  /** Maximum size of a body without a file, in bytes; 256 KiB by default. */
  bodyLimit?: number;
  /** Answers under any host name, because monitoring asks by address. */
  anyHost?: true;
}

interface GuardedRoute extends Common {
  right: Right;
  handler(request: ActorsRequest, reply: FastifyReply): Promise<unknown>;
}

interface OpenRoute extends Common {
  right: "anyone";
  handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

export type Route = GuardedRoute | OpenRoute;

declare module "fastify" {
  interface FastifyContextConfig {
    right?: Right | "anyone";
    upload?: { bytes: number };
    anyHost?: true;
  }
}

/** Adds a route with its right; see the head of this file. */
export function route(app: FastifyInstance, definition: Route): void {
  const { method, url, right, upload, bodyLimit, anyHost } = definition;
  app.route({
    method,
    url,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    config: { right, ...(upload === undefined ? {} : { upload }), ...(anyHost === undefined ? {} : { anyHost }) },
    handler: async (request, reply) => {
      request.handling = true;
      try {
        if (definition.right === "anyone") return await definition.handler(request, reply);
        if (!isActors(request)) throw new Error("a guarded route was reached by nobody");
        return await definition.handler(request, reply);
      } finally {
        request.handling = false;
        await dropUpload(request);
      }
    },
  });
}

/** Deletes the file of a request, unless a handler keeps it. */
export async function dropUpload({ upload }: FastifyRequest): Promise<void> {
  if (upload !== null && !upload.keep) await upload.remove();
}

function isActors(request: FastifyRequest): request is ActorsRequest {
  return request.actor !== null;
}

/** Throws for a route without a right. */
export function refuseRouteWithoutRight(method: string | readonly string[], url: string, right: unknown): void {
  if (right === "anyone" || (typeof right === "string" && Object.hasOwn(RIGHTS, right))) return;
  throw new Error(`the route ${String(method)} ${url} names no right of rights.ts; add it with route()`);
}

/** Returns whether an address is below `/api/`, where answers are JSON and tokens are accepted. */
export function isApi(url: string): boolean {
  return url.startsWith("/api/");
}
