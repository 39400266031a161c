import type { FastifyInstance, FastifyReply } from "fastify";
import type { Right } from "../../actions/access/rights.ts";
import { route, type ActorsRequest } from "../access/route.ts";
import type { Redirect } from "../flash.ts";
import { Refusal } from "../answers.ts";
import { goOn, layout, sendPage, type PageParts } from "../layout.ts";

/** A page without its shell. */
export interface DrawnPage extends Omit<PageParts, "request" | "counts"> {
  /** The HTTP status; 200 by default. */
  status?: number;
}

/** A page, and the same as JSON below /api/v1. Both show the result of `load`. */
export interface PageRoute<Data> {
  url: string;
  right: Right;
  load(request: ActorsRequest): Promise<Data>;
  draw(data: Data, request: ActorsRequest): DrawnPage;
}

/** An action: a form of a page, and the same request as JSON. `act` does both. */
export interface PageAction<Result> {
  url: string;
  right: Right;
  upload?: { bytes: number };
  act(request: ActorsRequest): Promise<Result>;
  /** The address to redirect to, with a message for its page; or the page to show at once. */
  next(result: Result, request: ActorsRequest): string | Redirect | DrawnPage | Promise<string | Redirect | DrawnPage>;
  /** Draws the page again with the error at the field. Left out: the error gets a page of its own. */
  refused?(error: FieldRefusal, request: ActorsRequest): Promise<DrawnPage>;
}

/** A field that a form was refused for. */
interface FieldRefusal {
  field: string;
  message: string;
}

/** Adds a page and its JSON route. */
export function addPageRoute<Data>(app: FastifyInstance, given: PageRoute<Data>): void {
  const { url, right, load } = given;
  pageOnly(app, given);
  route(app, { method: "GET", url: apiOf(url), right, handler: async (request) => load(request) });
}

/** Adds the answer to an address that is no page, such as a file, and the same below /api/v1. */
export function addAnswer(
  app: FastifyInstance,
  url: string,
  handler: (request: ActorsRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  for (const at of [url, apiOf(url)]) route(app, { method: "GET", url: at, right: "look", handler });
}

/** Adds a page without a JSON route. */
export function pageOnly<Data>(app: FastifyInstance, { url, right, load, draw }: PageRoute<Data>): void {
  route(app, {
    method: "GET",
    url,
    right,
    handler: async (request, reply) => show(request, reply, draw(await load(request), request)),
  });
}

/** Adds the action of a form, and its JSON route. */
export function pageAction<Result>(app: FastifyInstance, { url, right, upload, act, next, refused }: PageAction<Result>): void {
  const add = (at: string, handler: (request: ActorsRequest, reply: FastifyReply) => Promise<unknown>): void =>
    route(app, { method: "POST", url: at, right, ...(upload === undefined ? {} : { upload }), handler });
  add(url, async (request, reply) => {
    let then: string | Redirect | DrawnPage;
    try {
      then = await next(await act(request), request);
    } catch (error) {
      if (refused === undefined || !(error instanceof Refusal) || error.field === undefined) throw error;
      const { field, message, status } = error;
      then = { ...(await refused({ field, message }, request)), status };
    }
    if (typeof then === "string") return goOn(reply, then);
    if ("title" in then) return show(request, reply, then);
    request.flash.leave(then.flash);
    return goOn(reply, then.to);
  });
  add(apiOf(url), act);
}

function apiOf(url: string): string {
  return url === "/" ? "/api/v1/overview" : `/api/v1${url}`;
}

async function show(request: ActorsRequest, reply: FastifyReply, { status = 200, ...page }: DrawnPage): Promise<FastifyReply> {
  const counts = await request.server.navigationCounts();
  return sendPage(reply.code(status), layout({ ...page, request, counts }));
}
