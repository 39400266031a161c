import type { CodeOfSetting } from "../config/values.ts";

/** The kind of value that the service accepts for a field (interface: "User (create and update payload)"). */
export type FieldKind = "text" | "email" | "gender" | "date" | "phone" | "uuid" | "boolean";

export type Section = "user" | "on_create" | "on_update";

const FIELDS: Record<string, FieldKind> = {
  username: "text",
  employee_id: "text",
  external_id: "text",
  subscription_id: "uuid",
  auto_license: "boolean",
  city: "text",
  company: "text",
  first_name: "text",
  last_name: "text",
  national_id: "text",
  email: "email",
  phone_number: "phone",
  gender: "gender",
  center: "text",
  position: "text",
  department: "text",
  date_of_birth: "date",
};

const SECTIONS: Record<Section, ReadonlyMap<string, FieldKind>> = {
  user: new Map(Object.entries(FIELDS)),
  on_create: new Map(Object.entries({ notify_on_create: "boolean", first_login: "boolean", password: "text", ...FIELDS })),
  on_update: new Map(Object.entries({ notify_on_update: "boolean", ...FIELDS })),
};

/** The service requires these to create a user. */
export const REQUIRED = ["username", "first_name", "last_name", "email"] as const;

/** Fields that belong elsewhere in the mapping. */
const ELSEWHERE = new Map<string, CodeOfSetting>([
  ["notify_on_create", "mapping.create_only"],
  ["first_login", "mapping.create_only"],
  ["password", "mapping.create_only"],
  ["notify_on_update", "mapping.update_only"],
  ["active", "mapping.active_elsewhere"],
  ["group_ids", "mapping.groups_elsewhere"],
  ["groups", "mapping.groups_elsewhere"],
  ["user_id", "mapping.user_id_from_service"],
  ["confirm_group_removal", "mapping.removal_needs_decision"],
]);

export function kindOf(section: Section, field: string): FieldKind | undefined {
  return SECTIONS[section].get(field);
}

export function fieldsOf(section: Section): string[] {
  return [...SECTIONS[section].keys(), ...(section === "user" ? ["custom_fields"] : [])];
}

/** Returns why an existing field isn't allowed in this section. */
export function misplaced(section: Section, field: string): CodeOfSetting | undefined {
  if (field === "custom_fields" && section !== "user") return "mapping.custom_fields_elsewhere";
  return ELSEWHERE.get(field);
}
