import { column, count, date, fact, key, keyList, lines, name, names, personal, served, type FactsOf } from "../values.ts";

/** Why it is not known which account a create made, without values. */
const unconfirmedFacts = {
  "unconfirmed.earlier_create": {},
  "unconfirmed.answer_not_recorded": {},
  "unconfirmed.no_id": {},
  "unconfirmed.no_baseline": {},
  "unconfirmed.groups_partly_hidden": {},
  "unconfirmed.groups_hidden": {},
  "unconfirmed.twins": {},
  "unconfirmed.several_accounts": {},
  "unconfirmed.accepted_not_visible": {},
  "unconfirmed.only_others": {},
  "unconfirmed.one_and_others": {},
  "unconfirmed.other_groups_hidden": {},
  "unconfirmed.may_be_anothers": {},
  "unconfirmed.too_early": {},
} as const satisfies FactsOf;

export type UnconfirmedCode = keyof typeof unconfirmedFacts;

const account = { account: key };

/** Why an account is not linked or created, and what to do. */
const linkFacts = {
  "link.exists": { one: key, other: key },
  "link.create_in_flight": { key },
  "link.create_is_settled": { key },
  "link.id_is_invalid": { value: personal },
  "link.key_is_invalid": {},
  "link.keys_are_equal": {},
  "link.key_has_no_account": { key },
  "link.account_is_not_linked": { ...account, key },
  "link.account_has_other_owner": { ...account, key, owner: key },
  "link.account_is_unseen": account,
  "link.key_is_in_no_file": { key },
  "link.key_is_in_last_file": { key },
  "link.account_is_not_the_duplicates": { ...account, key, others: keyList },
  "link.account_may_be_anothers": { ...account, key },
  "link.account_is_no_candidate": { ...account, key, at: date },
  "link.needs_reason": {},
  "link.doubtful": { warnings: lines, nothing: fact },
  "link.cannot_be_undone": { key },
  "create.person_is_linked": { ...account, key },
  "create.has_nothing_to_retry": { key },
  "create.doubts_have_changed": {},
  "create.may_still_happen": { key, until: date },
  "create.may_be_sent_now": { key },
  "create.makes_second_account": { key },
  "create.run_may_resolve": {},
  "advice.wait_for_create": {},
  "advice.check_account_exists": {},
  "advice.list_unconfirmed_creates": {},
  "advice.load_page_again": {},
  "advice.look_in_service_again": {},
  "advice.try_when_run_ended": {},
  "advice.confirm_deleted": {},
  "advice.confirm_none": {},
} as const satisfies FactsOf;

/** Links between people and accounts. */
export const identityFacts = {
  ...linkFacts,
  ...unconfirmedFacts,
  "unconfirmed.answer_lost": { problem: fact },

  "identity.key_blank": {},
  "identity.key_shortened": { key },
  "identity.id_invalid": { key },
  "identity.key_linked": { key, linked: name, account: name },
  "identity.account_linked": { account: name, owner: key, key },
  "identity.key_twice": { key },
  "identity.account_twice": { account: name },
  "identity.create_unconfirmed": { key, account: name },
  "identity.not_linked": { why: fact },

  "report.not_named": {},
  "report.no_template": { template: name },
  "report.no_template_near": { template: name, near: name },
  "report.several_templates": { template: name, n: count, ids: names },
  "report.name_one": { setting: name, templates: names },
  "report.name_by_id": { setting: name },
  "report.shows_none": { setting: name },
  "report.unavailable": { template: name, why: fact },
  "report.has_no_id": {},
  "report.has_status": { status: served },
  "report.is_late": {},
  "report.is_late_with_status": { status: served },
  "report.no_column": { column },
  "report.no_column_near": { column, near: column },
  "report.has_columns": { n: count, columns: names, setting: name },
  "report.no_rows": { template: name },
  "report.check_filters": {},
  "report.upload_later": {},
  "report.import_later": {},
  "report.without_report_later": {},

  "identities.people_unknown": { problem: fact },
  /** `again`: whether they are known from before; `yes` or `no`. */
  "identities.groups_unread": { problem: fact, again: name },
  "identities.people_from_input": {},

  /** Fields by which two people may be one. */
  "identities.username": {},
  "identities.e_mail_address": {},
  "identities.national_id": {},
} as const satisfies FactsOf;
