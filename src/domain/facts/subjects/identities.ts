import { column, count, fact, key, name, names, served, type FactsOf } from "../values.ts";

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

/** Links between people and accounts. */
export const identityFacts = {
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
