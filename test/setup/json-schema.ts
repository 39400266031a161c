import type { Json } from "../../src/setup/schema/json.ts";

type Check = (value: unknown, operand: never, schema: Json, root: Json) => boolean;

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

const TYPES: Record<string, (value: unknown) => boolean> = {
  object: isMap,
  array: Array.isArray,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  integer: Number.isInteger,
};

/** Checks for each keyword in our schemas, as in the specification (draft 2020-12). */
const KEYWORDS: Record<string, Check> = {
  type: (value, types: string | string[]) => [types].flat().some((type) => TYPES[type]?.(value) === true),
  enum: (value, values: unknown[]) => values.includes(value),
  pattern: (value, pattern: string) => typeof value !== "string" || new RegExp(pattern, "u").test(value),
  minLength: (value, least: number) => typeof value !== "string" || value.length >= least,
  minimum: (value, least: number) => typeof value !== "number" || value >= least,
  maximum: (value, most: number) => typeof value !== "number" || value <= most,
  exclusiveMinimum: (value, least: number) => typeof value !== "number" || value > least,
  minItems: (value, least: number) => !Array.isArray(value) || value.length >= least,
  items: (value, items: Json, _, root) => !Array.isArray(value) || value.every((item) => validates(item, items, root)),
  minProperties: (value, least: number) => !isMap(value) || Object.keys(value).length >= least,
  required: (value, keys: string[]) => !isMap(value) || keys.every((key) => Object.hasOwn(value, key)),
  properties: (value, parts: Record<string, Json>, _, root) =>
    !isMap(value) || Object.entries(parts).every(([key, part]) => !Object.hasOwn(value, key) || validates(value[key], part, root)),
  additionalProperties: (value, rest: Json | boolean, { properties = {} }, root) =>
    !isMap(value) ||
    Object.entries(value).every(
      ([key, inner]) => Object.hasOwn(properties, key) || (typeof rest === "boolean" ? rest : validates(inner, rest, root)),
    ),
  propertyNames: (value, names: Json, _, root) => !isMap(value) || Object.keys(value).every((key) => validates(key, names, root)),
  anyOf: (value, choices: Json[], _, root) => choices.some((each) => validates(value, each, root)),
  oneOf: (value, choices: Json[], _, root) => choices.filter((each) => validates(value, each, root)).length === 1,
  $ref: (value, ref: string, _, root) => {
    const target = (root["$defs"] as Record<string, Json>)[ref.replace("#/$defs/", "")];
    if (target === undefined) throw new Error(`${ref} leads nowhere`);
    return validates(value, target, root);
  },
};

/** Annotation keywords. */
const WORDS = new Set(["$schema", "$defs", "title", "description", "default"]);

/**
 * Returns whether a value matches a schema.
 * @throws Error for a keyword without a check here
 */
export function validates(value: unknown, schema: Json, root: Json = schema): boolean {
  return Object.entries(schema).every(([keyword, operand]) => {
    const check = KEYWORDS[keyword];
    if (check === undefined && !WORDS.has(keyword)) throw new Error(`the keyword ${keyword} is new`);
    return check === undefined || check(value, operand as never, schema, root);
  });
}
