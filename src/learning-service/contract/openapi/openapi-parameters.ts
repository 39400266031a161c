import type { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { shapesOf } from "../endpoint.ts";
import type { Json } from "./json-schema.ts";
import { requestSchema } from "./json-schema.ts";
import { listQuery } from "../values.ts";

/** The shared parameters of pagination. */
const PAGING: Readonly<Record<string, string>> = { _start: "Start", _limit: "Limit" };
const paging = listQuery({}).shape;

/** The shared parameters, for `components`. */
export const SHARED_PARAMETERS: Json = Object.fromEntries(
  Object.entries(paging).map(([name, field]) => [PAGING[name] ?? name, parameter(name, "query", field)]),
);

/** Returns the parameters of an endpoint's path and query. */
export function parametersOf(entry: Endpoint): Json[] {
  const path = Object.entries(entry.pathParams?.shape ?? {}).map(([name, field]) => parameter(name, "path", field as z.ZodType));
  const query = Object.entries(shapesOf(entry).query?.shape ?? {}).map(([name, field]): Json => {
    const shared = Object.entries(paging).some(([known, schema]) => known === name && schema === field);
    return shared ? { $ref: `#/components/parameters/${PAGING[name] ?? name}` } : parameter(name, "query", field as z.ZodType);
  });
  return [...path, ...query];
}

function parameter(name: string, place: "path" | "query", field: z.ZodType): Json {
  const { description, ...schema } = requestSchema(field).schema;
  return {
    name,
    in: place,
    ...(description === undefined ? {} : { description }),
    required: place === "path" || !field.safeParse(undefined).success,
    ...(schema["type"] === "array" ? { style: "form", explode: true } : {}),
    schema,
  };
}
