/** What each key of a mapping means, as an editor shows it. docs/mapping.md says more. */
export const MAPPING_WORDS: Readonly<Record<string, string>> = {
  key: "The column that names a person for ever: the employee number. Kept as text: 00123 is not 123.",
  user: "The fields that are sent when a person is created and when a person changes. Needed: username, first_name, last_name, email.",
  on_create: "Fields that are sent only when a person is created.",
  on_update: "Fields that are sent only when a person changes.",
  active: "Who works here. A status that is blank or not listed is unknown: nobody is switched on or off for it.",
  "active.column": "The column with the status.",
  "active.values": "What each status means: { Active: true, Terminated: false }.",
  groups: "Who belongs to which groups, and which groups are ours to take away.",
  "groups.authority":
    'Globs over group paths, or ids: only these memberships are ours to take away, and only after a decision. [] takes nothing away; "HR/**" is everything below HR.',
  "groups.unknown": "When a rule gives a group that the service does not have: report it, or reject the row.",
  "groups.rules": "Who belongs to which groups. A rule that cannot be told for somebody takes nothing away.",
};

/** Of the forms that a field or a rule takes. */
export const FORM_WORDS: Readonly<Record<string, string>> = {
  column: "The name of a column, as in the header of the file.",
  template: 'Text with cells in it: "wd-{Employee ID}". {{ and }} are the braces themselves. With a blank cell there is no value.',
  value: "The same for everybody.",
  transform: "Done in this order, before all else: lower, upper, capitalize, ascii (ñ becomes n), collapse (several blanks become one).",
  date: "How the date is written: dd day, MM month, yyyy year, as in dd/MM/yyyy. Sent as YYYY-MM-DD.",
  phone: "The country (two letters) whose numbers are written without a prefix. Sent as +34612345678.",
  values: "What each text means. Texts must match exactly, blanks around them aside.",
  otherwise: "For a text that is not listed or not valid: omit, reject, or the value to use instead.",
  sensitive: "The value appears in no message, report or log.",
  blank: "omit: a blank cell leaves the field as it is; clear: it empties the field.",
};

export const RULE_WORDS: Readonly<Record<string, string>> = {
  name: "A name of its own, which reports show.",
  when: 'Columns and the values they must have, { Country: [ES, PT] }; or an expression, such as Department == "Sales".',
  column: "The column that `values` or `split` is about.",
  values: 'Groups by the value of the column: { Madrid: ["HR/Sites/Madrid"] }. A value that is not listed leaves the rule undecided.',
  otherwise: "Groups for values that are not listed; [] gives none.",
  split: 'What separates the items of a list in the cell, such as ";". Each item is {item} in `groups`.',
  groups: 'Paths from the root, with cells in them: ["HR/Departments/{Department}"]; or ids.',
};

export const FIELD_WORDS: Readonly<Record<string, string>> = {
  username: "The name to log in with. Needed.",
  first_name: "Needed.",
  last_name: "Needed.",
  email: "Needed; must be an e-mail address.",
  employee_id: "The employee number, as the service shows it.",
  external_id: "An id of another system.",
  subscription_id: "The subscription whose licence the person gets (uuid).",
  auto_license: "Whether the service chooses a licence.",
  city: "The city.",
  company: "The company.",
  national_id: "Of the state; best marked sensitive.",
  phone_number: "A telephone number; `phone` says of which country.",
  gender: "m or f; `values` says which text means which.",
  center: "The office or site.",
  position: "The job title.",
  department: "The department.",
  date_of_birth: "`date` says how it is written; yyyy-MM-dd without it. Best marked sensitive.",
  custom_fields: "Fields of the service's own: from the id of each to its column.",
  notify_on_create: "Whether new people get a message.",
  first_login: "Whether people choose a password at their first login.",
  password: "The first password; always sensitive.",
  notify_on_update: "Whether people get a message when they change.",
};
