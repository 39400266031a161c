/** The role of a column: a field of the user, or something else that a mapping can use. */
export type Role =
  | "employee_id"
  | "username"
  | "first_name"
  | "last_name"
  | "full_name"
  | "email"
  | "external_id"
  | "date_of_birth"
  | "gender"
  | "phone_number"
  | "department"
  | "position"
  | "city"
  | "company"
  | "center"
  | "national_id"
  | "status"
  | "active_flag"
  | "disabled_flag"
  | "joining_date"
  | "leaving_date"
  | "is_manager"
  | "manager_id"
  | "country"
  | "worker_type"
  | "groups"
  /** Pay, bank account, taxes, religion, health, origin, family and passwords: neither used nor shown. */
  | "private";

/**
 * The column names and cell words of one language. Case, accents, spaces and punctuation don't count, so list each word
 * once. To support another language, write such a table and add it to `LANGUAGES`.
 */
export interface Words {
  /** The value for `--language`. */
  tag: string;
  name: string;
  /** Column names: `sure` names have no other meaning; `init` asks about important `perhaps` names. */
  columns: Partial<Record<Role, { sure: readonly string[]; perhaps?: readonly string[] }>>;
  /** A word for a full name on its own, but for one half beside a column with the other half. */
  halfName?: { word: string; is: "first_name" | "last_name" };
  /** Status words: works here, is away but still works here, has left. */
  status: { works: readonly string[]; away: readonly string[]; left: readonly string[] };
  gender: { female: readonly string[]; male: readonly string[]; neither: readonly string[] };
  yes: readonly string[];
  no: readonly string[];
}
