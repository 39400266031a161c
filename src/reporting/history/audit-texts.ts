import type { PlainMessage } from "../locales/messages.ts";
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
    ...decision("{actor} approved removing {people} from {groups}."),
    about: "{actor} approved the removal from {groups}.",
  },
  removal_approved_second: {
    ...decision("{actor} gave the second approval for removing {people} from {groups}."),
    about: "{actor} gave the second approval for the removal from {groups}.",
  },
  removal_approved_first: {
    ...decision("{actor} approved removing {people} from {groups}. A second reviewer must approve it too."),
    about: "{actor} approved the removal from {groups}. A second reviewer must approve it too.",
  },
  removal_rejected: { ...decision("{actor} kept {people} in {groups}."), about: "{actor} kept the membership in {groups}." },
  removal_rejected_until: {
    ...decision("{actor} kept {people} in {groups} until {until}."),
    about: "{actor} kept the membership in {groups} until {until}.",
  },
  approval_undone: {
    ...decision("{actor} undid the approval to remove {people} from {groups}."),
    about: "{actor} undid the approval of the removal from {groups}.",
  },
  rejection_undone: {
    ...decision("{actor} undid the decision to keep {people} in {groups}."),
    about: "{actor} undid the decision to keep the membership in {groups}.",
  },
  removal_decision_void: {
    ...decision("A decision by {actor} about {people} in {groups} does not count."),
    about: "A decision by {actor} about {groups} does not count.",
  },
  removal_commented: { ...decision("{actor} commented on {people} in {groups}."), about: "{actor} commented on {groups}." },
  removal_handed_over: {
    ...decision("{actor} assigned the removal of {people} from {groups} to {to}."),
    about: "{actor} assigned the removal from {groups} to {to}.",
  },
  exception_ended: {
    ...decision("{actor} ended the exception of {people} in {groups}."),
    about: "{actor} ended the exception in {groups}.",
  },
  group_approved: decision("{actor} approved that the group {groups} is created."),
  group_alias_decided: decision("{actor} decided that {groups} is another name of {alias_of}."),
  group_dismissed: decision("{actor} dismissed the missing group {groups}."),
  group_reopened: decision("{actor} asked again about the missing group {groups}."),
  group_created: { kind: "runs", text: "Run {run} created the group {groups}, approved by {actor}." },
  removal_sent: {
    kind: "removals",
    text: "{actor} asked the learning service to remove {people} from {groups}.",
    about: "{actor} asked the learning service for the removal from {groups}.",
  },
  removal_answer: {
    kind: "removals",
    text: "{actor} removed {people} from {groups}. The learning service confirmed it.",
    about: "Removed from {groups}. The learning service confirmed it.",
  },
  removal_answer_failed: {
    kind: "removals",
    text: "The learning service did not confirm the removal of {people} from {groups}: {answer}.",
    about: "The learning service did not confirm the removal from {groups}: {answer}.",
  },
  run_approved: { kind: "runs", text: "{actor} applied the plan of run {run}, which was on hold." },
  area_released: { kind: "runs", text: "{actor} released the missing area {area} of run {run}." },
  run_cancelled: { kind: "runs", text: "{actor} cancelled run {run}." },
  run_reverted: {
    kind: "runs",
    text: "{actor} undid run {run}: {people} get back {groups}, in run {revert}.",
    about: "{actor} undid run {run}: the membership in {groups} is added back, in run {revert}.",
  },
  membership_added_back: {
    kind: "runs",
    text: "{actor} undid the removal of {people} from {groups}: run {revert} adds the membership back.",
    about: "{actor} undid the removal from {groups}: run {revert} adds the membership back.",
  },
  memberships_added_back: {
    kind: "runs",
    text: "{actor} undid the removal of {people} from {groups}: run {revert} adds the memberships back.",
    about: "{actor} undid the removal from {groups}: run {revert} adds the membership back.",
  },
  identity_linked: { ...account("{actor} linked {people} to the account {user}."), about: "{actor} linked the account {user}." },
  identity_unlinked: {
    ...account("{actor} undid the link of {people} to the account {user}."),
    about: "{actor} undid the link to the account {user}.",
  },
  identity_moved: {
    ...account("{actor} moved the account {user} from {from} to {people}."),
    about: "{actor} moved the account {user} here from {from}.",
  },
  identities_imported: account("{actor} imported {number} links of people and accounts."),
  create_retried: {
    ...account("{actor} allowed a new attempt to create the account of {people}."),
    about: "{actor} allowed a new attempt to create the account.",
  },
  create_settled: {
    ...account("{actor} found the new account of {people} in a report."),
    about: "{actor} found the new account in a report.",
  },
  people_distinguished: {
    ...account("{actor} decided that {people} and {others} are different people."),
    about: "{actor} decided that this is not {others}.",
  },
  person_returned: {
    ...account("{actor} recognized {people}, who was erased, and linked the former account."),
    about: "{actor} recognized this person, who was erased, and linked the former account.",
  },
  account_deactivated: {
    ...account("{actor} deactivated the account of {people} at once, in run {run}."),
    about: "{actor} deactivated the account at once, in run {run}.",
  },
  account_reactivated: {
    ...account("{actor} undid the deactivation of {people}: run {run} reactivates the account."),
    about: "{actor} undid the deactivation: run {run} reactivates the account.",
  },
  deactivation_agreed: {
    ...account("HR’s file of run {run} agrees that {people} left."),
    about: "HR’s file of run {run} agrees that the person left.",
  },
  person_forgotten: operation("{actor} erased a person on request."),
  signed_in: access("{actor} signed in."),
  signed_in_password: access("{actor} signed in with a password."),
  signed_in_oidc: access("{actor} signed in with the company account."),
  signed_in_link: access("{actor} signed in with a one-time link."),
  user_added: access("{actor} added the user {name} with the role {role}."),
  user_role: access("{actor} changed the role of {name} from {from} to {to}."),
  user_disabled: access("{actor} disabled the user {name}."),
  user_enabled: access("{actor} enabled the user {name}."),
  user_password: access("{actor} set the password of {name}."),
  session_revoked: access("{actor} ended a session of {user}."),
  token_created: access("{actor} created the API token {name} with the role {role}."),
  token_revoked: access("{actor} revoked the API token {name}."),
  emergency_stop: operation("{actor} stopped every change of the account {account}."),
  emergency_stop_lifted: operation("{actor} lifted the emergency stop of the account {account}."),
  state_restored: operation("{actor} restored the state from a backup of {made}."),
  restore_settled: operation("{actor} confirmed the accounts created since the backup, so new accounts are allowed."),
  journal_damage_settled: operation("{actor} accepted the damage of the journal, so new accounts are allowed."),
  state_moved: operation("{actor} moved the state to a server."),
  audit_purged: operation("{actor} deleted {number} older entries of the audit trail, as the retention says."),
  progress_exported: operation("{actor} exported the progress of the people of the job {job}."),
  data_purged: operation("{actor} deleted older data, as the retention says."),
  job_setup_started: operation("{actor} started to set up a job with the sample {file}."),
  job_setup_sample_replaced: operation("{actor} uploaded another sample for a setup: {file}."),
  job_setup_discarded: operation("{actor} discarded a setup and its sample {file}."),
  job_setup_connection_tested: operation("{actor} tested the connection to {host} for a setup."),
  job_setup_written: operation("{actor} wrote the files of the job {job}."),
  job_schedule_written: operation("{actor} added a schedule to the job {job}."),
  job_setup_token_stored: operation("{actor} stored the refresh token of the job {job}."),
  service_write_sent: operation("{actor} sent {endpoint} to the learning service by hand."),
  service_write_answer: operation("The learning service answered {endpoint}, sent by {actor}: {answer}."),
};

export const UNKNOWN_ACTION = operation("{actor}: {action}.");

export const KIND_LABELS: Readonly<Record<AuditKind, PlainMessage>> = {
  decisions: "Decisions",
  removals: "Removals applied",
  runs: "Runs",
  accounts: "Accounts and identities",
  access: "Sign-ins, users and tokens",
  operation: "Data and operation",
};

/** Returns the stored actions of a kind. */
export function actionsOf(kind: AuditKind): string[] {
  return Object.entries(AUDIT_TEXTS).flatMap(([action, one]) => (one.kind === kind ? [action] : []));
}
