import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastify from "fastify";
import { ENDPOINTS } from "../learning-service/contract/contract.ts";
import { PREFIX } from "../learning-service/contract/endpoint.ts";
import { addFaults } from "./fault-hooks.ts";
import type { SandboxParts } from "./parts.ts";
import { withoutSecrets } from "./requests.ts";
import { addRoute, loggable, pathOf, readBodies } from "./routes.ts";
import { Refusal, violation } from "./rules.ts";

/** All endpoints of the contract over the sandbox's state; what they do stands in areas/. Logs only when asked. */
export function buildServer(parts: SandboxParts, log: boolean): FastifyInstance {
  const { tokens, requests } = parts;
  const req = ({ method, url }: { method: string; url: string }) => ({ method, url: withoutSecrets(url) });
  const failed = (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => {
    // A body or a path that cannot be read ends here before anything else has seen the request.
    if (isOurs(request)) request.logged ??= requests.add(request.method, request.url, null);
    return refuse(error, request, reply);
  };
  const app = fastify({
    logger: log && { serializers: { req } },
    bodyLimit: 32 << 20,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    // Longer than a request line can be: an id that is none is the endpoint's to refuse.
    routerOptions: { maxParamLength: 1 << 16 },
    frameworkErrors(error, request, reply) {
      void failed(error, request, reply);
      // No hook sees this answer.
      if (request.logged !== undefined) request.logged.status = reply.statusCode;
    },
  });
  app.decorateRequest("fault", undefined);
  app.decorateRequest("logged", undefined);
  readBodies(app);

  app.setErrorHandler(failed);
  app.setNotFoundHandler((request, reply) => {
    if (isOurs(request)) throw violation(`${request.method} of this path is not an endpoint of the interface`);
    return reply.code(404).send({ code: "not_found", message: "there is nothing here" });
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

/** Whether a request is for the service, not for a page or the sandbox's own interface. */
function isOurs({ url }: FastifyRequest): boolean {
  return url.startsWith(`${PREFIX}/`);
}

function refuse(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) return reply.code(error.status).headers(error.headers).send(error.body);
  const status = error.statusCode ?? 500;
  // A body that cannot be read is not one of this interface.
  if (status >= 400 && status < 500)
    return reply.code(512).send({ code: "specification_violation", message: "the request cannot be read" });
  request.log.error(error);
  return reply.code(500).send({ code: "server_error", message: "unexpected failure" });
}
