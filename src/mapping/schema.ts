import { z } from "zod";
import { isPlainMap } from "../config/yaml.ts";

const GROUP_LIST_MESSAGE = 'must be a list of groups: paths from the root such as ["HR/Managers"], or ids';

const text = z.string();
const map = z.custom<Record<string, unknown>>(isPlainMap, { error: "must be a map of keys and values" });
const groupList = z.array(z.string({ error: 'must be a group: a path from the root such as "HR/Managers", or an id' }), {
  error: GROUP_LIST_MESSAGE,
});

export const transformName = z.enum(["trim", "lower", "upper", "capitalize", "ascii", "transliterate", "collapse"]);
export type TransformName = z.output<typeof transformName>;
const oneTransform = z.union([transformName, z.strictObject({ replace: z.strictObject({ pattern: text.min(1), with: text }) })]);
const transform = z.union([oneTransform, z.array(oneTransform)]);
export type TransformForm = z.output<typeof transform>;

const scalar = z.union([z.string(), z.boolean()], { error: "must be a text, true or false; put quotes around numbers" });

/** A value that is computed from cells: the items of `first_of`, and the parts of a template. */
export const partSchema = z.strictObject({
  column: text.optional(),
  template: text.optional(),
  expression: text.optional(),
  first_of: z.array(z.unknown(), { error: "must be a list of columns or values, the preferred one first" }).optional(),
  with: map.optional(),
  transform: transform.optional(),
});
export type PartForm = z.output<typeof partSchema>;

/** Texts that mean that there is no date. */
const noDates = z.array(z.string({ error: "must be a text; put quotes around numbers" }), { error: "must be a list of texts" }).min(1, {
  error: "must list at least one text",
});

export const attributeSchema = z.strictObject({
  ...partSchema.shape,
  value: scalar.optional(),
  date: text.optional(),
  phone: text.optional(),
  values: map.optional(),
  otherwise: scalar.optional(),
  sensitive: z.boolean().optional(),
  shared: z.enum(["allow"], { error: "must be allow, or be left out" }).optional(),
  blank: z.union([z.enum(["omit", "clear"]), noDates], { error: "must be omit, clear, or a list of texts that mean no date" }).optional(),
});
export type AttributeForm = z.output<typeof attributeSchema>;

export const uniqueSchema = z.strictObject({
  unique: z.array(z.string({ error: "must be a template as a text" }), { error: "must be a list of templates, the preferred one first" }),
  with: map.optional(),
  transform: transform.optional(),
  n: z.string({ error: "must be a range such as 2..99" }).optional(),
  on_taken: z.enum(["hold", "next"]).default("hold"),
});

export const keySchema = z.union([text, z.strictObject({ column: text, transform: transform.optional() })], {
  error: "must be the name of a column, or { column, transform }",
});

const effectiveDate = z.strictObject({
  column: text,
  transform: transform.optional(),
  date: text.default("yyyy-MM-dd"),
  blank: noDates.optional(),
  days: z
    .int({ error: "must be a whole number of days" })
    .min(-366, { error: "must be at least -366" })
    .max(366, { error: "must be at most 366" })
    .default(0),
});

export const activeSchema = z.strictObject({
  column: text.optional(),
  values: map.optional(),
  from: effectiveDate.optional(),
  until: effectiveDate.optional(),
  at_once: z.array(z.string(), { error: "must be a list of statuses" }).optional(),
});

const whenSchema = z.custom<string | Record<string, unknown>>((value) => typeof value === "string" || isPlainMap(value), {
  error: "must be a map from columns to their values, or an expression as a text",
});

export const ruleSchema = z.strictObject({
  name: text,
  when: whenSchema.optional(),
  column: text.optional(),
  values: map.optional(),
  otherwise: groupList.optional(),
  split: z.string().min(1, { error: 'must be the text between two groups, such as ";"' }).optional(),
  groups: groupList.optional(),
});
export type RuleForm = z.output<typeof ruleSchema>;

export const scopeRuleSchema = z.strictObject({
  name: text,
  when: whenSchema.optional(),
  keys: z.array(z.string({ error: "must be a key as a text; put quotes around it" }), { error: "must be a list of keys" }).optional(),
});

const scopeRules = z.custom<string | Record<string, unknown> | unknown[]>(
  (value) => typeof value === "string" || isPlainMap(value) || Array.isArray(value),
  { error: "must be an expression, a map from columns to their values, or a list of named rules" },
);

export const scopeSchema = z.strictObject({
  include: scopeRules.optional(),
  exclude: scopeRules.optional(),
  leaves: z.enum(["ignore", "report", "deactivate"]).default("report"),
});

export const managerSchema = z.strictObject({ column: text, blank: z.enum(["unknown", "nobody"]).default("unknown") });
const createSchema = z.strictObject({
  below: z
    .array(z.string(), { error: 'must be a list of globs over group paths, such as ["HR/Departments/*"]' })
    .min(1, { error: "must name at least one glob" }),
  max_per_run: z
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(100, { error: "must be at most 100" })
    .default(10),
  parents: z.boolean().default(false),
});
export type CreateForm = z.output<typeof createSchema>;

export const groupsSchema = z.strictObject({
  authority: z.array(z.string(), { error: 'must be a list of globs over group paths, such as ["HR/**"]' }).optional(),
  unknown: z.enum(["report", "reject", "propose", "create"]).optional(),
  create: createSchema.optional(),
  aliases: map.optional(),
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
