import { count, date, fact, facts, groupPath, key, keyList, name, personal, place, type FactsOf } from "../values.ts";

const deactivated = { by: personal, day: date };
const dated = { day: date, at: place };
const scoped = { rule: name, at: place };
const same = { key, other: key, more: count, fields: facts };
const area = { all: count, column: name, value: personal };
const other = { other: key };

/** Why an operation is not sent, or how it ended. */
export const operationFacts = {
  "operation.protected": { setting: name, at: place },
  "operation.group_protected": { group: groupPath, at: place },
  "operation.urgently_deactivated": deactivated,
  /** HR's file still says that the person is active. */
  "operation.urgently_deactivated_overdue": deactivated,
  "operation.out_of_scope": scoped,
  "operation.out_of_scope_deactivated": scoped,
  "operation.absent": {},
  "operation.status_blank": {},
  "operation.status_unknown": {},
  "operation.joins_later": dated,
  /** The person has an account. */
  "operation.returns_later": dated,
  "operation.leaves_later": dated,
  "operation.left_no_account": dated,
  "operation.last_day_was": dated,

  /** `link`, `retry` and `command` are commands. */
  "operation.another_person": { key, link: key },
  /** `where`: whether the other key is in the file. */
  "operation.same_person": { ...same, where: fact },
  "operation.same_person_decide": { link: key, retry: key },
  "operation.same_person_unconfirmed": same,
  "operation.same_person_resolve": { command: key },
  "operation.other_not_in_file": other,
  "operation.other_rejected": other,
  "operation.other_in_file": other,
  "operation.other_elsewhere": other,
  "operation.keys_look_alike": { here: key, there: key },
  "operation.name_in_use": { key, fields: facts },
  "operation.username_waits": { key },
  "operation.username_given_to_another": { username: personal },
  "operation.username_ring": { keys: keyList },
  "operation.name_not_freed": { key },

  "operation.no_readable_group": {},
  "operation.waits_for_equal_groups": {},
  "operation.resolved_meanwhile": {},
  "operation.linked_meanwhile": {},
  "operation.linked_elsewhere": {},
  "operation.another_create_unconfirmed": {},
  "operation.journal_damaged": { damage: fact },
  "operation.state_restored": { at: date },
  "operation.id_in_use": { key },
  "operation.second_account": { account: key, other: key },
  "operation.not_found_in_groups": {},
  "operation.account_exists": {},
  "operation.attempts": { n: count },
  "operation.removal_still_refused": {},
  "operation.removal_refusal_unreadable": {},
  "operation.removal_answer_unreadable": {},
  "operation.unknown_memberships_kept": {},
  "operation.nothing_left": {},
  "operation.policy_never": {},
  "operation.memberships_keep_changing": {},
  "operation.memberships_gone": {},
  "operation.last_group": {},
  "operation.set_park": {},
  "operation.defect": { error: name },
  "operation.key_lost": {},

  "operation.found_in_groups": {},
  "operation.found_in_report": {},
  /** The answer that the machine saved. */
  "operation.answer_kept": {},
  "operation.newer_data": { run: name },
  "operation.newer_run_lost": {},
  "operation.run_replaced": { run: name },
  "operation.removal_later": {},
  "operation.run_cancelled": {},
  "operation.not_resumed": {},
  "operation.revert_continued": { run: name },
  /** The reason that a person gave for it. */
  "operation.ordered": { reason: personal },
  "operation.change_replaced": { run: name },
  "operation.group_gone": { group: groupPath },
  "operation.no_account": {},
  "operation.not_the_removed_account": {},
  "operation.is": { status: name },

  /** People with one value of a column, most of whom are missing or blank. */
  "area.missing": { ...area, missing: count },
  "area.blank": { ...area, blank: count },
  "area.missing_and_blank": { ...area, missing: count, blank: count },
  "area.named": { name: personal },

  /** How a removal ended, or why it is not applied. */
  "outcome.removed": {},
  "outcome.removed_answer_lost": {},
  "outcome.already_gone": {},
  "outcome.facts_changed": {},
  "outcome.facts_changed_since": {},
  "outcome.group_renamed": { group: groupPath },
  "outcome.linked_elsewhere": {},
  "outcome.account_moved": { key },
  "outcome.not_decided": {},
  "outcome.kept_added_back": {},
  "outcome.kept_reverted": { run: name },
  "outcome.exception_ended": { name: personal, reason: personal },
  "outcome.exception_over": {},
  "outcome.stays_approved": {},
  "outcome.delayed": {},
  "outcome.approval_undone": {},
  "outcome.is": { status: name },

  /** The effect of the next run on a person. */
  "next.create": {},
  "next.update": {},
  "next.deactivate": {},
  "next.reactivate": {},
  "next.unchanged": {},
  "next.unchanged_for_rules": {},
  "next.blocked": {},
  "next.memberships_stay": {},
  "next.rejected": {},
  "next.rows_differ": {},
  "next.would_be_removed": { n: count },
  "next.last_day": dated,
  "next.not_in_pilot": { at: place },
  "next.absent_blocked": {},
  "next.absent_no_account": { policy: name },
  "next.absent_deactivated": { policy: name },
  "next.absent_reported": { policy: name },
  "next.absent_nothing": { policy: name },
} as const satisfies FactsOf;
