/** The labels of stored values, for report, console, command line, mail and workbook. */
import { HIDDEN } from "../domain/record.ts";
import type { SettingPlace } from "../domain/settings.ts";
import type { Restoration } from "../store/schema/review.ts";
import { dateTime, list, number } from "./locales/formats.ts";
import type { Fact } from "../domain/facts/fact.ts";
import { factText, factWithout } from "./fact-text.ts";
import { t, type Message } from "./locales/t.ts";
import type { OperationKind, OperationStatus } from "../store/schema/statuses.ts";
import type { RemovalStatus } from "../store/schema/review.ts";
export { shellWord } from "../domain/names.ts";
export { dateTime as moment, list as listing, number } from "./locales/formats.ts";

const kinds = {
  create: "labels.new_accounts",
  update: "labels.changes",
  deactivate: "labels.leavers",
  reactivate: "labels.rehires",
  "remove-groups": "labels.removals_applied",
} as const satisfies Record<OperationKind, string>;

const operationStatuses: Readonly<Record<OperationStatus, Message>> = {
  planned: "labels.not_sent_yet",
  queued: "labels.queued",
  running: "labels.being_sent",
  done: "labels.done",
  failed: "labels.failed",
  held: "labels.blocked",
  uncertain: "labels.unconfirmed",
  dropped: "labels.discarded",
};

const runStatuses: Readonly<Record<string, Message>> = {
  reading: "labels.reading_file",
  planned: "labels.planned_nothing_sent",
  held: "labels.hold",
  running: "labels.running",
  completed: "labels.completed",
  failed: "labels.failed_run",
  interrupted: "labels.interrupted",
  cancelled: "labels.cancelled",
  superseded: "labels.replaced_later_run",
};

const REMOVAL_STATUSES: Readonly<Record<RemovalStatus, Message>> = {
  pending: "labels.pending",
  approved: "labels.approved_not_applied",
  rejected: "labels.kept",
  applied: "labels.removed",
  superseded: "labels.no_longer_needed",
  expired: "labels.expired_pending_again",
};

const causeKinds: Readonly<Record<string, Message>> = {
  value_changed: "labels.data_changed",
  renamed: "labels.probably_renamed",
  split: "labels.probably_split",
  moved: "labels.data_changed",
  changed_back: "labels.row_changed_back",
  leaver: "labels.left",
  mapping_changed: "labels.mapping_changed",
  added_by_hand: "labels.probably_added_manually",
};

const limits: Readonly<Record<string, Message>> = {
  older_file: "labels.older_files",
  rejected: "overview.rejected_rows",
  known_missing: "labels.known_people_missing",
  unknown_statuses: "labels.unknown_statuses",
  creates: "labels.new_accounts_2",
  updates: "labels.changes_2",
  deactivations: "labels.leavers_2",
  removals: "labels.pending_removals",
  shrink: "labels.fewer_rows_than",
  renamed: "labels.people_whose_first",
  rekeyed: "labels.people_whose_key",
  out_of_scope: "labels.people_who_leave",
  groups_created: "missing_groups.new_groups",
  columns: "labels.rows_unusual_change",
  licences: "labels.people_who_need",
  unknown_accounts: "labels.accounts_not_linked",
};

/** Returns the label of an operation; a removal is "applied" only once it is done. */
export function kindLabel(kind: string, status: string = "done", count = 1): string {
  if (kind === "remove-groups" && status !== "done") return t("labels.approved_removals", { n: count });
  return kind in kinds ? t(kinds[kind as OperationKind], { n: count }) : kind;
}

export function operationStatusLabel(status: string): string {
  return translated(operationStatuses, status);
}

export function runStatusLabel(status: string): string {
  return translated(runStatuses, status);
}

export function removalStatusLabel(status: string): string {
  return translated(REMOVAL_STATUSES, status);
}

/** Returns the status of a removal as a sentence part that also says who restored the membership, when and why. */
export function removalStateText({ status, restored }: { status: string; restored: Restoration | null }): string {
  if (restored === null) return removalStatusLabel(status);
  return t("labels.removed_restored_name", { at: dateTime(restored.at), name: restored.by, reason: restored.reason });
}

/** Returns the label of a cause. */
export function causeLabel(kind: string): string {
  return translated(causeKinds, kind);
}

const ways: Readonly<Record<string, Message>> = {
  cli: "labels.command_line",
  session: "labels.console",
  token: "labels.api_token",
  workbook: "labels.workbook",
  policy: "labels.job_policy",
};

/** Returns how a decision was made. */
export function viaLabel(via: string): string {
  return t(ways[via] ?? "labels.manually");
}

const roles: Readonly<Record<string, Message>> = {
  viewer: "labels.viewer",
  reviewer: "labels.reviewer",
  operator: "labels.operator",
  admin: "labels.admin",
};

/** Returns the label of a role. */
export function roleLabel(role: string): string {
  return translated(roles, role);
}

/** Names a person, or everyone with a role, to whom a removal is assigned. */
export function assigneeLabel(name: string): string {
  return name.startsWith("role:") ? t("review.everyone_role_role", { role: roleLabel(name.slice("role:".length)) }) : name;
}

/** Returns a value for a reader; sensitive values are stored as a mark. */
export function shownValue(value: string): string {
  return value === HIDDEN ? t("common.not_shown") : value;
}

/** Returns the label of a limit. */
export function limitLabel(limit: string): string {
  return translated(limits, limit);
}

/** Returns where the job file sets a limit, as a sentence with code in backticks. */
export function settingText({ key, at, default: isDefault }: SettingPlace): string {
  return isDefault ? t("runs.default_change_add", { key, file: at }) : t("runs.setting_key", { key, at });
}

/** Returns the sentence on an exceeded limit in the reader's language, without the setting where that follows. */
export function limitText(limit: Fact, setting: SettingPlace | undefined): string {
  return setting === undefined ? factText(limit) : factWithout("setting", limit);
}

/** Returns the label of a stored value; a value without one is shown as it is. */
function translated(table: Readonly<Record<string, Message>>, value: string): string {
  const label = table[value];
  return label === undefined ? value : t(label);
}

/** Returns a number with its noun: `1 row`, `1,200 rows`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the last part of a path of any operating system. */
export function fileName(path: string): string {
  // Several files are joined by a comma and a blank, which paths hardly contain.
  return list(path.split(", ").map((one) => one.split(/[/\\]/).at(-1) || one));
}
