import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { date, email, groupIds, phone, uuid } from "./values.ts";

const text = z.string();

/** Fields that create and update share (interface: "User"). */
const shared = {
  password: text.optional(),
  employee_id: text.optional(),
  external_id: text.optional(),
  group_ids: groupIds.optional(),
  subscription_id: uuid.optional(),
  auto_license: z.boolean().optional(),
  city: text.optional(),
  company: text.optional(),
  custom_fields: z.array(z.strictObject({ id: uuid, value: text })).optional(),
  national_id: text.optional(),
  phone_number: phone.optional(),
  gender: z.enum(["m", "f"]).optional(),
  center: text.optional(),
  position: text.optional(),
  department: text.optional(),
  date_of_birth: date.optional(),
};

const name = text.min(1);

export const userCreate = z.strictObject({
  ...shared,
  username: name,
  first_name: name,
  last_name: name,
  email,
  notify_on_create: z.boolean().optional(),
  first_login: z.boolean().optional(),
});

export const userUpdate = z.strictObject({
  ...shared,
  user_id: uuid,
  username: name.optional(),
  first_name: name.optional(),
  last_name: name.optional(),
  email: email.optional(),
  confirm_group_removal: z.boolean().optional(),
  active: z.boolean().optional(),
  notify_on_update: z.boolean().optional(),
});

export type UserCreate = z.infer<typeof userCreate>;
export type UserUpdate = z.infer<typeof userUpdate>;

/** "An object that may be null": nothing is promised of its fields. */
const userAnswer = z.looseObject({}).nullable();

/** POST /users. A 500, or no answer at all, leaves open whether the user exists. */
export const createUser = endpoint({
  area: "users",
  name: "create",
  method: "POST",
  path: "/users",
  body: userCreate,
  output: userAnswer,
  list: false,
  documented: true,
});

/** PUT /users/{user_id}, with the five rules about `group_ids`. Idempotent but for `confirm_group_removal`. */
export const updateUser = endpoint({
  area: "users",
  name: "update",
  method: "PUT",
  path: "/users/{user_id}",
  pathParams: z.strictObject({ user_id: uuid }),
  body: userUpdate,
  output: userAnswer,
  list: false,
  documented: true,
});
