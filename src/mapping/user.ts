import { fact } from "../domain/facts/fact.ts";
import { isPlainMap, unknownKey } from "../config/yaml.ts";
import type { YamlSource } from "../config/yaml.ts";
import { compileAttribute } from "./attribute.ts";
import type { Attribute, AttributeContext } from "./attribute.ts";
import type { Columns } from "./columns.ts";
import { isUuid } from "./convert.ts";
import { compileUnique } from "./values/unique.ts";
import type { UniqueUsername } from "./compiled.ts";
import { fieldsOf, kindOf, misplaced, REQUIRED } from "./fields.ts";
import type { Section } from "./fields.ts";

/** The compiled fields of the user, by section. */
export interface UserForm {
  user: Attribute[];
  /** Their `field` is `custom_fields.ID`. */
  custom: Attribute[];
  onCreate: Attribute[];
  onUpdate: Attribute[];
  /** `on_create.username`, if it is `unique`. */
  usernames: UniqueUsername | undefined;
  sensitiveFields: Set<string>;
}

/** Compiles `user`, `on_create` and `on_update`. */
export function compileUser(source: YamlSource, columns: Columns, mapping: Record<string, unknown>): UserForm {
  const context: AttributeContext = { source, columns, sensitiveFields: new Set() };
  const fields = mapping["user"];
  const user = compileSection(context, "user", fields);
  const onCreate = mapping["on_create"];
  const unique = isPlainMap(onCreate) && isUnique(onCreate["username"]) ? onCreate["username"] : undefined;
  const form: UserForm = {
    user,
    custom: compileCustom(context, isPlainMap(fields) ? fields["custom_fields"] : undefined),
    onCreate: compileSection(context, "on_create", onCreate),
    onUpdate: compileSection(context, "on_update", mapping["on_update"]),
    usernames: unique === undefined ? undefined : compileUnique(context, unique, ["on_create", "username"]),
    sensitiveFields: context.sensitiveFields,
  };
  if (!isPlainMap(fields)) return form;
  for (const field of REQUIRED) {
    if (field === "username" && unique !== undefined) continue;
    if (!(field in fields)) source.fault(["user"], fact("mapping.required_missing", { setting: `user.${field}` }));
    else if (isPlainMap(fields[field]) && fields[field]["blank"] === "clear") {
      source.fault(["user", field, "blank"], fact("mapping.clear_required_field", {}));
    }
  }
  for (const section of ["on_create", "on_update"] as const) {
    const here = mapping[section];
    for (const field of isPlainMap(here) ? Object.keys(here) : []) {
      if (field in fields) source.fault([section, field], fact("mapping.field_twice", { field }), "key");
    }
  }
  return form;
}

const isUnique = (form: unknown): boolean => isPlainMap(form) && "unique" in form;

function compileSection(context: AttributeContext, section: Section, raw: unknown): Attribute[] {
  if (!isPlainMap(raw)) return [];
  const compiled: Attribute[] = [];
  for (const [field, form] of Object.entries(raw)) {
    const path = [section, field];
    if (section === "user" && field === "custom_fields") continue;
    const kind = kindOf(section, field);
    if (kind === undefined) {
      context.source.fault(path, misplaced(section, field) ?? unknownKey(path, fieldsOf(section)), "key");
      continue;
    }
    if (isUnique(form)) {
      if (section !== "on_create" || field !== "username")
        context.source.fault([...path, "unique"], fact("mapping.possible_only_for", { key: "unique", field: "on_create.username" }), "key");
      continue;
    }
    // `first_login: true` is short for { value: true }.
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
    context.source.fault(path, "mapping.custom_fields_not_map");
    return [];
  }
  const compiled: Attribute[] = [];
  for (const [id, form] of Object.entries(raw)) {
    if (!isUuid(id)) context.source.fault([...path, id], fact("mapping.custom_field_not_id", {}), "key");
    const attribute = compileAttribute(context, form, [...path, id], `custom_fields.${id.toLowerCase()}`, "text");
    if (attribute !== undefined) compiled.push(attribute);
  }
  return compiled;
}
