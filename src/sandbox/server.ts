import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastify from "fastify";
import { ENDPOINTS } from "../learning-service/contract/contract.ts";
import { PREFIX } from "../learning-service/contract/endpoint.ts";
import { addFaults } from "./faults/fault-hooks.ts";
import type { SandboxParts } from "./parts.ts";
import { withoutSecrets } from "./requests.ts";
import { addRoute, loggable, pathOf, readBodies } from "./routes.ts";
import { Refusal, violation } from "./faults/rules.ts";

/** Creates the server with all endpoints of the contract; areas/ has their handlers. */
export function buildServer(parts: SandboxParts, log: boolean): FastifyInstance {
  const { tokens, requests } = parts;
  const req = ({ method, url }: { method: string; url: string }) => ({ method, url: withoutSecrets(url) });
  const failed = (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => {
    // Unreadable bodies and paths end here, before any hook.
    if (isOurs(request)) request.logged ??= requests.add(request.method, request.url, null);
    return refuse(error, request, reply);
  };
  const app = fastify({
    logger: log && { serializers: { req } },
    bodyLimit: 32 << 20,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    // Longer than any request line, so that the endpoint itself rejects invalid ids.
    routerOptions: { maxParamLength: 1 << 16 },
    frameworkErrors(error, request, reply) {
      void failed(error, request, reply);
      // Hooks do not see this answer.
      if (request.logged !== undefined) request.logged.status = reply.statusCode;
    },
  });
  app.decorateRequest("fault", undefined);
  app.decorateRequest("logged", undefined);
  readBodies(app);

  app.setErrorHandler(failed);
  app.setNotFoundHandler((request, reply) => {
    if (isOurs(request)) throw violation(`${request.method} of this path is not an endpoint of the interface`);
    return reply.code(404).send({ code: "not_found", message: "this address does not exist" });
  });
  app.addHook("preHandler", async (request) => {
    if (isOurs(request)) request.logged = requests.add(request.method, request.url, loggable(request.body));
  });
  addFaults(app, parts);
  const open = new Set(ENDPOINTS.filter(({ entry }) => entry.open).map(({ entry }) => pathOf(entry)));
  app.addHook("preHandler", async (request, reply) => {
    if (!isOurs(request) || open.has(request.routeOptions.url ?? "")) return;
    if (tokens.bearer(request.headers.authorization) !== undefined) return;
    return reply.code(401).send({ code: "unauthorized", message: "the access token is missing, unknown or expired" });
  });
  for (const named of ENDPOINTS) addRoute(app, named, parts);
  return app;
}

/** Returns whether a request is for the service, not for a page or the sandbox's own interface. */
function isOurs({ url }: FastifyRequest): boolean {
  return url.startsWith(`${PREFIX}/`);
}

function refuse(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) return reply.code(error.status).headers(error.headers).send(error.body);
  const status = error.statusCode ?? 500;
  // An unreadable body violates the interface.
  if (status >= 400 && status < 500)
    return reply.code(512).send({ code: "specification_violation", message: "the request cannot be read" });
  request.log.error(error);
  return reply.code(500).send({ code: "server_error", message: "unexpected failure" });
}
