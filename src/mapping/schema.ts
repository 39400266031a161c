import { z } from "zod";
import { says, wholeNumber } from "../config/values.ts";
import { isPlainMap } from "../config/yaml.ts";

const text = z.string();
const texts = { type: "array", items: { type: "string" } };
const map = z.custom<Record<string, unknown>>(isPlainMap, says("config.not_map"));
const groupList = z.array(z.string(says("mapping.not_group")), says("config.not_list_of", { of: "groups" }));

// Each `meta` is for the JSON Schema only: a rule that is checked elsewhere, with a message of its own.

/** Alternatives that each require one of the keys. */
function requires(...keys: readonly string[]) {
  return { anyOf: keys.map((key) => ({ type: "object", required: [key] })) };
}

function mapOf(of: object, minProperties = 1) {
  return { type: "object", ...(minProperties > 0 && { minProperties }), additionalProperties: of };
}

/** A part is checked when it is read, because parts contain parts. */
const part = { $ref: "#/$defs/part" };

export const transformName = z.enum(["trim", "lower", "upper", "capitalize", "ascii", "transliterate", "collapse"]);
export type TransformName = z.output<typeof transformName>;
const oneTransform = z.union([transformName, z.strictObject({ replace: z.strictObject({ pattern: text.min(1), with: text }) })]);
const transform = z.union([oneTransform, z.array(oneTransform)]);
export type TransformForm = z.output<typeof transform>;

const scalar = z.union([z.string(), z.boolean()], says("config.not_text_or_boolean"));

/** A value that is computed from cells: the items of `first_of`, and the parts of a template. */
export const partSchema = z.strictObject({
  column: text.optional(),
  template: text.optional(),
  expression: text.optional(),
  first_of: z
    .array(z.unknown(), says("config.not_list_of", { of: "values" }))
    .meta({ items: part, minItems: 2 })
    .optional(),
  with: map.meta(mapOf(part, 0)).optional(),
  transform: transform.optional(),
});
export type PartForm = z.output<typeof partSchema>;

/** Texts that mean that there is no date. */
const noDates = z.array(z.string(), says("config.not_list_of", { of: "texts" })).min(1, says("config.names_none", { of: "texts" }));

export const attributeSchema = z.strictObject({
  ...partSchema.shape,
  value: scalar.optional(),
  date: text.optional(),
  phone: text.optional(),
  values: map.optional(),
  otherwise: scalar.optional(),
  sensitive: z.boolean().optional(),
  shared: z.enum(["allow"], says("mapping.shared_invalid")).optional(),
  blank: z.union([z.enum(["omit", "clear"]), noDates], says("mapping.blank_invalid")).optional(),
});
export type AttributeForm = z.output<typeof attributeSchema>;

export const uniqueSchema = z.strictObject({
  unique: z.array(z.string(), says("config.not_list_of", { of: "templates" })).meta({ minItems: 1 }),
  with: map.meta(mapOf(part, 0)).optional(),
  transform: transform.optional(),
  n: z.string().optional(),
  on_taken: z.enum(["hold", "next"]).default("hold"),
});

export const keySchema = z.union(
  [text.meta({ minLength: 1 }), z.strictObject({ column: text, transform: transform.optional() })],
  says("mapping.key_invalid"),
);

const effectiveDate = z.strictObject({
  column: text,
  transform: transform.optional(),
  date: text.default("yyyy-MM-dd"),
  blank: noDates.optional(),
  days: wholeNumber(-366, 366).default(0),
});

export const activeSchema = z
  .strictObject({
    column: text.meta({ minLength: 1 }).optional(),
    values: map.meta(mapOf({ type: "boolean" })).optional(),
    from: effectiveDate.optional(),
    until: effectiveDate.optional(),
    at_once: z.array(z.string(), says("config.not_list_of", { of: "statuses" })).optional(),
  })
  .meta({ anyOf: [{ type: "object", required: ["column", "values"] }, ...requires("until", "from").anyOf] });

/** A map of columns and values, or an expression. */
const conditions = [mapOf({ anyOf: [{ type: "string" }, { ...texts, minItems: 1 }] }), { type: "string", minLength: 1 }];
const whenSchema = z
  .custom<string | Record<string, unknown>>((value) => typeof value === "string" || isPlainMap(value), says("mapping.when_invalid"))
  .meta({ anyOf: conditions });

export const ruleSchema = z
  .strictObject({
    name: text,
    when: whenSchema.optional(),
    column: text.optional(),
    values: map.meta(mapOf(texts)).optional(),
    otherwise: groupList.optional(),
    split: z.string().min(1, says("mapping.split_empty")).optional(),
    groups: groupList.meta({ minItems: 1 }).optional(),
  })
  .meta(requires("groups", "values"));
export type RuleForm = z.output<typeof ruleSchema>;

export const scopeRuleSchema = z
  .strictObject({
    name: text,
    when: whenSchema.optional(),
    keys: z
      .array(z.string(), says("config.not_list_of", { of: "keys" }))
      .meta({ minItems: 1 })
      .optional(),
  })
  .meta(requires("when", "keys"));

const scopeRules = z.custom<string | Record<string, unknown> | unknown[]>(
  (value) => typeof value === "string" || isPlainMap(value) || Array.isArray(value),
  says("mapping.scope_invalid"),
);

export const scopeSchema = z
  .strictObject({
    include: scopeRules.optional(),
    exclude: scopeRules.optional(),
    leaves: z.enum(["ignore", "report", "deactivate"]).default("report"),
  })
  .meta({ anyOf: [{ required: ["include"] }, { required: ["exclude"] }] });

export const managerSchema = z.strictObject({ column: text, blank: z.enum(["unknown", "nobody"]).default("unknown") });
const createSchema = z.strictObject({
  below: z.array(z.string(), says("config.not_list_of", { of: "globs" })).min(1, says("config.names_none", { of: "globs" })),
  max_per_run: wholeNumber(1, 100).default(10),
  parents: z.boolean().default(false),
});
export type CreateForm = z.output<typeof createSchema>;

export const groupsSchema = z.strictObject({
  authority: z.array(z.string(), says("config.not_list_of", { of: "globs" })).optional(),
  unknown: z.enum(["report", "reject", "propose", "create"]).optional(),
  create: createSchema.optional(),
  aliases: map.meta(mapOf({ type: "string", minLength: 1 }, 0)).optional(),
  rules: z.array(z.unknown()).optional(),
});

export const mappingSchema = z.strictObject({
  key: z.unknown().refine((value) => value !== undefined),
  user: map,
  on_create: map.optional(),
  on_update: map.optional(),
  active: z.unknown().optional(),
  scope: z.unknown().optional(),
  manager: z.unknown().optional(),
  groups: z.unknown().optional(),
});

export { groupList as groupListSchema };
