/** What a column can be recognised as: a field of the user, or something else that a mapping can use. */
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
  | "is_manager"
  | "country"
  | "groups";

/**
 * How one language names columns and what its words in cells mean. Capital letters, accents, blanks and punctuation
 * don't count, so each word stands here once. To teach Rollcall another language, write such a table and add it
 * to `LANGUAGES`.
 */
export interface Words {
  /** As `--language` takes it. */
  tag: string;
  name: string;
  /** Names of columns: `sure` means this and nothing else, `perhaps` is asked about where much depends on it. */
  columns: Partial<Record<Role, { sure: readonly string[]; perhaps?: readonly string[] }>>;
  /** A word that is a whole name where it stands alone, and one half of it beside a column with the other half. */
  halfName?: { word: string; is: "first_name" | "last_name" };
  /** What a status says: works here, is away but still works here, has left. */
  status: { works: readonly string[]; away: readonly string[]; left: readonly string[] };
  gender: { female: readonly string[]; male: readonly string[]; neither: readonly string[] };
  yes: readonly string[];
  no: readonly string[];
}
