import { isPlainMap, unknownKey } from "../model/yaml.ts";
import type { YamlSource } from "../model/yaml.ts";
import { compileAttribute } from "./attribute.ts";
import type { Attribute, AttributeContext } from "./attribute.ts";
import type { Columns } from "./columns.ts";
import { isUuid } from "./convert.ts";
import { fieldsOf, kindOf, misplaced, REQUIRED } from "./fields.ts";
import type { Section } from "./fields.ts";

/** The fields of the user, by when they are sent. */
export interface UserForm {
  user: Attribute[];
  /** Their `field` is `custom_fields.ID`. */
  custom: Attribute[];
  onCreate: Attribute[];
  onUpdate: Attribute[];
  sensitiveFields: Set<string>;
}

/** Compiles `user`, `on_create` and `on_update`. */
export function compileUser(source: YamlSource, columns: Columns, mapping: Record<string, unknown>): UserForm {
  const context: AttributeContext = { source, columns, sensitiveFields: new Set() };
  const everybody = mapping["user"];
  const user = compileSection(context, "user", everybody);
  const form: UserForm = {
    user,
    custom: compileCustom(context, isPlainMap(everybody) ? everybody["custom_fields"] : undefined),
    onCreate: compileSection(context, "on_create", mapping["on_create"]),
    onUpdate: compileSection(context, "on_update", mapping["on_update"]),
    sensitiveFields: context.sensitiveFields,
  };
  if (!isPlainMap(everybody)) return form;
  for (const field of REQUIRED) {
    if (!(field in everybody)) source.fault(["user"], `missing key \`user.${field}\`: the service creates nobody without it`);
    else if (isPlainMap(everybody[field]) && everybody[field]["blank"] === "clear") {
      source.fault(["user", field, "blank"], "`blank: clear` is not possible here: the service needs this field");
    }
  }
  for (const section of ["on_create", "on_update"] as const) {
    const here = mapping[section];
    for (const field of isPlainMap(here) ? Object.keys(here) : []) {
      if (field in everybody) source.fault([section, field], `\`${field}\` is under \`user\` already; keep one of them`, "key");
    }
  }
  return form;
}

function compileSection(context: AttributeContext, section: Section, raw: unknown): Attribute[] {
  if (!isPlainMap(raw)) return [];
  const compiled: Attribute[] = [];
  for (const [field, form] of Object.entries(raw)) {
    const path = [section, field];
    if (section === "user" && field === "custom_fields") continue;
    const kind = kindOf(section, field);
    if (kind === undefined) {
      const where = misplaced(section, field);
      const message = where === undefined ? unknownKey(path, fieldsOf(section)) : `\`${section}.${field}\` is not possible: ${where}`;
      context.source.fault(path, message, "key");
      continue;
    }
    // `first_login: true` is clear enough without { value: true }.
    const attribute = compileAttribute(
      context,
      kind === "boolean" && typeof form === "boolean" ? { value: form } : form,
      path,
      field,
      kind,
    );
    if (attribute !== undefined) compiled.push(attribute);
  }
  return compiled;
}

function compileCustom(context: AttributeContext, raw: unknown): Attribute[] {
  if (raw === undefined) return [];
  const path = ["user", "custom_fields"];
  if (!isPlainMap(raw)) {
    context.source.fault(path, "`user.custom_fields` must be a map from the id of each custom field to its column");
    return [];
  }
  const compiled: Attribute[] = [];
  for (const [id, form] of Object.entries(raw)) {
    if (!isUuid(id))
      context.source.fault(
        [...path, id],
        "a custom field is named by its id (uuid), as in 3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11: Cost Center",
        "key",
      );
    const attribute = compileAttribute(context, form, [...path, id], `custom_fields.${id.toLowerCase()}`, "text");
    if (attribute !== undefined) compiled.push(attribute);
  }
  return compiled;
}
