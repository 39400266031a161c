import { currentReader } from "./locales/reader.ts";
import { t, type Message } from "./locales/t.ts";

const FIELDS: Readonly<Record<string, Message>> = {
  username: "labels.username",
  first_name: "setup.first_name",
  last_name: "setup.last_name",
  email: "setup.e_mail_address",
  employee_id: "setup.employee_id",
  external_id: "setup.external_id",
  date_of_birth: "setup.date_birth",
  national_id: "setup.national_id",
  gender: "setup.gender",
  phone_number: "setup.telephone_number",
  company: "setup.company",
  department: "setup.department_2",
  position: "setup.position",
  city: "setup.city",
  center: "setup.site_2",
};

/** Returns the name of a user's field, such as `first_name`, for people. */
export function fieldLabel(field: string): string {
  const label = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  return label === undefined ? field : t(label);
}

/** Returns the name of a field in a message: in English as the mapping writes it, unless the reader wants names for people. */
export function fieldName(field: string): string {
  const { language, labels } = currentReader();
  return language === "en" && labels !== true ? field : fieldLabel(field);
}
