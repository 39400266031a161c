import type { PlainMessage } from "./locales/messages.ts";
import { t } from "./locales/t.ts";

const FIELDS: Readonly<Record<string, PlainMessage>> = {
  username: "Username",
  first_name: "First name",
  last_name: "Last name",
  email: "E-mail address",
  employee_id: "Employee ID",
  external_id: "External ID",
  date_of_birth: "Date of birth",
  national_id: "National ID",
  gender: "Gender",
  phone_number: "Telephone number",
  company: "Company",
  department: "Department",
  position: "Position",
  city: "City",
  center: "Site",
};

/** Returns the name of a user's field, such as `first_name`, for people. */
export function fieldLabel(field: string): string {
  const label = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  return label === undefined ? field : t(label);
}
