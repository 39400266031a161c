import { jobJsonSchema } from "./job-schema.ts";
import type { Json } from "./json.ts";
import { mappingJsonSchema } from "./mapping-schema.ts";

/** What there are schemas of. */
export const FORMATS = ["mapping", "job"] as const;
export type Format = (typeof FORMATS)[number];

/** The JSON Schema of a format; the same as in docs/schemas/. */
export function schemaOf(format: Format): Json {
  return (format === "job" ? jobJsonSchema() : mappingJsonSchema()).schema;
}
