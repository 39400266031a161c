import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { NamedEndpoint } from "../learning-service/contract/contract.ts";
import type { Endpoint } from "../learning-service/contract/endpoint.ts";
import { PREFIX, shapesOf } from "../learning-service/contract/endpoint.ts";
import type { File, World } from "./area.ts";
import { JsonText } from "./area.ts";
import { handlerOf } from "./areas/areas.ts";
import { asOAuth } from "./areas/oauth2.ts";
import type { ListSettings } from "./lists.ts";
import { pageOf } from "./lists.ts";
import type { Parameters } from "./query.ts";
import { decoder, formFields } from "./query.ts";
import { judge, lowerUuids, Refusal, violation } from "./faults/rules.ts";

const NOTHING = z.strictObject({});

/** Returns an endpoint's path in the router's syntax. */
export function pathOf({ path }: Endpoint): string {
  return PREFIX + path.replace(/\{(\w+)\}/, ":$1");
}

/** Registers parsers for JSON (empty text is no body) and forms (only for endpoints that accept them). */
export function readBodies(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") done(null, undefined);
    else void readJson(request, text.toString(), done);
  });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) =>
    done(null, new URLSearchParams(text.toString())),
  );
}

/** Returns a body for the request log. */
export function loggable(body: unknown): unknown {
  return body instanceof URLSearchParams ? formFields(body) : body;
}

/** Serves one endpoint: parses and validates the request by the contract, handles it, sends the answer. */
export function addRoute(app: FastifyInstance, named: NamedEndpoint, world: World): void {
  const { entry } = named;
  const { query: querySchema = NOTHING } = shapesOf(entry);
  const handle = handlerOf(named);
  const readQuery = decoder(querySchema);
  const readBody = bodyReader(entry);
  app.route<{ Querystring: Parameters }>({
    method: entry.method,
    url: pathOf(entry),
    handler: (request, reply) => {
      const params = judged(entry.pathParams ?? NOTHING, request.params, "the path");
      const query = judged(querySchema, readQuery(request.query), "the query");
      const body = readBody(request.body);
      const result = handle({ params, query, body, headers: request.headers }, world);
      const { shape = world.settings.shape, ignoreStart = world.settings.ignoreStart } = request.fault ?? {};
      return send(entry, reply, result, query, { ...world.settings, shape, ignoreStart });
    },
  });
}

function judged(schema: z.ZodType, given: unknown, what: string): unknown {
  return lowerUuids(schema, judge(schema, given, what));
}

function bodyReader(entry: Endpoint): (body: unknown) => unknown {
  const { body: schema } = shapesOf(entry);
  // The body of a GET or DELETE has no meaning and is not an error (RFC 9110, 9.3).
  if (schema === undefined && (entry.method === "GET" || entry.method === "DELETE")) return () => ({});
  if (schema === undefined) return (body) => judge(NOTHING.nullish(), body) ?? {};
  if (entry.encoding !== "form" || !(schema instanceof z.ZodObject)) {
    return (body) => {
      if (body instanceof URLSearchParams) throw violation("the body is a form, not JSON");
      return judged(schema, body, "the body");
    };
  }
  const readForm = decoder(schema);
  return (body) => {
    const fields = body instanceof URLSearchParams ? readForm(formFields(body)) : body;
    try {
      return judged(schema, fields, "the body");
    } catch (error) {
      throw error instanceof Refusal ? asOAuth(error, fields) : error;
    }
  };
}

function send(entry: Endpoint, reply: FastifyReply, result: unknown, query: unknown, settings: ListSettings): FastifyReply {
  // Required for answers with tokens (RFC 6749, 5.1).
  if (entry.encoding === "form") reply.header("cache-control", "no-store").header("pragma", "no-cache");
  switch (entry.answer) {
    case "list":
      return json(reply, pageOf(result as readonly unknown[] | JsonText, query as { _start?: number; _limit?: number }, settings));
    case "json":
      return json(reply, result instanceof JsonText ? (result.texts[0] ?? "null") : JSON.stringify(result));
    case "redirect":
      return reply
        .code(302)
        .header("location", (result as { location: string }).location)
        .send();
    case "file": {
      const { content, contentType, name } = result as File;
      const plain = name.replaceAll(/[^\w.-]/g, "_");
      return reply
        .type(contentType)
        .header("content-disposition", `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`)
        .send(Buffer.from(content));
    }
  }
}

/** Sends serialized JSON. */
export function json(reply: FastifyReply, text: string): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(text);
}
