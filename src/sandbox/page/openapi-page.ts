import type { StaticDocumentSpec } from "@fastify/swagger";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** The page loads everything from this server; the browser blocks other origins. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Serves the interface for browsers at `/docs`, and as a document at `/openapi.yaml` and `/openapi.json` with this
 * server's address. Imports its dependencies lazily, because few commands need them.
 */
export async function addOpenApiPage(app: FastifyInstance): Promise<void> {
  const [{ default: swagger }, { default: swaggerUi }, { openApiDocument, serversOf }, { openApiYaml }] = await Promise.all([
    import("@fastify/swagger"),
    import("@fastify/swagger-ui"),
    import("../../learning-service/contract/openapi/openapi.ts"),
    import("../../learning-service/contract/openapi/openapi-yaml.ts"),
  ]);
  const document = openApiDocument();
  const documentFor = (request: FastifyRequest) => ({ ...document, servers: serversOf(`${request.protocol}://${request.host}`) });

  // The plugin's types support OpenAPI up to 3.0; it passes the document on unchanged.
  const known = document as unknown as StaticDocumentSpec["document"];
  await app.register(swagger, { mode: "static", specification: { document: known } });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    staticCSP: POLICY,
    transformSpecification: (_document, request) => documentFor(request),
    transformSpecificationClone: false,
    theme: { title: "Learning Service Integration Interface" },
    // Otherwise the page sends the document to validator.swagger.io.
    uiConfig: { validatorUrl: null, layout: "BaseLayout", docExpansion: "list", defaultModelsExpandDepth: 0, persistAuthorization: true },
  });
  app.get("/openapi.json", (request) => documentFor(request));
  app.get("/openapi.yaml", (request, reply) => reply.type("application/yaml; charset=utf-8").send(openApiYaml(documentFor(request))));
}
