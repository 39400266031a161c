import type { FastifyInstance } from "fastify";
import { notFound } from "./answers.ts";
import { route } from "./access/route.ts";
import { servedAssets } from "../reporting/html/assets/assets.ts";

/** Serves the assets without a sign-in, because the sign-in page needs them. */
export function addAssets(app: FastifyInstance): void {
  route(app, {
    method: "GET",
    url: "/assets/:file",
    right: "anyone",
    handler: async ({ params }, reply) => {
      const found = servedAssets.get(String(Reflect.get(Object(params), "file")));
      if (found === undefined) throw notFound();
      return reply.header("cache-control", "public, max-age=31536000, immutable").type(found.type).send(found.text);
    },
  });
}
