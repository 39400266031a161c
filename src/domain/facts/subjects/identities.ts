import { fact, name, type FactsOf } from "../values.ts";

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

  "identities.people_unknown": { problem: fact },
  /** `again`: whether they are known from before; `yes` or `no`. */
  "identities.groups_unread": { problem: fact, again: name },
  "identities.people_from_input": {},

  /** Fields by which two people may be one. */
  "identities.username": {},
  "identities.e_mail_address": {},
  "identities.national_id": {},
} as const satisfies FactsOf;
