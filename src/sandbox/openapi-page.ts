import type { StaticDocumentSpec } from "@fastify/swagger";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Everything the page needs comes from here; scripts and requests to anywhere else are refused by the browser. */
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
 * The interface for a browser at `/docs`, and as a document at `/openapi.yaml` and `/openapi.json`; the server that
 * it names is the one that was asked. What it needs is imported when it is called, because only few commands do.
 */
export async function addOpenApiPage(app: FastifyInstance): Promise<void> {
  const [{ default: swagger }, { default: swaggerUi }, { openApiDocument, serversOf }, { openApiYaml }] = await Promise.all([
    import("@fastify/swagger"),
    import("@fastify/swagger-ui"),
    import("../learning-service/contract/openapi.ts"),
    import("../learning-service/contract/openapi-yaml.ts"),
  ]);
  const document = openApiDocument();
  const documentFor = (request: FastifyRequest) => ({ ...document, servers: serversOf(`${request.protocol}://${request.host}`) });

  // The plugin's types know OpenAPI up to 3.0; it hands the document on as it is.
  const known = document as unknown as StaticDocumentSpec["document"];
  await app.register(swagger, { mode: "static", specification: { document: known } });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    staticCSP: POLICY,
    transformSpecification: (_document, request) => documentFor(request),
    transformSpecificationClone: false,
    theme: { title: "Learning Service Integration Interface" },
    // Without it the page asks validator.swagger.io about the document.
    uiConfig: { validatorUrl: null, layout: "BaseLayout", docExpansion: "list", defaultModelsExpandDepth: 0, persistAuthorization: true },
  });
  app.get("/openapi.json", (request) => documentFor(request));
  app.get("/openapi.yaml", (request, reply) => reply.type("application/yaml; charset=utf-8").send(openApiYaml(documentFor(request))));
}
