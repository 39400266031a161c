import type { TransformName } from "../../mapping/schema.ts";

/** Descriptions of the mapping keys, for editors and docs/reference/mapping.md. */
export const MAPPING_DESCRIPTIONS: Readonly<Record<string, string>> = {
  key: "[The column](#key) that identifies a person.",
  user: "[The fields](#user) of the user.",
  on_create: "[Fields](#on_create-and-on_update) for new people only; [unique usernames](#unique-usernames).",
  on_update: "Fields for changes only.",
  active: "[Who is active](#active): status, first and last day.",
  "active.column": "The column with the status.",
  "active.values": "Whether each status is active.",
  "active.from":
    "First day with an account. Before it: nothing (`not_due`). `date` (default `yyyy-MM-dd`), `blank`, `transform`: as in [any field](#converting-values). `days` to add: -366 to 366.",
  "active.until":
    "Last day, to its end, in the job's [`timezone`](job.md#top-level). Then a leaver, with any status. The row needs the required fields.",
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
  "active.at_once": "Statuses that deactivate without regard to dates; needs `until`.",
  scope: "[Which rows](#scope) are planned.",
  "scope.include":
    "The rows in scope: a map of columns and values, an [expression](#when-as-an-expression), or rules with a unique `name` and `when` or `keys` (after the transforms of `key`).",
  "scope.exclude": "The rows out of scope, in the same forms. It wins.",
  "scope.leaves":
    "People with an account who leave the scope: `report` lists them, `ignore` does nothing, `deactivate` closes their accounts. Memberships stay.",
  manager: "[Each person's manager](#manager), for rules.",
  "manager.column": "The column with the key of the manager, written as in the key of the manager's own row.",
  "manager.blank":
    "What a blank cell means: unknown (the default), so that nobody stops being a manager, or nobody: the person has no manager.",
  groups: "[Who belongs to which groups](#groups).",
  "groups.authority":
    "The groups that Rollcall may remove people from: ids, or globs over paths. `*` is any text within a name, `**` any names: `HR/**` is every group below `HR`, not `HR`. Required with rules; `[]` for none.",
  "groups.unknown": "If a rule's group doesn't exist: report it (default), reject the row, or [propose or create](#missing-groups) it.",
  "groups.create": "With `unknown: create`: the [missing groups](#missing-groups) that a run may create.",
  "groups.create.below": "Globs within `authority`; a run creates no others.",
  "groups.create.max_per_run": "Parents included. Above it, all are proposed.",
  "groups.create.parents": "Whether missing parents, also within `below`, are created.",
  "groups.aliases": 'HR\'s names for existing groups, by path or id, without case: `{"HR/Sites/Madird": HR/Sites/Madrid}`.',
  "groups.rules": "Who belongs to which groups.",
};

/** A note on each transform; complete, because a new transform fails to compile without one. */
const TRANSFORM_NOTES: Readonly<Record<TransformName, string | null>> = {
  trim: "always applied to a cell",
  lower: null,
  upper: null,
  capitalize: "each word",
  ascii: "ñ becomes n, ß ss",
  transliterate: "ü becomes ue, и becomes i",
  collapse: "several spaces become one",
};

function listOf(notes: Readonly<Record<string, string | null>>): string {
  return Object.entries(notes)
    .map(([name, note]) => (note === null ? `\`${name}\`` : `\`${name}\` (${note})`))
    .join(", ");
}

/** Descriptions of the keys in a field, by their tables in the documentation. */
export const FIELD_TABLES = {
  sources: {
    column: "A cell, by the name of its column: `{column: Work Email}`.",
    template: 'Text with columns: `{template: "wd-{Employee ID}"}`; none if a cell is blank or missing. `{{` and `}}` are braces.',
    expression:
      'A text, as in [`when`](#when-as-an-expression); a condition for true or false: `{expression: \'Country == "ES" ? "Iberia" : Region\'}`.',
    first_of: "The first of several that isn't blank: `{first_of: [Preferred Name, First Name]}`.",
    value: "The same for everyone: `{value: Acme}`; takes only `sensitive`.",
  },
  conversions: {
    transform: `One or a list, applied in the given order before the keys below: ${listOf(TRANSFORM_NOTES)}, \`{replace: {pattern, with}}\`.`,
    date: "Its format in [Luxon tokens](https://moment.github.io/luxon/#/parsing?id=table-of-tokens): `dd`, `d`, `MM`, `M`, `MMM` (English), `yyyy`, `yy` (00–29: 2000s, 30–99: 1900s). Sent as `YYYY-MM-DD`. Without it, `date_of_birth` is `yyyy-MM-dd`.",
    phone: "Country of numbers without prefix: `ES`. Sent as `+34612345678`; without `phone`, unchanged.",
    values: "The value for each exact text: `{MAD: Madrid, OPO: Porto}`.",
    otherwise: "For a text that isn't in `values`, or no valid date, number, address or gender: `omit`, `reject`, or a value.",
    blank:
      "`omit` (default), or `clear`, which empties an optional text field, but not for a missing cell. Of a date, a list of texts that mean no date; `0000-00-00` always does.",
    shared:
      "`allow`: people may [share an address](#shared-addresses), if their names differ. Without it, people with one address are all rejected.",
    sensitive: "Hides the column's values everywhere: messages, reports, logs.",
  },
  unique: {
    unique: "Templates, the preferred one first; `{n}` is the counter. `transform` is of the whole username.",
    with: "The [parts](#expressions-and-first_of) of a template: `{first: {first_of: [Preferred Name, First Name]}}`. `{first:1}` is the first character.",
    n: "The counter's range. Default: `2..99`; at most to 9999.",
    on_taken:
      "If the service refuses a name that nobody here has: `hold` blocks the person (`account_exists`). `next` tries the next one in the next run, so **someone with an account that Rollcall doesn't know gets a second one**; `check` warns of it. It has no effect after a create with unknown outcome, or in a restored state.",
  },
} satisfies Record<string, Readonly<Record<string, string>>>;

export const FORM_DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...FIELD_TABLES.sources,
  ...FIELD_TABLES.conversions,
  ...FIELD_TABLES.unique,
  replace: "Replaces every match of a regular expression.",
  "transform.replace.with": "The text in place of a match; $1 is the first group of the pattern.",
  pattern: "A regular expression in RE2 syntax.",
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
