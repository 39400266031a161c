import { z } from "zod";
import { duration, durationText, limit } from "../../config/values.ts";

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
  enum?: string[];
  const?: number;
  default?: unknown;
  pattern?: string;
  [keyword: string]: unknown;
}

/** The pattern of `duration`, or a value from the environment. */
export const DURATION = String.raw`^\s*\d{1,9}(\.\d{1,3})?\s*(ms|s|m|h|d)\s*$|\$\{`;

/** Descriptions are for the documentation, too; editors show no links and nothing bold. */
const MARKED = /\[([^\]]+)\]\([^)]+\)|\*\*([^*`]+)\*\*/g;

/** Returns the JSON Schema of the input that zod accepts; parts that zod cannot represent stay open. */
export function inputSchema(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === duration) jsonSchema.pattern = DURATION;
      if (zodSchema instanceof z.ZodDefault) addDefault(jsonSchema, zodSchema.def);
      // Editors without Unicode classes would reject valid text.
      if (jsonSchema.pattern?.includes("\\p{") === true) delete jsonSchema.pattern;
      // Not a standard format.
      if (jsonSchema.format === "starts_with") delete jsonSchema.format;
    },
  }) as Json;
  return json;
}

/** Adds a default as a job file has it, because zod knows it only as it is after reading. */
function addDefault(json: { default?: unknown }, { innerType, defaultValue }: z.core.$ZodDefaultDef): void {
  if (innerType === duration) json.default = durationText(Number(defaultValue));
  if (innerType !== limit) return;
  const { percent, atLeast } = defaultValue as z.output<typeof limit>;
  json.default = { percent, at_least: atLeast };
}

/** Returns the part of a schema at a path of keys; `[]` means the items of a list. */
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
 * Adds a description to every key.
 * @param descriptionOf returns the description of a path of keys; lists don't count as path segments
 * @returns the paths without a description
 */
export function describe(schema: Json, descriptionOf: (path: string) => string | undefined, path = ""): string[] {
  const missing: string[] = [];
  for (const [key, part] of Object.entries(schema.properties ?? {})) {
    const at = path === "" ? key : `${path}.${key}`;
    const text = descriptionOf(at);
    if (text === undefined) missing.push(at);
    else part.description = text.replaceAll(MARKED, "$1$2");
    missing.push(...describe(part, descriptionOf, at));
  }
  for (const each of schema.anyOf ?? []) missing.push(...describe(each, descriptionOf, path));
  if (schema.items !== undefined) missing.push(...describe(schema.items, descriptionOf, path));
  return missing;
}

/** Returns alternatives that each require one of the keys. */
export function oneOfKeys(...keys: readonly string[]): Json[] {
  return keys.map((key) => ({ type: "object", required: [key] }));
}

/** Returns the schema as file text. */
export function schemaText(schema: Json): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
