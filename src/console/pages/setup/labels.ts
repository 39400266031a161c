import { LAST_DAY_FORMAT } from "../../../setup/columns.ts";
import type { FieldError, Step } from "../../../setup/types.ts";
import type { PlainMessage } from "../../../reporting/locales/messages.ts";
import { t } from "../../../reporting/locales/t.ts";
import { fieldLabel } from "../../../reporting/field-labels.ts";

/** The name of a step. */
export function stepName(step: Step): string {
  const names: Record<Step, PlainMessage> = {
    upload: "Upload",
    columns: "Columns",
    left: "Who has left?",
    key: "Key and username",
    groups: "Groups",
    connection: "Connection",
    preview: "Preview",
    plan: "First plan",
  };
  return t(names[step]);
}

/** The name of a use of a column. */
export function roleName(role: string): string {
  if (role === "key") return t("Employee key");
  return role === "active" ? t("Active or left") : fieldLabel(role);
}

/** The name of an answer: a use of a column, a format or a rule. */
export function answerName(what: string): string {
  if (what === "date" || what === LAST_DAY_FORMAT) return t("Format of the dates");
  if (what === "until") return t("Leaving date");
  if (what.startsWith("rule.")) return t("Rule for groups");
  return roleName(what);
}

const ERRORS: Readonly<Record<string, PlainMessage>> = {
  conflict: "This setup was changed in another tab or by someone else. Your entries are still here: check them, and save again.",
  job_name: "Use letters, digits, spaces, dots, - and _ for the name of the job.",
  job_taken: "A job or a mapping with this name exists already, and is never overwritten. Choose another name.",
  row_number: "Enter a row number from 1 to 999.",
  delimiter: "A delimiter is one character.",
  missing_first_name: "Choose the column with the first names. A column with full names cannot be split: export them separately.",
  missing_last_name: "Choose the column with the last names. A column with full names cannot be split: export them separately.",
  missing_email: "The service needs an e-mail address. Choose its column, or write how the addresses are formed.",
  too_long: "This is too long.",
  date: "Choose a format.",
  phone: "Write a country as two capital letters, such as DE.",
  gender: "Choose a meaning.",
  left_column: "Choose the column that shows who has left, or say that there is none.",
  key: "Choose the column that identifies a person permanently.",
  username: "Choose what people sign in with.",
  group_path: "Write a path such as HR/Departments, without empty parts, * or unknown braces.",
  root_needed: "Name the group first: Rollcall never gets authority over all groups from here.",
  url: "Write an address such as https://learning.example.com, without user, password, ? or #.",
  url_prefix: "Leave out /integration/v1 at the end: Rollcall adds it.",
  url_insecure: "The address must start with https://. To use http:// anyway, select the box below.",
  url_refused: "Rollcall does not connect to link-local addresses or to a cloud’s metadata service.",
  url_unknown_host: "This host name is not known. Check the spelling of the address.",
  token_needed: "Paste a refresh token of the learning service.",
  token_refused: "The learning service refused this refresh token. Create a new one there, and paste it here.",
  token_rights: "The learning service accepts this token, but does not let it read groups.",
  unreachable: "Nothing answers at this address. Check it, and whether this server may reach it.",
  not_the_service: "Something answers at this address, but not as the learning service does.",
  service_busy: "The learning service has a problem at the moment. Try again later.",
  too_slow: "The learning service took too long to answer. Try again.",
  too_many: "Too many connection tests. Wait a minute, and try again.",
  file_path: "Write a path below the folder of Rollcall, such as exports/employees.csv, without .. or a leading slash.",
  overlap: "Another job of this service already manages some of these groups. Choose other groups in the step “Groups”.",
  not_expressible: "These answers cannot be written as a mapping and a job. Check the columns and the groups.",
  not_in_place: "The files are not in the jobs folder of this server yet. Download them, save each unchanged at its place, and try again.",
  not_written: "The files could not be written. Check the folder and its permissions, or download the files.",
  no_file: "Choose a file.",
  sample_too_large: "The file has more than 20 MB. Upload a part of it: the first rows with the header are enough.",
};

/** Returns our own sentence for the error of a field. */
export function errorText({ why, values = {} }: FieldError): string {
  const value = (name: string): string => String(values[name] ?? "");
  switch (why) {
    case "role_twice":
      return t("“{role}” is already used for the column {other}. Choose one of them.", {
        role: roleName(value("role")),
        other: value("other"),
      });
    case "template":
      return t("Write column names in braces, such as {example}.", { example: "{Login}@example.com" });
    case "template_column":
      return t("The file has no column “{column}”.", { column: value("column") });
    case "left_value":
      return t("Say what “{value}” means. If you don’t know, ask HR and come back: this setup is kept for 7 days.", {
        value: value("value"),
      });
    case "shared_account":
      return t("The job {job} already uses this service. Leave the token empty: Rollcall uses its connection.", { job: value("job") });
    default:
      return Object.hasOwn(ERRORS, why) ? t(ERRORS[why] ?? "This is too long.") : fileErrorText(why);
  }
}

/** Why a file cannot be read. */
export function fileErrorText(code: string): string {
  const texts: Readonly<Record<string, PlainMessage>> = {
    empty_file: "This file is empty. Export it again.",
    binary: "This file is no table. Unpack it if it is compressed, or export a CSV file or a workbook.",
    pdf: "This is a PDF. Export a CSV file or a workbook.",
    html: "This is a web page, probably the sign-in page of the HR system. Export the file again.",
    xml: "This is an XML file. Export a CSV file or a workbook.",
    json: "This is a JSON file. Export a CSV file or a workbook.",
    rtf: "This is a text document. Export a CSV file or a workbook.",
    zip: "This is a ZIP archive without a workbook. Unpack it first.",
    encrypted: "This file is encrypted or protected by a password. Save it without that.",
    old_workbook: "This workbook is too old to be read. Save it as .xlsx.",
    not_a_workbook: "This is no workbook, despite its name. Save it as .xlsx or CSV.",
    workbook_too_large: "This workbook is too large. Save the sheet as CSV.",
    workbook_too_slow: "This workbook is too large. Save the sheet as CSV.",
    truncated: "The end of this file is missing. Export it again.",
    row_too_long: "A row of this file is longer than 1 MB. Check that this is a table with one row per line.",
    undecodable: "This file is not UTF-8, and its encoding is unclear. Choose it.",
    unknown_encoding: "This encoding is unknown. Choose another one.",
    wrong_encoding: "This is not the encoding of the file. Choose another one.",
    several_sheets: "This workbook has several sheets. Choose the one with the people.",
    missing_sheet: "This workbook has no such sheet. Choose one of its sheets.",
    sheet_unreadable: "This sheet is no table. Choose another one.",
    no_header: "No row names the columns. Enter the number of the row that does.",
    no_rows: "There are no rows below the column names. Enter the number of the row with the names, or export the file again.",
    header_values: "The first row has values of a person instead of column names. Enter the number of the row with the names.",
    header_title: "The first row is a title and does not name the columns. Enter the number of the row with the names.",
  };
  return t(texts[code] ?? "This file cannot be read. Export a CSV file or a workbook.");
}

/** Why rows would be rejected. */
export function rejectText(code: string): string {
  const texts: Readonly<Record<string, PlainMessage>> = {
    missing_key: "The employee key is blank",
    key_too_long: "The employee key is too long",
    shortened_key: "A spreadsheet shortened the employee key",
    no_key: "The employee key is a word for no value",
    missing_value: "A required value is blank",
    too_many_cells: "The row has more cells than the header",
    several_values: "The person has several values",
    conflicting_rows: "Rows with the same key differ",
    shared_username: "Several people have the same username",
    shared_email: "Several people have the same e-mail address",
    invalid_email: "The value is no e-mail address",
    invalid_username: "The username has an invisible character",
    invalid_date: "The value is no date in the chosen format",
    error_cell: "The cell has an error instead of a value",
  };
  return t(texts[code] ?? "The value does not fit the field");
}
