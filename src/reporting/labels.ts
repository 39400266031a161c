/** The labels of stored values, for report, console, command line, mail and workbook. */
import type { SettingPlace } from "../domain/settings.ts";
import type { Restoration } from "../store/schema/review.ts";
import { dateTime, list, number } from "./locales/formats.ts";
import { LIMIT_LABELS } from "../domain/wording/limits.ts";
import type { PlainMessage } from "./locales/messages.ts";
import { t } from "./locales/t.ts";
import { storedText } from "./stored-text.ts";
import type { OperationKind, OperationStatus } from "../store/schema/statuses.ts";
import type { RemovalStatus } from "../store/schema/review.ts";
export { shellWord } from "../domain/names.ts";
export { dateTime as moment, list as listing, number } from "./locales/formats.ts";

const kinds = {
  create: "{n, plural, one {new account} other {new accounts}}",
  update: "{n, plural, one {change} other {changes}}",
  deactivate: "{n, plural, one {leaver} other {leavers}}",
  reactivate: "{n, plural, one {rehire} other {rehires}}",
  "remove-groups": "{n, plural, one {removal applied} other {removals applied}}",
} as const satisfies Record<OperationKind, string>;

const operationStatuses: Readonly<Record<OperationStatus, PlainMessage>> = {
  planned: "not sent yet",
  queued: "queued",
  running: "being sent",
  done: "done",
  failed: "failed",
  held: "blocked",
  uncertain: "unconfirmed",
  dropped: "discarded",
};

const runStatuses: Readonly<Record<string, PlainMessage>> = {
  reading: "reading the file",
  planned: "planned, nothing sent",
  held: "on hold",
  running: "running",
  completed: "completed",
  failed: "failed|run",
  interrupted: "interrupted",
  cancelled: "cancelled",
  superseded: "replaced by a later run",
};

const REMOVAL_STATUSES: Readonly<Record<RemovalStatus, PlainMessage>> = {
  pending: "pending",
  approved: "approved, not applied yet",
  rejected: "kept",
  applied: "removed",
  superseded: "no longer needed: the facts changed",
  expired: "expired: pending again when a run finds it",
};

const causeKinds: Readonly<Record<string, PlainMessage>> = {
  value_changed: "Data changed",
  renamed: "Probably renamed",
  split: "Probably split",
  moved: "Data changed",
  changed_back: "Row changed back",
  leaver: "Left",
  mapping_changed: "Mapping changed",
  added_by_hand: "Probably added manually in the service",
};

const limits: Readonly<Record<string, PlainMessage>> = LIMIT_LABELS;

/** Returns the label of an operation; a removal is "applied" only once it is done. */
export function kindLabel(kind: string, status: string = "done", count = 1): string {
  if (kind === "remove-groups" && status !== "done")
    return t("{n, plural, one {approved removal} other {approved removals}}", { n: count });
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
  return t("removed, restored on {at} by {name}: {reason}", { at: dateTime(restored.at), name: restored.by, reason: restored.reason });
}

/** Returns the label of a cause. */
export function causeLabel(kind: string): string {
  return translated(causeKinds, kind);
}

const ways: Readonly<Record<string, PlainMessage>> = {
  cli: "on the command line",
  session: "in the console",
  token: "with an API token",
  workbook: "with a workbook",
  policy: "by the job’s policy",
};

/** Returns how a decision was made. */
export function viaLabel(via: string): string {
  return t(ways[via] ?? "manually");
}

const roles: Readonly<Record<string, PlainMessage>> = { viewer: "viewer", reviewer: "reviewer", operator: "operator", admin: "admin" };

/** Returns the label of a role. */
export function roleLabel(role: string): string {
  return translated(roles, role);
}

/** Names a person, or everyone with a role, to whom a removal is assigned. */
export function assigneeLabel(name: string): string {
  return name.startsWith("role:") ? t("everyone with the role {role}", { role: roleLabel(name.slice("role:".length)) }) : name;
}

/** Returns a value for a reader; sensitive values are stored as a mark. */
export function shownValue(value: string): string {
  return value === "(not shown)" ? t("(not shown)") : value;
}

/** Returns the label of a limit. */
export function limitLabel(limit: string): string {
  return translated(limits, limit);
}

/** Returns where the job file sets a limit, as a sentence with code in backticks. */
export function settingText({ key, at, default: isDefault }: SettingPlace): string {
  return isDefault ? t("Default. To change it, add `{key}` to `{file}`.", { key, file: at }) : t("Setting: `{key}` in `{at}`", { key, at });
}

/** Returns the sentence on an exceeded limit in the reader's language, without the setting where that follows. */
export function limitText(message: string, setting: SettingPlace | undefined): string {
  const text = storedText(message);
  return setting === undefined ? text : text.replace(/ \(`policy\.limits\.\w+`[^()]*\)/, "");
}

/** Returns the label of a stored value; a value without one is shown as it is. */
function translated(table: Readonly<Record<string, PlainMessage>>, value: string): string {
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
