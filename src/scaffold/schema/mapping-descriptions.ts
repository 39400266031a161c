import type { TransformName } from "../../mapping/schema.ts";

/** Descriptions of the mapping keys for editors; docs/reference/mapping.md has the details. */
export const MAPPING_DESCRIPTIONS: Readonly<Record<string, string>> = {
  key: "The column that identifies a person permanently: the employee number. Kept as text: 00123 is not 123.",
  user: "Fields sent when a person is created or changes. Required: username, first_name, last_name, email.",
  on_create: "Fields sent only when a person is created.",
  on_update: "Fields sent only when a person changes.",
  active:
    "Who is active, by a status, the first and last day, or both. A status that is blank or not listed, or a date that cannot be read, is unknown, and activates or deactivates no one.",
  "active.column": "The column with the status. Without it, the dates alone decide.",
  "active.values": "The meaning of each status: { Active: true, Terminated: false }.",
  "active.from": "The first day with an account. Before it, no account is created and nothing is sent.",
  "active.until": "The last day with an account, to its end. Then the person counts as a leaver. Blank: no last day.",
  "active.from.column": "The column with the date.",
  "active.until.column": "The column with the date.",
  "active.from.date": "The format of the date, such as dd/MM/yyyy. Default: yyyy-MM-dd.",
  "active.until.date": "The format of the date, such as dd/MM/yyyy. Default: yyyy-MM-dd.",
  "active.from.transform": "Transforms of the text, before it is read as a date.",
  "active.until.transform": "Transforms of the text, before it is read as a date.",
  "active.from.blank": "Texts that mean that there is no date. A day such as 0000-00-00 always does.",
  "active.until.blank": "Texts that mean that there is no date, such as unlimited. A day such as 0000-00-00 always does.",
  "active.from.days": "Days to add: -3 creates the account three days before.",
  "active.until.days": "Days to add: 14 keeps the account for two weeks after the last day.",
  "active.at_once": "Statuses that deactivate the account without regard to `until`.",
  scope: "Which rows are planned. Nothing is sent for a row out of scope: no account, no change, no removal.",
  "scope.include":
    "The rows in scope: an expression, columns with their values, or a list of named rules. A row that none of them includes is out of scope.",
  "scope.exclude": "The rows out of scope: an expression, columns with their values, or a list of named rules.",
  "scope.leaves":
    "What happens to people with an account who leave the scope: ignore, report (the default), or deactivate the account. Their memberships stay.",
  manager:
    "The column with the key of each person's manager. It gives rules two more columns: manager.has_reports (yes or no) and manager.key. The file is read twice.",
  "manager.column": "The column with the key of the manager, written as in the key of the manager's own row.",
  "manager.blank":
    "What a blank cell means: unknown (the default), so that nobody stops being a manager, or nobody: the person has no manager.",
  groups: "Who belongs to which groups, and which groups Rollcall may remove people from.",
  "groups.authority":
    'The groups that Rollcall may remove people from, after a decision: globs over group paths, or ids. [] removes no one; "HR/**" is every group below HR.',
  "groups.unknown":
    "What to do with a group that the service doesn't have: report it, reject the row, propose it to a reviewer, or create it.",
  "groups.create": "With `unknown: create`: the groups that a run may create without a decision. All others are proposed.",
  "groups.create.below": 'Globs over group paths, inside `authority`, such as ["HR/Departments/*"].',
  "groups.create.max_per_run": "If a run would create more groups than this, it creates none of them: all are proposed. Default: 10.",
  "groups.create.parents": "Whether missing parents are created as well; they must be inside `below` too. Default: false.",
  "groups.aliases": "Names that HR uses for existing groups: the name that the rules give, and the group's path or id.",
  "groups.rules": "Who belongs to which groups. A rule that cannot be decided for a person removes nothing.",
};

/** A note on each transform; complete, because a new transform fails to compile without one. */
const TRANSFORM_NOTES: Readonly<Record<TransformName, string | null>> = {
  trim: "always applied to a cell",
  lower: null,
  upper: null,
  capitalize: "each word",
  ascii: "ñ becomes n",
  transliterate: "ü becomes ue, и becomes i",
  collapse: "several spaces become one",
};

function listOf(notes: Readonly<Record<string, string | null>>): string {
  return Object.entries(notes)
    .map(([name, note]) => (note === null ? name : `${name} (${note})`))
    .join(", ");
}

/** Descriptions of the keys in a field. */
export const FORM_DESCRIPTIONS: Readonly<Record<string, string>> = {
  column: "The name of a column, as in the header of the file.",
  template: 'Text with columns in it: "wd-{Employee ID}". {{ and }} are literal braces. If a cell is blank, there is no value.',
  with: "Named parts of the template, each a column or a value: { first: { first_of: [Preferred Name, First Name] } }. {first:1} is the first character.",
  expression: 'A CEL expression that gives a text: Country == "ES" ? "Iberia" : Region. If a cell is blank, the field is left as it is.',
  first_of: "Columns or values, the preferred one first: the first that is not blank is used. An unknown one is not passed over.",
  replace: "Replaces every match of a regular expression.",
  "transform.replace.with": "The text in place of a match; $1 is the first group of the pattern.",
  pattern: "A regular expression in RE2 syntax.",
  unique:
    'Templates for the username of a new account, the preferred one first: ["{first}.{last}", "{first}.{last}{n}"]. The next one is used only if the username belongs to another person.',
  n: "The numbers for {n}, such as 2..99 (the default).",
  on_taken:
    "What to do if the service refuses a username that nobody here has: hold (the default) blocks the person; next tries the next username, so a person with an unknown account gets a second one.",
  value: "The same value for everyone.",
  transform: `One or a list, applied in the given order before other conversions: ${listOf(TRANSFORM_NOTES)}, or replace.`,
  date: "The format of the date: dd day, MM month, yyyy year, such as dd/MM/yyyy. Sent as YYYY-MM-DD.",
  phone: "The country (two letters) of numbers without a prefix. Sent as +34612345678.",
  values: "The value for each text. Texts must match exactly, except for spaces around them.",
  otherwise: "For a text that is not listed or not valid: omit, reject, or a value to use instead.",
  shared: "allow: people may share an address, if the username is something else. Without it, all of them are rejected.",
  sensitive: "Hides the value in messages, reports and logs.",
  blank: "omit: a blank cell leaves the field unchanged; clear: it empties the field. For a date, a list of texts that mean no date.",
};

export const RULE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  name: "A unique name, which reports show.",
  when: 'Columns and the values they must have, such as { Country: [ES, PT] }; or an expression, such as Department == "Sales".',
  column: "The column for `values` or `split`.",
  values: 'Groups by the value of the column: { Madrid: ["HR/Sites/Madrid"] }. A value that is not listed leaves the rule undecided.',
  otherwise: "Groups for values that are not listed; [] assigns none.",
  split: 'The separator of a list in the cell, such as ";". Each item is {item} in `groups`.',
  groups: 'Paths from the root, with columns in them: ["HR/Departments/{Department}"]; or ids.',
};

export const SCOPE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  name: "A unique name, which reports show.",
  when: 'Columns and the values they must have, such as { Country: [ES, PT] }; or an expression, such as row["Email"].endsWith("@bots.acme.com").',
  keys: 'Employee keys, as in the file: ["000001", "000002"].',
};

export const FIELD_DESCRIPTIONS: Readonly<Record<string, string>> = {
  username: "The login name. Required.",
  first_name: "Required.",
  last_name: "Required.",
  email: "Required; must be an e-mail address.",
  employee_id: "The employee number, as the service shows it.",
  external_id: "An id in another system.",
  subscription_id: "The subscription whose licence the person gets (uuid).",
  auto_license: "Whether the service chooses a licence.",
  city: "The city.",
  company: "The company.",
  national_id: "The national id; mark it sensitive.",
  phone_number: "A phone number; `phone` sets its country.",
  gender: "m or f; map the texts with `values`.",
  center: "The office or site.",
  position: "The job title.",
  department: "The department.",
  date_of_birth: "The date of birth; `date` sets its format, by default yyyy-MM-dd. Mark it sensitive.",
  custom_fields: "Custom fields of the service: the id of each, with its column.",
  notify_on_create: "Whether new people get a message.",
  first_login: "Whether people choose a password at their first login.",
  password: "The first password; always sensitive.",
  notify_on_update: "Whether people get a message when their data changes.",
};
