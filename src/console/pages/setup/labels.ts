import type { FieldError, Step } from "../../../setup/types.ts";
import { t } from "./say.ts";

/** The name of a step. */
export function stepName(step: Step): string {
  const names: Record<Step, string> = {
    upload: t("Upload"),
    columns: t("Columns"),
    left: t("Who has left?"),
    key: t("Key and username"),
    groups: t("Groups"),
    connection: t("Connection"),
    missing: t("Missing groups"),
    preview: t("Preview"),
    plan: t("First plan"),
  };
  return names[step];
}

/** The name of a use of a column. */
export function roleName(role: string): string {
  const names: Readonly<Record<string, string>> = {
    key: t("Employee key"),
    active: t("Active or left"),
    username: t("Username"),
    first_name: t("First name"),
    last_name: t("Last name"),
    email: t("E-mail address"),
    employee_id: t("Employee ID"),
    external_id: t("External ID"),
    date_of_birth: t("Date of birth"),
    national_id: t("National ID"),
    gender: t("Gender"),
    phone_number: t("Telephone number"),
    company: t("Company"),
    department: t("Department"),
    position: t("Position"),
    city: t("City"),
    center: t("Site"),
  };
  return names[role] ?? role;
}

/** Our own sentence for what is wrong with a field. */
export function errorText({ why, values = {} }: FieldError): string {
  const shown = { ...values, ...(values["role"] === undefined ? {} : { role: roleName(String(values["role"])) }) };
  const texts: Readonly<Record<string, string>> = {
    conflict: t("This setup was changed in another tab or by someone else. Your entries are still here: check them, and save again."),
    job_name: t("Use letters, digits, spaces, dots, - and _ for the name of the job."),
    job_taken: t("A job or a mapping with this name exists already, and is never overwritten. Choose another name."),
    row_number: t("Enter a row number from 1 to 999."),
    delimiter: t("A delimiter is one character."),
    role_twice: t("“{role}” is already used for the column {other}. Choose one of them.", shown),
    missing_first_name: t("Choose the column with the first names. A column with full names cannot be split: export them separately."),
    missing_last_name: t("Choose the column with the last names. A column with full names cannot be split: export them separately."),
    missing_email: t("The service needs an e-mail address. Choose its column, or write how the addresses are formed."),
    template: t("Write column names in braces, such as {Login}@example.com."),
    template_column: t("The file has no column “{column}”.", shown),
    too_long: t("This is too long."),
    date: t("Choose a format."),
    phone: t("Write a country as two capital letters, such as DE."),
    gender: t("Choose a meaning."),
    left_column: t("Choose the column that shows who has left, or say that there is none."),
    left_value: t("Say what “{value}” means. With “Don’t know”, the setup cannot be finished.", shown),
    key: t("Choose the column that identifies a person permanently."),
    username: t("Choose what people sign in with."),
    group_path: t("Write a path such as HR/Departments, without empty parts, * or unknown braces."),
    root_needed: t("Name the group first: Rollcall never gets authority over all groups from here."),
    url: t("Write an address such as https://learning.example.com, without user, password, ? or #."),
    url_prefix: t("Leave out /integration/v1 at the end: Rollcall adds it."),
    url_insecure: t("The address must start with https://. To use http:// anyway, tick the box below."),
    url_refused: t("Rollcall does not connect to link-local addresses or to a cloud’s metadata service."),
    url_unknown_host: t("This host name is not known. Check the spelling of the address."),
    token_needed: t("Paste a refresh token of the learning service."),
    token_refused: t("The learning service refused this refresh token. Create a new one there, and paste it here."),
    token_rights: t("The learning service accepts this token, but does not let it read groups."),
    shared_account: t("The job {job} already uses this service. Leave the token empty: Rollcall uses its connection.", shown),
    unreachable: t("Nothing answers at this address. Check it, and whether this server may reach it."),
    not_the_service: t("Something answers at this address, but not as the learning service does."),
    service_busy: t("The learning service has a problem at the moment. Try again later."),
    too_slow: t("The learning service took too long to answer. Try again."),
    too_many: t("Too many connection tests. Wait a minute, and try again."),
    file_path: t("Write a path below the folder of Rollcall, such as exports/employees.csv, without .. or a leading slash."),
    overlap: t("Another job of this service already manages some of these groups. Choose other groups in the step “Groups”."),
    not_expressible: t("These answers cannot be written as a mapping and a job. Check the columns and the groups."),
    not_in_place: t("The files are not in the jobs folder of this server yet. Download them, put them there unchanged, and try again."),
    not_written: t("The files could not be written. Check the folder and its permissions, or download the files."),
    no_file: t("Choose a file."),
    sample_too_large: t("The file has more than 20 MB. Upload a part of it: the first rows with the header are enough."),
  };
  return texts[why] ?? fileErrorText(why);
}

/** Why a file cannot be read. */
export function fileErrorText(code: string): string {
  const texts: Readonly<Record<string, string>> = {
    empty_file: t("This file is empty. Export it again."),
    binary: t("This file is no table. Export a CSV file or a workbook."),
    pdf: t("This is a PDF. Export a CSV file or a workbook."),
    html: t("This is a web page, probably the sign-in page of the HR system. Export the file again."),
    xml: t("This is an XML file. Export a CSV file or a workbook."),
    json: t("This is a JSON file. Export a CSV file or a workbook."),
    rtf: t("This is a text document. Export a CSV file or a workbook."),
    zip: t("This is a ZIP archive without a workbook. Unpack it first."),
    encrypted: t("This file is protected by a password. Save it without one."),
    old_workbook: t("This workbook is too old to be read. Save it as .xlsx."),
    not_a_workbook: t("This is no workbook, despite its name. Save it as .xlsx or CSV."),
    workbook_too_large: t("This workbook is too large. Save the sheet as CSV."),
    workbook_too_slow: t("This workbook is too large. Save the sheet as CSV."),
    truncated: t("The end of this file is missing. Export it again."),
    row_too_long: t("A row of this file is longer than 1 MB. Check that this is a table with one row per line."),
    undecodable: t("This file is not UTF-8, and its encoding is unclear. Choose it."),
    unknown_encoding: t("This encoding is unknown. Choose another one."),
    wrong_encoding: t("This is not the encoding of the file. Choose another one."),
    several_sheets: t("This workbook has several sheets. Choose the one with the people."),
    missing_sheet: t("This workbook has no such sheet. Choose one of its sheets."),
    sheet_unreadable: t("This sheet is no table. Choose another one."),
    no_header: t("No row names the columns. Enter the number of the row that does."),
    no_rows: t("There are no rows below the column names. Enter the number of the row with the names, or export the file again."),
    header_values: t("The first row has values of a person instead of column names. Enter the number of the row with the names."),
    header_title: t("The first row is a title and does not name the columns. Enter the number of the row with the names."),
  };
  return texts[code] ?? t("This file cannot be read. Export a CSV file or a workbook.");
}

/** Why rows would be rejected. */
export function rejectText(code: string): string {
  const texts: Readonly<Record<string, string>> = {
    missing_key: t("The employee key is blank"),
    key_too_long: t("The employee key is too long"),
    missing_value: t("A required value is blank"),
    too_many_cells: t("The row has more cells than the header"),
    several_values: t("The person has several values"),
  };
  return texts[code] ?? t("The value does not fit the field");
}
