import type { PlainCode } from "./fact.ts";

/** The names of the user's fields, such as `first_name`, for people. */
export const FIELD_LABELS: Readonly<Record<string, PlainCode>> = {
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
