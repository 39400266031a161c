import type { FastifyInstance, FastifyReply } from "fastify";
import { groupPage, groupsPage } from "./groups.ts";
import type { Html } from "../../reporting/html/html.ts";
import { html } from "../../reporting/html/html.ts";
import { layout } from "./layout.ts";
import { userPage, usersPage } from "./people.ts";
import { recentPage } from "./recent.ts";
import type { SandboxParts } from "../parts.ts";

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Serves read-only pages for browsers: users at `/`, groups, and the last requests. */
export function addPage(app: FastifyInstance, parts: SandboxParts): void {
  const { state } = parts;
  app.get<{ Querystring: Query }>("/", (request, reply) => show(reply, usersPage(parts, one(request.query["q"]), pageIn(request.query))));
  app.get("/groups", (_request, reply) => show(reply, groupsPage(parts)));
  app.get("/requests", (_request, reply) => show(reply, recentPage(parts)));
  app.get<{ Params: { id: string } }>("/users/:id", (request, reply) => {
    const user = state.users.get(request.params.id.toLowerCase());
    return user === undefined ? missing(reply, "user") : show(reply, userPage(parts, user));
  });
  app.get<{ Params: { id: string }; Querystring: Query }>("/groups/:id", (request, reply) => {
    const group = state.groups.get(request.params.id.toLowerCase());
    return group === undefined ? missing(reply, "group") : show(reply, groupPage(parts, group, pageIn(request.query)));
  });
}

function show(reply: FastifyReply, page: Html): FastifyReply {
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .send(page.text);
}

function missing(reply: FastifyReply, what: string): FastifyReply {
  return show(reply.code(404), layout(`No such ${what}`, "/", html`<p>The service has no ${what} with this id.</p>`));
}

function one(value: string | string[] | undefined): string {
  return [value ?? ""].flat()[0] ?? "";
}

function pageIn(query: Query): number {
  const text = one(query["page"]);
  return /^\d{1,9}$/.test(text) ? Number(text) : 1;
}
