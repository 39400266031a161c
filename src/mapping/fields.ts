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

/** Hints for fields that belong elsewhere in the mapping. */
const ELSEWHERE = new Map([
  ["notify_on_create", "it is sent on create only: put it under `on_create`"],
  ["first_login", "it is sent on create only: put it under `on_create`"],
  ["password", "it is sent on create only: put it under `on_create`"],
  ["notify_on_update", "it is sent on update only: put it under `on_update`"],
  ["active", "put it beside `user`: active: { column, values }"],
  ["group_ids", "memberships come from `groups.rules`"],
  ["groups", "memberships come from `groups.rules`, beside `user`"],
  ["user_id", "it comes from the service, not from the file"],
  ["confirm_group_removal", "a removal needs a reviewer's decision; a mapping cannot confirm it"],
]);

export function kindOf(section: Section, field: string): FieldKind | undefined {
  return SECTIONS[section].get(field);
}

export function fieldsOf(section: Section): string[] {
  return [...SECTIONS[section].keys(), ...(section === "user" ? ["custom_fields"] : [])];
}

/** Returns why an existing field isn't allowed in this section. */
export function misplaced(section: Section, field: string): string | undefined {
  if (field === "custom_fields" && section !== "user") return "custom fields go under `user`";
  return ELSEWHERE.get(field);
}
