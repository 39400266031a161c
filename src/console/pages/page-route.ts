import type { FastifyInstance, FastifyReply } from "fastify";
import type { Right } from "../access/rights.ts";
import { route, type ActorsRequest } from "../access/route.ts";
import { goOn, layout, sendPage, type PageParts } from "../layout.ts";

/** A page without its shell. */
export interface DrawnPage extends Omit<PageParts, "request" | "counts"> {
  /** The HTTP status; 200 by default. */
  status?: number;
}

/** Something to look at: a page, and the same as JSON below /api/v1. Both are drawn from what `load` brings. */
export interface PageRoute<Data> {
  url: string;
  right: Right;
  load(request: ActorsRequest): Promise<Data>;
  draw(data: Data, request: ActorsRequest): DrawnPage;
}

/** Something to do: a form of a page, and the same request as JSON. Both are done by `act`. */
export interface PageAction<Result> {
  url: string;
  right: Right;
  upload?: { bytes: number };
  act(request: ActorsRequest): Promise<Result>;
  /** The address to redirect to, or the page to show at once. */
  next(result: Result, request: ActorsRequest): string | DrawnPage;
}

/** Adds a page and its twin for machines. */
export function addPageRoute<Data>(app: FastifyInstance, given: PageRoute<Data>): void {
  const { url, right, load } = given;
  pageOnly(app, given);
  route(app, { method: "GET", url: apiOf(url), right, handler: async (request) => load(request) });
}

/** Adds a page that says nothing which a machine could ask for. */
export function pageOnly<Data>(app: FastifyInstance, { url, right, load, draw }: PageRoute<Data>): void {
  route(app, {
    method: "GET",
    url,
    right,
    handler: async (request, reply) => show(request, reply, draw(await load(request), request)),
  });
}

/** Adds what a form does, and its twin for machines. */
export function pageAction<Result>(app: FastifyInstance, { url, right, upload, act, next }: PageAction<Result>): void {
  const add = (at: string, handler: (request: ActorsRequest, reply: FastifyReply) => Promise<unknown>): void =>
    route(app, { method: "POST", url: at, right, ...(upload === undefined ? {} : { upload }), handler });
  add(url, async (request, reply) => {
    const then = next(await act(request), request);
    return typeof then === "string" ? goOn(reply, then) : show(request, reply, then);
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
