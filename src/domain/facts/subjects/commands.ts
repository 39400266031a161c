import { adviceFacts } from "./advice.ts";
import { choice, count, fact, groupPath, key, lines, name, names, optionalName, personal, type FactsOf } from "../values.ts";

const option = { option: name };
const endpoint = { endpoint: name };
const from = { from: name };
const group = { group: groupPath };
const managed = { ...group, job: name };

/** Why a command line cannot be run as given. */
const optionFacts = {
  "usage.reason_missing": {},
  "usage.field_missing": option,
  "usage.is_cancelled": {},
  /** `what` is the case, and the lines of `details` show it. */
  "usage.with_details": { what: fact, details: personal },
  "usage.option_is_not_one_of": { ...option, allowed: names, given: personal },
  "usage.format_is_missing": { allowed: names },
  "usage.number_is_too_small": { ...option, least: count },
  "usage.port_is_wrong": { given: personal },
  "usage.duration_is_wrong": { ...option, least: name, most: name, given: personal },
  "usage.date_is_unclear": { ...option, given: personal },
  "usage.date_is_past": { ...option, given: personal },
  "usage.backup_time_is_wrong": { given: personal },
  "usage.entry_is_unclear": {},
  "usage.delimiter_is_wrong": {},
  "usage.options_conflict": { ...option, others: names },
  "usage.needs_exactly_one": { options: names },
  "usage.needs_removals": {},
  "usage.no_terminal_to_confirm": {},
  "usage.no_terminal_for_password": {},
  "usage.passwords_differ": {},
  "usage.log_format_is_unknown": {},
  "usage.token_is_invalid": {},
  "usage.token_has_other_role": { actor: personal, role: name },
  "usage.token_belongs_to_other": { actor: personal, reviewer: personal },
} as const satisfies FactsOf;

/** A request about an identity lacks a part. */
const identityFacts = {
  "usage.create_does_not_exist": {},
  "usage.job_has_no_run": { job: name },
  "usage.link_needs_account": {},
  "usage.link_needs_pairs": {},
  "usage.link_needs_person": {},
  "usage.link_needs_reason": {},
  "usage.move_needs_key": {},
  "usage.move_needs_reason": {},
  "usage.person_needs_job": {},
  "usage.person_needs_key": {},
  "usage.retry_needs_reason": {},
} as const satisfies FactsOf;

/** The subject of a command is missing, or not clear. */
const subjectFacts = {
  "usage.removal_does_not_exist": { removal: personal },
  "removal.cannot_be_added_back": {},
  "usage.decision_is_changed": {},
  "usage.no_removal_named": {},
  "usage.cause_does_not_exist": { cause: personal },
  "usage.token_does_not_exist": { token: personal },
  "usage.token_name_is_wrong": {},
  "usage.workbook_is_missing": {},
  "usage.workbook_does_not_exist": { file: name },
  "usage.workbook_is_unreadable": { file: name, code: name },
  "usage.job_of_removal_is_unknown": {},
  "usage.impact_needs_removal": {},
  "usage.file_is_missing": {},
  "usage.job_does_not_exist": {},
  "usage.key_has_outer_spaces": {},
  "usage.person_does_not_exist": {},
  "usage.key_has_no_account": { key },
  "usage.key_has_several_accounts": { key },
  "usage.create_was_accepted": { key },
  "usage.people_match": { people: count, given: personal },
  /** There may be more people. */
  "usage.many_people_match": { people: count, given: personal },
  "usage.person_is_unknown": { given: personal, file: name },
  "usage.nearest_key": { key },
  "usage.deactivation_unsent": { key, run: name },
  "usage.import_matches_nobody": {},
  "usage.import_needs_columns": {},
  "usage.import_needs_report": {},
  "usage.job_notifies_nobody": { job: name },
  "usage.roles_need_database": { roles: names },
  "usage.secret_key_missing": {},
  "usage.nothing_to_settle": {},
  "usage.state_is_in_database": { command: name },
  "usage.account_missing": {},
  "usage.account_needs_job_file": {},
  "usage.account_is_not_stopped": { account: name },
  "usage.account_is_unknown": { given: personal },
  "usage.account_is_ambiguous": { given: personal, accounts: names },
  "usage.sandbox_cannot_listen": { host: name, port: name, code: name },
  "usage.demo_directory_cannot_be_made": { dir: name, code: name },
  "usage.demo_directory_has_files": { dir: name },
  "usage.demo_would_delete": { dir: name, files: names, more: count },
} as const satisfies FactsOf;

/** Why a request by hand is not sent. */
const requestFacts = {
  "usage.param_has_no_value": { given: personal },
  "usage.param_is_unknown": { ...endpoint, param: personal },
  "usage.param_is_repeated": { param: name, times: count },
  "usage.filter_is_empty": { param: name },
  "usage.request_needs_id": { ...endpoint, param: name },
  "usage.request_takes_no_body": endpoint,
  "usage.request_needs_body": endpoint,
  "usage.request_is_unbounded": endpoint,
  "usage.provider_limit_is_wrong": {},
  /** From a file, or from `stdin`. */
  "usage.body_is_unreadable": { ...from, code: name },
  "usage.body_is_not_json": from,
  "usage.body_is_no_object": from,
  "usage.answer_is_a_file": {},
  "usage.removal_has_no_decision": {},
  "usage.request_may_change_data": endpoint,
  "usage.new_account_is_not_linked": {},
  "usage.memberships_end": {},
  "usage.refresh_token_is_replaced": {},
  "usage.used_token_is_revoked": {},
  "usage.user_is_not_named_by_id": {},
  "usage.file_is_of_other_job": { job: name, other: name },
  "usage.body_names_other_user": { field: personal },
  "usage.effect_on_groups_is_unknown": { field: personal },
  "usage.groups_are_left_out": { groups: names },
  "usage.account_is_linked": { account: key, key, field: personal },
  "usage.account_may_be_protected": { account: key },
  "usage.group_is_not_listed": { group: personal },
  "usage.group_name_is_ambiguous": { group: personal },
  "usage.members_are_not_listed": group,
  "usage.group_has_members": group,
  "usage.group_is_managed": managed,
  "usage.path_is_managed": managed,
  "usage.new_path_is_unclear": group,
  "usage.authority_is_unknown": { ...group, why: fact },
  "usage.mapping_of_last_run_is_unreadable": { job: name },
  "usage.file_is_unreadable": { file: name },
  "usage.test_account_needs_options": {},
  "usage.test_account_needs_address": {},
  "usage.test_account_is_person": { key },
  "usage.test_group_has_members": { ...group, members: count },
  "usage.test_group_is_managed": managed,
  "usage.test_group_is_unconfirmed": group,
} as const satisfies FactsOf;

/** Why an answer to a question of `rollcall init` is refused. */
const answerFacts = {
  "answer.has_unusable_column": { file: name, column: fact },
  "answer.is_not_one_column": {},
  "answer.has_unknown_field": { field: personal, allowed: names },
  "answer.has_unknown_field_near": { field: personal, near: name },
  "answer.needs_one_column": { field: name },
  "answer.has_other_form": { given: personal, form: name },
  "answer.has_neither_form": { given: personal, form: name, other: name },
  "answer.is_not_date_format": {},
  "answer.is_not_country": {},
  "answer.is_not_path": {},
} as const satisfies FactsOf;

/** Why `rollcall init` writes nothing. */
const initFacts = {
  ...answerFacts,
  "usage.answer_is_wrong": { ...option, why: fact },
  "usage.init_needs_file": {},
  "usage.job_has_no_sample": { job: name },
  "usage.refresh_token_is_for_next_run": {},
  "usage.answers_missing": { file: name, questions: count, details: lines },
  "usage.answers_cannot_be_written": { why: fact },
  "usage.job_name_is_wrong": { given: personal },
  "usage.mapping_is_not_yaml": {},
  "usage.mapping_is_job_file": {},
  "usage.files_exist": { files: names, n: count },
  "usage.file_cannot_be_written": { file: name, code: name },
  "usage.file_was_written": { file: name },
  "usage.job_cannot_name_files": {},
  "usage.header_row_is_unclear": {},
} as const satisfies FactsOf;

/** Why a notification is not sent. */
const noticeFacts = {
  "mail.recipient_is_no_address": {},
  "mail.addresses_are_refused": { host: name, refused: count, all: count },
  "mail.credentials_are_refused": { host: name, answer: optionalName },
  "mail.cannot_be_encrypted": { host: name },
  "mail.sender_is_refused": { host: name, answer: name },
  "mail.is_refused": { host: name, answer: name },
  "notice.server_is_silent": { host: name },
  "notice.server_is_unreachable": { host: name, code: optionalName },
  "notice.is_redirected": { host: name, status: name },
  "notice.is_refused": { host: name, status: name },
  "notice.has_no_proxy": { variable: name },
  "notice.is_stopped_by_defect": {},
  "notice.is_not_sent": { channel: choice, why: fact },
  "notice.about_run_failed": { run: name, error: name },
  "notice.of_reassigned_failed": { job: name, why: fact },
  "impact.is_not_read": { error: name },
} as const satisfies FactsOf;

/** Why the users of the console are not changed. */
const userFacts = {
  "api_token.lifetime_is_wrong": { max: count },
  "console_user.has_no_password": {},
  "console_user.password_is_wrong": {},
  "console_user.session_has_ended": {},
  "console_user.name_is_wrong": {},
  "console_user.email_is_wrong": {},
  "console_user.exists": { name: personal },
  "console_user.does_not_exist": {},
  "console_user.role_is_from_provider": { name: personal },
  "console_user.signs_in_elsewhere": { name: personal },
  "console_user.password_is_weak": {},
  "console_user.is_last_administrator": { name: personal },
  "advice.change_groups_there": {},
  "advice.list_users": {},
  "advice.make_administrator": {},
  "advice.use_name_rule": {},
  "advice.use_password_rule": { min: count, max: count },
  "passwords.need_newer_node": { version: name },
  "advice.install_node_or_use_provider": {},
} as const satisfies FactsOf;

/** Why a command is refused, and what to do. */
export const commandFacts = {
  ...optionFacts,
  ...identityFacts,
  ...subjectFacts,
  ...requestFacts,
  ...initFacts,
  ...noticeFacts,
  ...userFacts,
  ...adviceFacts,
} as const satisfies FactsOf;
