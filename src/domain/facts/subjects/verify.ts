import { count, fact, groupPath, name, names, served, type FactsOf } from "../values.ts";

const group = { group: groupPath };
const why = { why: fact };
/** A JSON pointer; `default`: the places that the interface names. */
const at = { place: name };

/** Answers of a service to the open points of its interface. */
const answerFacts = {
  "verify.created_id_at": at,
  "verify.create_answer_null": {},
  "verify.create_answer_no_id": {},
  "verify.group_ids_array": {},
  "verify.group_ids_object": {},
  "verify.removes_unasked": {},
  "verify.keeps_left_out": {},
  "verify.refusal_names_group": { status: count, named: served },
  "verify.refusal_names_none": { status: count },
  "verify.refusal_names_other": { status: count, named: served, ...group },
  "verify.two_active_accounts": {},
  "verify.active_refused": why,
  "verify.inactive_refused": why,
  "verify.inactive_reused": {},
} as const satisfies FactsOf;

/** Why a point is not answered. */
const openFacts = {
  "verify.needs_write": {},
  "verify.groups_unread": {},
  "verify.not_confirmed": {},
  "verify.another_joined": group,
  "verify.account_linked": {},
  "verify.account_in_more_groups": { groups: names },
  "verify.create_unknown": why,
  "verify.create_refused": why,
  "verify.name_taken": why,
  "verify.created_id_unseen": group,
  "verify.created_id_foreign": at,
  "verify.create_unlisted": group,
  "verify.account_unlisted": group,
  "verify.only_group": {},
  "verify.second_unknown": why,
  "verify.not_deactivated": {},
} as const satisfies FactsOf;

/** Results of `rollcall service verify`, and the next steps. */
export const verifyFacts = {
  ...answerFacts,
  ...openFacts,
  "verify.file_unusual": {},
  "verify.ask_with_account": {},
  "verify.ask_and_confirm": {},
  "verify.correct_and_ask": {},
  "verify.add_group": {},
  "verify.add_second_group": {},
  "verify.use_other_username": {},
  "verify.look_for_account": {},
  "verify.look_in_group": group,
  "verify.list_members": {},
  "verify.ask_id_place": {},
  "verify.ask_refusal": {},
  "verify.answer_group_ids": {},
  "verify.do_not_run": {},
  "verify.removals_without_effect": {},
  "verify.removals_blocked": {},
  "verify.link_accounts_first": {},
  "verify.taken_unread": {},
  "verify.deactivate_account": {},
} as const satisfies FactsOf;
