import type { Message } from "../locales/t.ts";
import type { SentenceText } from "./sentence.ts";

/** The sentence of each audit action, and the kinds that the page filters by. Stored actions never change. */
export const AUDIT_KINDS = ["decisions", "removals", "runs", "accounts", "access", "operation"] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

const decision = (text: SentenceText) => ({ kind: "decisions", text }) as const;
const access = (text: SentenceText) => ({ kind: "access", text }) as const;
const account = (text: SentenceText) => ({ kind: "accounts", text }) as const;
const operation = (text: SentenceText) => ({ kind: "operation", text }) as const;

/** `about` is what a person's own timeline says: it leaves the person out. */
export const AUDIT_TEXTS: Readonly<Record<string, { kind: AuditKind; text: SentenceText; about?: SentenceText }>> = {
  removal_approved: {
    ...decision("history.actor_approved_removing_people_groups"),
    about: "history.actor_approved_removal_groups",
  },
  removal_approved_second: {
    ...decision("history.actor_gave_second_approval_removing"),
    about: "history.actor_gave_second_approval_removal",
  },
  removal_approved_first: {
    ...decision("history.actor_approved_removing_people_groups_second"),
    about: "history.actor_approved_removal_groups_second",
  },
  removal_rejected: { ...decision("history.actor_kept_people_groups"), about: "history.actor_kept_membership_groups" },
  removal_rejected_until: {
    ...decision("history.actor_kept_people_groups_until"),
    about: "history.actor_kept_membership_groups_until",
  },
  approval_undone: {
    ...decision("history.actor_undid_approval_remove"),
    about: "history.actor_undid_approval_removal",
  },
  rejection_undone: {
    ...decision("history.actor_undid_decision_keep_people"),
    about: "history.actor_undid_decision_keep_membership",
  },
  removal_decision_void: {
    ...decision("history.decision_actor_about_people"),
    about: "history.decision_actor_about_groups",
  },
  removal_commented: { ...decision("history.actor_commented_people"), about: "history.actor_commented_groups" },
  removal_handed_over: {
    ...decision("history.actor_assigned_removal_people"),
    about: "history.actor_assigned_removal_groups",
  },
  exception_ended: {
    ...decision("history.actor_ended_exception_people"),
    about: "history.actor_ended_exception_groups",
  },
  group_approved: decision("history.actor_approved_group"),
  group_alias_decided: decision("history.actor_decided_groups"),
  group_dismissed: decision("history.actor_dismissed_missing"),
  group_reopened: decision("history.actor_asked_again"),
  group_created: { kind: "runs", text: "history.run_run_created" },
  removal_sent: {
    kind: "removals",
    text: "history.actor_asked_learning_service_remove",
    about: "history.actor_asked_learning_service_removal",
  },
  removal_answer: {
    kind: "removals",
    text: "history.actor_removed_people",
    about: "history.removed_groups_learning",
  },
  removal_answer_failed: {
    kind: "removals",
    text: "history.learning_service_not_confirm_removal_people",
    about: "history.learning_service_not_confirm_removal_groups",
  },
  run_approved: { kind: "runs", text: "history.actor_applied_plan" },
  area_released: { kind: "runs", text: "history.actor_released_missing" },
  run_cancelled: { kind: "runs", text: "history.actor_cancelled_run" },
  run_reverted: {
    kind: "runs",
    text: "history.actor_undid_run_run_people",
    about: "history.actor_undid_run_run_membership",
  },
  membership_added_back: {
    kind: "runs",
    text: "history.actor_undid_removal_people_groups_run_revert_adds_membership_back",
    about: "history.actor_undid_removal_groups",
  },
  memberships_added_back: {
    kind: "runs",
    text: "history.actor_undid_removal_people_groups_run_revert_adds_memberships_back",
    about: "history.actor_undid_removal_groups",
  },
  identity_linked: { ...account("history.actor_linked_people"), about: "history.actor_linked_account" },
  identity_unlinked: {
    ...account("history.actor_undid_link_people"),
    about: "history.actor_undid_link_account",
  },
  identity_moved: {
    ...account("history.actor_moved_account_user_people"),
    about: "history.actor_moved_account_user_here",
  },
  identities_imported: account("history.actor_imported_number"),
  create_retried: {
    ...account("history.actor_allowed_new_attempt_create_account_people"),
    about: "history.actor_allowed_new_attempt_create_account",
  },
  create_settled: {
    ...account("history.actor_found_new_account_people"),
    about: "history.actor_found_new_account_report",
  },
  people_distinguished: {
    ...account("history.actor_decided_people"),
    about: "history.actor_decided_not",
  },
  person_returned: {
    ...account("history.actor_recognized_people"),
    about: "history.actor_recognized_person",
  },
  account_deactivated: {
    ...account("history.actor_deactivated_account_people"),
    about: "history.actor_deactivated_account_once",
  },
  account_reactivated: {
    ...account("history.actor_undid_deactivation_people"),
    about: "history.actor_undid_deactivation_run",
  },
  deactivation_agreed: {
    ...account("history.hr_file_run_run_agrees_people"),
    about: "history.hr_file_run_run_agrees_person",
  },
  person_forgotten: operation("history.actor_erased_person"),
  signed_in: access("history.actor_signed"),
  signed_in_password: access("history.actor_signed_password"),
  signed_in_oidc: access("history.actor_signed_company"),
  signed_in_link: access("history.actor_signed_one"),
  user_added: access("history.actor_added_user"),
  user_role: access("history.actor_changed_role"),
  user_disabled: access("history.actor_disabled_user"),
  user_enabled: access("history.actor_enabled_user"),
  user_password: access("history.actor_set_password"),
  session_revoked: access("history.actor_ended_session"),
  token_created: access("history.actor_created_api"),
  token_revoked: access("history.actor_revoked_api"),
  emergency_stop: operation("history.actor_stopped_every"),
  emergency_stop_lifted: operation("history.actor_lifted_emergency"),
  state_restored: operation("history.actor_restored_state"),
  restore_settled: operation("history.actor_confirmed_accounts"),
  journal_damage_settled: operation("history.actor_accepted_damage"),
  state_moved: operation("history.actor_moved_state"),
  audit_purged: operation("history.actor_deleted_number"),
  progress_exported: operation("history.actor_exported_progress"),
  data_purged: operation("history.actor_deleted_older"),
  job_setup_started: operation("history.actor_started_set"),
  job_setup_sample_replaced: operation("history.actor_uploaded_another"),
  job_setup_discarded: operation("history.actor_discarded_setup"),
  job_setup_connection_tested: operation("history.actor_tested_connection"),
  job_setup_written: operation("history.actor_wrote_files"),
  job_schedule_written: operation("history.actor_added_schedule"),
  job_setup_token_stored: operation("history.actor_stored_refresh"),
  service_write_sent: operation("history.actor_sent_endpoint"),
  service_write_answer: operation("history.learning_service_answered"),
};

export const UNKNOWN_ACTION = operation("history.actor_action");

export const KIND_LABELS: Readonly<Record<AuditKind, Message>> = {
  decisions: "history.decisions",
  removals: "history.removals_applied",
  runs: "shell.runs",
  accounts: "history.accounts_identities",
  access: "history.sign_ins_users",
  operation: "history.data_operation",
};

/** Returns the stored actions of a kind. */
export function actionsOf(kind: AuditKind): string[] {
  return Object.entries(AUDIT_TEXTS).flatMap(([action, one]) => (one.kind === kind ? [action] : []));
}
