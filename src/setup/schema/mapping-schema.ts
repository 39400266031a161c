import { fieldsOf, kindOf, REQUIRED, type FieldKind, type Section } from "../../mapping/fields.ts";
import {
  activeSchema,
  attributeSchema,
  groupsSchema,
  keySchema,
  mappingSchema,
  partSchema,
  ruleSchema,
  managerSchema,
  scopeRuleSchema,
  scopeSchema,
  uniqueSchema,
} from "../../mapping/schema.ts";
import { describe, inputSchema, oneOfKeys, type Json } from "./json.ts";
import {
  FIELD_DESCRIPTIONS,
  FORM_DESCRIPTIONS,
  MAPPING_DESCRIPTIONS,
  RULE_DESCRIPTIONS,
  SCOPE_DESCRIPTIONS,
} from "./mapping-descriptions.ts";

const COLUMN: Json = { type: "string", minLength: 1, description: "The name of a column, as in the header of the file." };
const UUID = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";
const ORIGINS = ["column", "template", "expression", "first_of"];
const KINDS: readonly FieldKind[] = ["text", "email", "gender", "date", "phone", "uuid", "boolean"];

/** Returns the JSON Schema of mappings (draft 2020-12), and the keys without a description. */
export function mappingJsonSchema(): { schema: Json; undescribed: string[] } {
  const top = inputSchema(mappingSchema);
  const schema: Json = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A mapping of Rollcall",
    description: "How a row of the HR file becomes a user of the learning service. See docs/reference/mapping.md.",
    ...top,
    properties: {
      ...top.properties,
      key: inputSchema(keySchema),
      user: { ...section("user"), required: REQUIRED.filter((name) => name !== "username") },
      on_create: section("on_create"),
      on_update: section("on_update"),
      active: inputSchema(activeSchema),
      scope: scope(),
      manager: inputSchema(managerSchema),
      groups: groups(),
    },
    $defs: { ...Object.fromEntries(KINDS.map((kind) => [kind, field(kind)])), part: part(), unique: described(inputSchema(uniqueSchema)) },
  };
  const undescribed = describe(schema, descriptionFor);
  const hasUnique: Json = { required: ["username"], properties: { username: { type: "object", required: ["unique"] } } };
  schema.anyOf = [{ properties: { user: { required: ["username"] } } }, { required: ["on_create"], properties: { on_create: hasUnique } }];
  return { schema, undescribed };
}

/** Returns the fields of a section, each with the forms of its kind. */
function section(name: Section): Json {
  const properties: Record<string, Json> = {};
  for (const key of fieldsOf(name)) {
    const kind = kindOf(name, key);
    // The field's description is beside the reference, the form's description inside it.
    const form: Json = { $ref: `#/$defs/${String(kind)}` };
    const isUnique = name === "on_create" && key === "username";
    properties[key] = kind === undefined ? customFields() : isUnique ? { anyOf: [{ $ref: "#/$defs/unique" }, form] } : form;
  }
  return { type: "object", properties, additionalProperties: false };
}

function customFields(): Json {
  return { type: "object", propertyNames: { type: "string", pattern: UUID }, additionalProperties: { $ref: "#/$defs/text" } };
}

/** Returns the forms of a field: a column name, or a map; for booleans also true and false. */
function field(kind: FieldKind): Json {
  const form = inputSchema(attributeSchema);
  const properties: Record<string, Json> = { ...form.properties, values: valuesOf(literal(kind)) };
  if (kind !== "text" && kind !== "date") delete properties["date"];
  if (kind !== "text" && kind !== "date") delete properties["blank"];
  if (kind !== "email") delete properties["shared"];
  const map = described({ ...form, properties, anyOf: oneOfKeys(...ORIGINS, "value") });
  return { anyOf: [kind === "boolean" ? { type: "boolean" } : COLUMN, map] };
}

/** Returns a value that is computed from cells: an item of `first_of`, or a part of a template. */
function part(): Json {
  return { anyOf: [COLUMN, described({ ...inputSchema(partSchema), anyOf: oneOfKeys(...ORIGINS) })] };
}

function described(form: Json): Json {
  describe(form, formDescription);
  return form;
}

function formDescription(path: string): string | undefined {
  return FORM_DESCRIPTIONS[path] ?? FORM_DESCRIPTIONS[path.slice(path.lastIndexOf(".") + 1)];
}

function literal(kind: FieldKind): Json {
  if (kind === "boolean") return { type: "boolean" };
  if (kind === "gender") return { type: "string", enum: ["m", "f"] };
  return { type: "string" };
}

function valuesOf(each: Json): Json {
  return { type: "object", minProperties: 1, additionalProperties: each };
}

function groups(): Json {
  const form = inputSchema(groupsSchema);
  return { ...form, properties: { ...form.properties, rules: { type: "array", items: inputSchema(ruleSchema) } } };
}

/** Returns the forms of `scope`: one condition, or a list of named rules. */
function scope(): Json {
  const form = inputSchema(scopeSchema);
  const rule = inputSchema(scopeRuleSchema);
  const rules: Json = { anyOf: [...(rule.properties?.["when"]?.anyOf ?? []), { type: "array", minItems: 1, items: rule }] };
  return { ...form, properties: { ...form.properties, include: rules, exclude: structuredClone(rules) } };
}

function descriptionFor(path: string): string | undefined {
  const [first = "", second = "", ...rest] = path.split(".");
  const last = rest.at(-1) ?? second;
  if (["user", "on_create", "on_update"].includes(first) && second !== "") return FIELD_DESCRIPTIONS[last];
  if (path.startsWith("groups.rules.")) return RULE_DESCRIPTIONS[last];
  if (/^scope\.(in|ex)clude\./.test(path)) return SCOPE_DESCRIPTIONS[last];
  if (first === "active" && rest[0] === "transform") return MAPPING_DESCRIPTIONS[path] ?? formDescription(rest.join("."));
  return MAPPING_DESCRIPTIONS[path] ?? (first === "key" ? formDescription([second, ...rest].join(".")) : undefined);
}
