import { z } from "zod";
import { COMPONENTS } from "../components.ts";

export type Json = { [key: string]: unknown };

/** A JSON Schema with the named schemas that it references as `#/components/schemas/…`. */
export interface Converted {
  schema: Json;
  components: Record<string, Json>;
}

const names = new Map<z.core.$ZodType, string>(Object.entries(COMPONENTS).map(([name, schema]) => [schema, name]));

/** Returns the data of `.meta()`, with the name as `id`, so that zod emits a reference. */
class NamedSchemas extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get<S extends z.core.$ZodType>(schema: S): ReturnType<z.core.$ZodRegistry<Record<string, unknown>, S>["get"]> {
    const id = names.get(schema);
    return { ...z.globalRegistry.get(schema), ...(id === undefined ? {} : { id }) };
  }
}

/** Internal keys of `.meta()`, which are not keywords of JSON Schema. */
const INTERNAL_KEYS = ["openapi", "documentedAs", "contentType"];
/** Temporary key for a schema that an answer may also return as `null`. */
const NULLABLE = "lenient";

/** Returns the schema of a request. */
export function requestSchema(schema: z.ZodType): Converted {
  return convert(schema, false);
}

/**
 * Returns the documented schema of an answer. The contract accepts more: `null` for missing fields, and unlisted
 * fields, although "the fields listed for a response body are exactly those the service returns".
 */
export function answerSchema(schema: z.ZodType): Converted {
  return convert(schema, true);
}

function convert(schema: z.ZodType, exact: boolean): Converted {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, {
    metadata: new NamedSchemas(),
    unrepresentable: "any",
    io: "input",
    override: ({ zodSchema, jsonSchema }) => override(zodSchema, jsonSchema, exact),
  });
  const components = Object.entries($defs).map(([name, definition]): [string, Json] => [name, tidy(definition, exact)]);
  return { schema: tidy(root, exact), components: Object.fromEntries(components) };
}

function override(schema: z.core.$ZodType, json: Json, exact: boolean): void {
  const verbatim = json["openapi"];
  if (isObject(verbatim)) {
    for (const key of Object.keys(json)) if (key !== "description" && key !== "id") delete json[key];
    Object.assign(json, verbatim);
  } else if (exact && schema instanceof z.ZodNullable && Array.isArray(json["anyOf"])) {
    json[NULLABLE] = json["anyOf"][0];
    delete json["anyOf"];
  } else if (schema instanceof z.ZodISODateTime) {
    json["format"] = "date-time";
  }
  for (const key of INTERNAL_KEYS) delete json[key];
}

/** Removes keywords that only repeat zod's own limits, and puts the keys in a readable order. */
function tidy(json: object, exact: boolean): Json {
  const { [NULLABLE]: lenient, $schema: _dialect, $ref, description, type, format, ...rest } = json as Json;
  if (isObject(lenient)) return tidy({ ...lenient, ...without({ $ref, description, type, format, ...rest }) }, exact);
  if (format !== undefined) delete rest["pattern"];
  if (rest["minimum"] === Number.MIN_SAFE_INTEGER) delete rest["minimum"];
  if (rest["maximum"] === Number.MAX_SAFE_INTEGER) delete rest["maximum"];
  const { additionalProperties, propertyNames } = rest;
  if (isObject(additionalProperties) && Object.keys(additionalProperties).length === 0) {
    if (exact && "properties" in rest) rest["additionalProperties"] = false;
    else delete rest["additionalProperties"];
  }
  if (isObject(propertyNames) && propertyNames["type"] === "string" && propertyNames["format"] === undefined) delete rest["propertyNames"];
  const reference = typeof $ref === "string" ? $ref.replace("#/$defs/", "#/components/schemas/") : undefined;
  const head = without({ $ref: reference, description, type, format });
  return { ...head, ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inside(key, value, exact)])) };
}

function inside(key: string, value: unknown, exact: boolean): unknown {
  if (key === "properties" && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, isObject(field) ? tidy(field, exact) : field]));
  if (Array.isArray(value)) return value.map((item: unknown) => (isObject(item) ? tidy(item, exact) : item));
  return isObject(value) ? tidy(value, exact) : value;
}

function without(json: Json): Json {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== undefined));
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
