import { readFileSync } from "node:fs";

/** The role of a column: a field of the user, or something else that a mapping can use. */
export const COLUMN_ROLES = [
  "employee_id",
  "username",
  "first_name",
  "last_name",
  "full_name",
  "email",
  "external_id",
  "date_of_birth",
  "gender",
  "phone_number",
  "department",
  "position",
  "city",
  "company",
  "center",
  "national_id",
  "status",
  "active_flag",
  "disabled_flag",
  "joining_date",
  "leaving_date",
  "is_manager",
  "manager_id",
  "country",
  "worker_type",
  "groups",
  // Pay, bank account, taxes, religion, health, origin, family and passwords: neither used nor shown.
  "private",
] as const;
export type Role = (typeof COLUMN_ROLES)[number];

/**
 * The column names and cell words of one language, as its JSON file has them. Case, accents, spaces and punctuation don't
 * count, so each word is listed once. Another language is another file, and its tag in `TAGS`.
 */
export interface Words {
  /** The value for `--language`, and the name of the file. */
  tag: string;
  name: string;
  /** Column names: `sure` names have no other meaning; `init` asks about important `perhaps` names. */
  columns: Partial<Record<Role, { sure: readonly string[]; perhaps?: readonly string[] }>>;
  /** A word for a full name on its own, but for one half beside a column with the other half. */
  halfName?: { word: string; is: "first_name" | "last_name" };
  /** Status words: works here, is away but still works here, has left. */
  status: { works: readonly string[]; away: readonly string[]; left: readonly string[] };
  gender: {
    female: readonly string[];
    male: readonly string[];
    neither: readonly string[];
    /** Letters for a man and a woman that mean so in this language only. */
    letters?: readonly (readonly [male: string, female: string])[];
  };
  /** The word for yes and the one for no at the same place belong together. */
  yes: readonly string[];
  no: readonly string[];
  /** The names of suggested groups below the root. */
  groups?: GroupNames;
}

interface GroupNames {
  everyone: string;
  departments: string;
  sites: string;
  managers: string;
  teams: string;
}

const TAGS = ["en", "es", "de", "fr", "nl", "pt", "it"];

/** The languages of known column names. A test checks the files. */
export const LANGUAGES: readonly Words[] = TAGS.map(
  (tag) => JSON.parse(readFileSync(new URL(`${tag}.json`, import.meta.url), "utf8")) as Words,
);

/** Returns the names of groups in a language, such as `de`; in English for others. */
export function groupNames(language: string | undefined): GroupNames {
  const known = LANGUAGES.find(({ tag, groups }) => tag === language && groups !== undefined) ?? LANGUAGES[0];
  if (known?.groups === undefined) throw new Error("English has no names of groups");
  return known.groups;
}
