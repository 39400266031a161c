/** The effects of a run on a person, as sentences of their timeline. Decisions are in `audit-texts.ts`. */
export const TIMELINE_TEXTS = {
  hr_changed: "HR changed {changes}, row {row} of {file}.",
  account_created: "New account.",
  changed: "Changed: {fields}.",
  left: "Left: the account was deactivated.",
  returned: "Returned: the account was reactivated.",
  joined: "Joined {groups}.",
  added_back: "Added back to {groups}.",
  blocked: "{what} was blocked.",
  failed: "{what} failed.",
  unconfirmed: "{what} is unconfirmed.",
  rule_ended: "Rule {rules} no longer gives {group}.",
  removal_found: "Rollcall found a pending removal: {group}.",
  superseded: "The pending removal from {group} ended without a decision.",
  expired: "The pending removal from {group} expired.",
} as const;
