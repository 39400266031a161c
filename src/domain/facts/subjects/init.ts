import { choice, column, count, fact, facts, field, name, ordinal, personal, type FactsOf } from "../values.ts";

const ofColumn = { column };
/** `n` is the number of the columns. */
const ofColumns = { columns: facts, n: count };
const equal = { columns: facts, role: field };

/** Questions about a file whose mapping is drafted. */
const questionFacts = {
  "init.ask_key": {},
  "init.ask_which_key": { columns: facts },
  "init.ask_email": {},
  "init.ask_which_email": ofColumns,
  "init.ask_username": {},
  "init.ask_which_username": {},
  "init.login_is_missing": {},
  "init.ask_first_name": {},
  "init.ask_last_name": {},
  "init.names_are_full": ofColumns,
  "init.ask_who_left": {},
  "init.ask_which_status": { columns: facts },
  "init.status_is_missing": {},
  "init.status_is_missing_but_dates": ofColumns,
  "init.values_look_like_status": ofColumns,
  "init.ask_status": { ...ofColumn, value: fact, rows: count },
  "init.ask_until": ofColumn,
  "init.ask_dates": ofColumn,
  "init.each_format_fits": {},
  "init.ask_gender": { ...ofColumn, value: fact, rows: count },
  "init.ask_phone_country": ofColumn,
  "init.ask_which_fits": equal,
  "setup.which_groups_may": {},
  "setup.column_shows_who": {},
  "setup.leaving_date_count": {},
  "setup.what_identifies_person": {},
  "setup.active_left": {},
  "setup.group_learning_service": {},
  "setup.path_such_hr": {},
  "setup.add_rule_one": {},
  /** The names of rules. */
  "setup.everyone": {},
  "setup.department": {},
  "setup.site": {},
  "setup.managers": {},
  "setup.listed_column": {},
  "setup.column": ofColumn,
  /** The names of fields. */
  "labels.username": {},
  "setup.first_name": {},
  "setup.last_name": {},
  "setup.e_mail_address": {},
  "setup.employee_id": {},
  "setup.external_id": {},
  "setup.date_birth": {},
  "setup.national_id": {},
  "setup.gender": {},
  "setup.telephone_number": {},
  "setup.company": {},
  "setup.department_2": {},
  "setup.position": {},
  "setup.city": {},
  "setup.site_2": {},
} as const satisfies FactsOf;

/** Answers to choose from, with their effects. */
const answerFacts = {
  /** The name of a column, a template, or a format of dates. */
  "init.answer": { answer: column },
  "init.answer_is_needed": {},
  "setup.too_long": {},
  "init.such_as": { example: name },
  "init.column_is_filled": { filled: count, rows: count, unique: choice },
  "init.no_column_fits": {},
  "init.gender_is_other": {},
  "init.accounts_are_active": {},
  "init.leavers_are_deactivated": {},
  "init.leavers_are_deactivated_next_day": {},
  "init.people_stay_unchanged": {},
  "common.no": {},
  "operation.yes": {},
  "setup.combine_columns": {},
  "setup.dates_cant_read": { n: count },
  "setup.dont_know": {},
  "setup.dont_know_leave": {},
  "setup.female": {},
  "setup.male": {},
  "setup.no_column_everyone": {},
  "setup.no_only_status": {},
  "setup.column_people_whose_date": ofColumn,
  "setup.none_rules_only": {},
  "setup.group_above_all": { glob: name },
  "setup.no_further_rule": {},
  /** A question that nobody has answered, with the option that answers it. */
  "init.question_is_open": { flag: personal, about: fact },
  "init.answers_are_possible": { answers: facts },
  "init.template_is_possible": { example: name, also: choice },
  "init.answer_is_likely": { answer: column },
} as const satisfies FactsOf;

/** Remarks on a file: its parts that cannot be used, or need a look. */
const remarkFacts = {
  "init.column_contradicts": { ...ofColumn, role: field, why: fact },
  "init.column_is_blank": {},
  "init.column_is_mostly_blank": { filled: count, rows: count },
  "init.column_is_key": {},
  "init.column_has_many_values": {},
  "init.column_has_no_words": {},
  "init.column_has_no_addresses": {},
  "init.column_has_no_dates": {},
  "init.column_has_no_numbers": {},
  "init.columns_fit_equally": { ...equal, option: name },
  "init.addresses_repeat": { ...ofColumn, n: count },
  "init.addresses_may_be_shared": { setting: name },
  "init.usernames_repeat": { ...ofColumn, n: count },
  "init.status_means_nothing": ofColumn,
  "init.dates_are_mixed": ofColumn,
  "init.dates_are_unknown": ofColumn,
  "init.gender_is_unknown": ofColumn,
  "init.row_is_example": { row: ordinal },
  "init.keys_have_several_rows": { ...ofColumn, keys: count },
  "init.encoding_is_guessed": { encoding: name },
} as const satisfies FactsOf;

/** The evidence of a sample for a question. */
const evidenceFacts = {
  "setup.must_never_change": {},
  "setup.values_several_rows": { n: count },
  "setup.blank_rows": { n: count },
  "setup.rows_same_key_differ_all": {},
  "setup.different_people_same": {},
  "setup.column_leaving_dates": { column: fact },
  "setup.people_leaving_date": { n: count },
  "setup.file_now_no": {},
  "setup.rows_blank_people": { n: count },
  "setup.past_leaving_date": { n: count },
  "setup.leaving_date_last": {},
  "setup.people_left": { n: count },
  "setup.people_leave_later": { n: count },
  "setup.people_no_leaving": { n: count },
  /** Whom a rule concerns. */
  "setup.rule_gives": { people: count, groups: count },
  "setup.rule_leaves": { n: count },
} as const satisfies FactsOf;

/** The drafted mapping in short. */
const summaryFacts = {
  "init.field_has_source": { field: name, from: facts },
  "init.field_is_left_out": { field: name, from: fact },
  "init.active_has_no_source": {},
  "init.last_day_of": { ...ofColumn, format: name },
  "init.statuses_are_unknown": { values: facts },
  "init.value_in_rows": { value: fact, rows: count },
  "init.value_is_hidden": {},
  "setup.blank": {},
} as const satisfies FactsOf;

export const initFacts = { ...questionFacts, ...answerFacts, ...evidenceFacts, ...remarkFacts, ...summaryFacts } as const satisfies FactsOf;
