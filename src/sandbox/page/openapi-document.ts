import type { FastifyInstance, FastifyRequest } from "fastify";

/** Serves the interface as `/openapi.yaml` and `/openapi.json` with this server's address; it is generated on request. */
export function addOpenApiDocument(app: FastifyInstance): void {
  const documentFor = async (request: FastifyRequest) => {
    const { openApiDocument } = await import("../../learning-service/contract/openapi/openapi.ts");
    return openApiDocument(`${request.protocol}://${request.host}`);
  };
  app.get("/openapi.json", documentFor);
  app.get("/openapi.yaml", async (request, reply) => {
    const { openApiYaml } = await import("../../learning-service/contract/openapi/openapi-yaml.ts");
    return reply.type("application/yaml; charset=utf-8").send(openApiYaml(await documentFor(request)));
  });
}
