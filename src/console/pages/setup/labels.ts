import { factText } from "../../../reporting/fact-text.ts";
import type { FieldError, Step } from "../../../setup/browser/types.ts";
import { t, type Message } from "../../../reporting/locales/t.ts";
import { fieldLabel } from "../../../reporting/field-labels.ts";

/** The name of a step. */
export function stepName(step: Step): string {
  const names: Record<Step, Message> = {
    upload: "setup.upload",
    columns: "setup.columns",
    left: "setup.who_left",
    key: "setup.key_username",
    groups: "identities.groups",
    connection: "shell.connection",
    preview: "setup.preview",
    plan: "setup.first_plan",
  };
  return t(names[step]);
}

/** The name of a use of a column. */
export function roleName(role: string): string {
  if (role === "key") return t("setup.employee_key");
  return role === "active" ? t("setup.active_left") : fieldLabel(role);
}

/** The name of an answer: a use of a column, a format or a rule. */
export function answerName(what: string): string {
  if (what === "date" || what === "last_day_format") return t("setup.format_dates");
  if (what === "use.until") return t("setup.leaving_date");
  if (what.startsWith("rule.")) return t("setup.rule_groups");
  return roleName(what.replace(/^use\./, ""));
}

const ERRORS: Readonly<Record<string, Message>> = {
  conflict: "setup.setup_changed_another",
  job_name: "setup.use_letters_digits",
  job_taken: "setup.job_mapping_name",
  row_number: "setup.enter_row_number",
  delimiter: "setup.delimiter_one_character",
  url: "setup.write_address_such",
  url_prefix: "setup.leave_out_integration",
  url_insecure: "setup.address_must_start",
  url_refused: "setup.rollcall_not_connect",
  url_unknown_host: "setup.host_name_not",
  token_needed: "setup.paste_refresh_token",
  token_refused: "setup.learning_service_refused",
  token_rights: "setup.learning_service_accepts",
  unreachable: "setup.nothing_answers_address",
  not_the_service: "setup.something_answers_address",
  service_busy: "setup.learning_service_problem",
  too_slow: "setup.learning_service_took",
  too_many: "setup.too_many_connection",
  file_path: "setup.write_path_below",
  overlap: "setup.another_job_service",
  not_expressible: "setup.answers_cannot_written",
  not_in_place: "setup.files_not_jobs",
  not_written: "setup.files_could_not",
  no_file: "setup.choose_file",
  sample_too_large: "setup.file_more_than",
};

/** Returns our own sentence for the error of a field. */
export function errorText(error: FieldError): string {
  if (error.why === undefined) return factText(error.fact);
  const { why, values = {} } = error;
  if (why === "shared_account") return t("setup.job_job_already", { job: String(values["job"] ?? "") });
  return Object.hasOwn(ERRORS, why) ? t(ERRORS[why] ?? "setup.file_cannot_read") : fileErrorText(why);
}

/** Why a file cannot be read. */
export function fileErrorText(code: string): string {
  const texts: Readonly<Record<string, Message>> = {
    empty_file: "setup.file_empty_export",
    binary: "setup.file_no_table",
    pdf: "setup.pdf_export_csv",
    html: "setup.web_page_probably",
    xml: "setup.xml_file_export",
    json: "setup.json_file_export",
    rtf: "setup.text_document_export",
    zip: "setup.zip_archive_without",
    encrypted: "setup.file_encrypted_protected",
    old_workbook: "setup.workbook_too_old",
    not_a_workbook: "setup.no_workbook_despite",
    workbook_too_large: "setup.workbook_too_large",
    workbook_too_slow: "setup.workbook_too_large",
    truncated: "setup.end_file_missing",
    row_too_long: "setup.row_file_longer",
    undecodable: "setup.file_not_utf",
    unknown_encoding: "setup.encoding_unknown_choose",
    wrong_encoding: "setup.not_encoding_file",
    several_sheets: "setup.workbook_several_sheets",
    missing_sheet: "setup.workbook_no_such",
    sheet_unreadable: "setup.sheet_no_table",
    no_header: "setup.no_row_names",
    no_rows: "setup.no_rows_below",
    header_values: "setup.first_row_values",
    header_title: "setup.first_row_title",
  };
  return t(texts[code] ?? "setup.file_cannot_read");
}

/** Why rows would be rejected. */
export function rejectText(code: string): string {
  const texts: Readonly<Record<string, Message>> = {
    missing_key: "setup.employee_key_blank",
    key_too_long: "setup.employee_key_too",
    shortened_key: "setup.spreadsheet_shortened_employee",
    no_key: "setup.employee_key_word",
    missing_value: "setup.required_value_blank",
    too_many_cells: "setup.row_more_cells",
    several_values: "setup.person_several_values",
    conflicting_rows: "setup.rows_same_key_differ",
    shared_username: "setup.several_people_same_username",
    shared_email: "setup.several_people_same_e",
    invalid_email: "setup.value_no_e",
    invalid_username: "setup.username_invisible_character",
    invalid_date: "setup.value_no_date",
    error_cell: "setup.cell_error_instead",
  };
  return t(texts[code] ?? "setup.value_not_fit");
}
