import type { SentenceText } from "./sentence.ts";

/** The effects of a run on a person, as sentences of their timeline. Decisions are in `audit-texts.ts`. */
export const TIMELINE_TEXTS = {
  hr_changed: "history.hr_changed_changes",
  account_created: "history.new_account",
  changed: "history.changed_fields",
  left: "history.left_account_deactivated",
  returned: "history.returned_account_reactivated",
  joined: "history.joined_groups",
  added_back: "history.added_back_groups",
  blocked: "history.what_blocked",
  failed: "history.what_failed",
  unconfirmed: "history.what_unconfirmed",
  rule_ended: "history.rule_rules_no",
  removal_found: "history.rollcall_found_pending",
  superseded: "history.pending_removal_group_ended",
  expired: "history.pending_removal_group_expired",
} as const satisfies Record<string, SentenceText>;
