import { z } from "zod";
import { duration } from "../../config/values.ts";

/** A JSON Schema, or a part of one. */
export interface Json {
  $ref?: string;
  description?: string;
  type?: string | string[];
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
  anyOf?: Json[];
  additionalProperties?: Json | boolean;
  [keyword: string]: unknown;
}

/** The same pattern as the check of durations, or something from the environment. */
const DURATION = String.raw`^\s*\d{1,9}(\.\d{1,3})?\s*(ms|s|m|h|d)\s*$|\$\{`;

/** What a person writes, as zod checks it; what zod cannot show is open. */
export function inputSchema(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === duration) jsonSchema.pattern = DURATION;
      // Not every editor reads classes of Unicode, and one that doesn't would refuse what is right.
      if (jsonSchema.pattern?.includes("\\p{") === true) delete jsonSchema.pattern;
      // Only for programs that write such files.
      if (jsonSchema.format === "starts_with") delete jsonSchema.format;
    },
  }) as Json;
  return json;
}

/** The part of a schema at a path of keys; `[]` stands for the items of a list. */
export function partAt(schema: Json, path: string): Json {
  let part = schema;
  for (const key of path.split(".")) {
    const next = propertyOf(part, key);
    if (next === undefined) throw new Error(`the schema has no ${path}`);
    part = next;
  }
  return part;
}

function propertyOf({ properties, items, anyOf = [] }: Json, key: string): Json | undefined {
  if (key === "[]") return items;
  return properties?.[key] ?? anyOf.map((each) => propertyOf(each, key)).find((found) => found !== undefined);
}

/**
 * Writes descriptions at every key.
 * @param words the description of a path of keys; lists add nothing to it
 * @returns the paths for which there is none
 */
export function describe(schema: Json, words: (path: string) => string | undefined, path = ""): string[] {
  const missing: string[] = [];
  for (const [key, part] of Object.entries(schema.properties ?? {})) {
    const at = path === "" ? key : `${path}.${key}`;
    const text = words(at);
    if (text === undefined) missing.push(at);
    else part.description = text;
    missing.push(...describe(part, words, at));
  }
  for (const each of schema.anyOf ?? []) missing.push(...describe(each, words, path));
  if (schema.items !== undefined) missing.push(...describe(schema.items, words, path));
  return missing;
}

/** Choices of which a map must fit one: that it has this key, or that one. */
export function oneOfKeys(...keys: readonly string[]): Json[] {
  return keys.map((key) => ({ type: "object", required: [key] }));
}

/** The schema as a file. */
export function schemaText(schema: Json): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
