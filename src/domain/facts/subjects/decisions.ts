import { cell, choice, column, count, date, fact, facts, groupPath, name, names, personal, sentences, type FactsOf } from "../values.ts";

const typed = { id: personal };
const named = { name: personal };
const pair = { name: personal, who: personal };
const group = { group: groupPath };

const changed = { changes: facts, people: count, group: groupPath };

/** Why HR's data no longer gives people a membership. */
const removalFacts = {
  "removal.value_changed": changed,
  "removal.changed_back": changed,
  "removal.leaver": { people: count, group: groupPath },
  "removal.mapping_changed": { people: count, group: groupPath },
  "removal.added_by_hand": { people: count, group: groupPath },
  /** No deciding cell is known. */
  "removal.not_assigned": { people: count, group: groupPath },

  /** The person was erased, so nothing else is known. */
  "removal.erased": {},

  /** The cells that decided it. */
  "cell.changed": { column, before: cell, now: cell },
  /** The same, where others of these people have another change. */
  "cell.changed_of_some": { column, before: cell, now: cell, people: count },
  /** Its values are sensitive. */
  "cell.changed_hidden": { column },
  /** Changes that are left out, because there are too many. */
  "cell.more_changes": { changes: count },
} as const satisfies FactsOf;

/** Why an approval does not count alone, and who else can approve. */
const approvalFacts = {
  "approval.needs_second": { n: count },
  "approval.nobody_else_can": {},
  "approval.others_can": { names: personal },
  "approval.others_can_and_more": { names: personal, n: count },
  "approval.is_given_already": named,
  "approval.counts_once": { ...pair, other: personal },
  "approval.may_count_once": { ...named, other: personal },
  "approval.needs_another": {},
  "approval.is_by_starter": named,
  "approval.is_by_mapper": named,
  "approval.is_by_linker": named,
  "approval.starter_may_be_same": pair,
  "approval.mapper_may_be_same": pair,
  "approval.linker_may_be_same": pair,
  "approval.starter_may_be_any": named,
  "approval.mapper_may_be_any": named,
  "approval.linker_may_be_any": named,
  "approval.creators_can_act": {},
  "approval.origin_is_unknown": {},
} as const satisfies FactsOf;

/** Why a missing group is not created, by `MissingReason`, and why a decision on it is refused. */
const missingGroupFacts = {
  "missing_group.alias_is_missing": {},
  "missing_group.not_a_path": {},
  "missing_group.outside_authority": {},
  "missing_group.protected": {},
  "missing_group.same_name": {},
  "missing_group.unconfirmed": {},
  "missing_group.refused": {},
  "missing_group.missing_again": {},
  "missing_group.not_sent": {},
  "missing_group.outside_below": {},
  "missing_group.parent_missing": {},
  "missing_group.near": {},
  "missing_group.renamed": {},
  "missing_group.too_many": {},
  "missing_group.alias": {},
  "missing_group.dismissed": {},
  "missing_group.needs_reason": {},
  "missing_group.does_not_exist": typed,
  "missing_group.has_changed": group,
  "missing_group.is_not_dismissed": group,
  "missing_group.cannot_be_created": { ...group, why: sentences },
  "missing_group.alias_does_not_exist": { group: personal },
  "missing_group.alias_is_ambiguous": { group: personal },
} as const satisfies FactsOf;

/** Why a decision is refused, and what to do. */
export const decisionFacts = {
  ...removalFacts,
  ...approvalFacts,
  ...missingGroupFacts,
  "access.has_ended": {},
  "approval.is_before_restore": { made: date },
  "decision.needs_reason": {},
  "decision.needs_name": {},
  "decision.reason_is_too_long": { n: count },
  "decision.reason_is_not_storable": {},
  "decision.date_is_past": {},
  "decision.other_part_changed": {},
  "policy.never_removes": {},
  "policy.needs_proven_name": {},
  "policy.needs_proven_second": {},
  "pilot.excludes_person": { job: name },
  "removal.is_removed": {},
  "removal.is_undecided": {},
  "removal.is_being_sent": {},
  "removal.is_decided": { status: choice },
  "removal.has_ended": { status: choice, outcome: fact },
  "removal.was_decided": { status: choice, name: personal, via: choice, at: date, reason: personal },
  "removal.is_decided_meanwhile": {},
  "removal.is_changed_meanwhile": {},
  "removal.evidence_has_changed": {},
  "removal.advice_has_changed": {},
  "cause.has_no_removals": typed,
  "cause.has_changed": {},
  "exception.ending_needs_reason": {},
  "exception.does_not_exist": typed,
  "exception.is_none": typed,
  "area.is_not_pending": { run: name, area: personal },
  "area.others_are_pending": { areas: personal },
  "usage.assignee_is_missing": {},
  "usage.role_cannot_decide": { roles: names, name: personal },
  "usage.reassigning_needs_comment": {},
  "usage.comment_is_empty": {},
  "usage.text_is_too_long": { n: count },
  "advice.prove_name": {},
  "advice.list_exceptions": {},
  "advice.wait_for_later_run": {},
  "advice.list_missing_groups": {},
  "advice.look_at_missing_groups": {},
  "area.release_needs_reason": {},
} as const satisfies FactsOf;
