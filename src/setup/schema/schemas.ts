import { jobJsonSchema } from "./job-schema.ts";
import type { Json } from "./json.ts";
import { mappingJsonSchema } from "./mapping-schema.ts";

/** The formats with a schema. */
export const FORMATS = ["mapping", "job"] as const;
export type Format = (typeof FORMATS)[number];

/** Returns the JSON Schema of a format, which docs/schemas/ also contains. */
export function schemaOf(format: Format): Json {
  return (format === "job" ? jobJsonSchema() : mappingJsonSchema()).schema;
}
