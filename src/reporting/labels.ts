/** The labels of stored values, for report, console, command line, mail and workbook. */
import type { OperationKind, OperationStatus, RemovalStatus } from "../store/schema/tables.ts";
export { shellWord } from "../domain/shell-quote.ts";
export { limitLabel } from "../domain/wording/limits.ts";

const kinds: Readonly<Record<OperationKind, readonly [one: string, many: string]>> = {
  create: ["new account", "new accounts"],
  update: ["change", "changes"],
  deactivate: ["leaver", "leavers"],
  reactivate: ["rehire", "rehires"],
  "remove-groups": ["removal applied", "removals applied"],
};

const operationStatuses: Readonly<Record<OperationStatus, string>> = {
  planned: "not sent yet",
  queued: "queued",
  running: "being sent",
  done: "done",
  failed: "failed",
  held: "blocked",
  uncertain: "unconfirmed",
  dropped: "discarded",
};

const runStatuses: Readonly<Record<string, string>> = {
  reading: "reading the file",
  planned: "planned, nothing sent",
  held: "on hold",
  running: "running",
  completed: "completed",
  failed: "failed",
  interrupted: "interrupted",
  cancelled: "cancelled",
  superseded: "replaced by a later run",
};

export const REMOVAL_STATUSES: Readonly<Record<RemovalStatus, string>> = {
  pending: "pending",
  approved: "approved, not applied yet",
  rejected: "kept",
  applied: "removed",
  superseded: "no longer needed: the facts changed",
  expired: "expired: pending again when a run finds it",
};

const causeKinds: Readonly<Record<string, string>> = {
  value_changed: "Data changed",
  renamed: "Probably renamed",
  split: "Probably split",
  moved: "Data changed",
  changed_back: "Row changed back",
  leaver: "Left",
  mapping_changed: "Mapping changed",
  added_by_hand: "Probably added manually in the service",
};

/** Returns the label of an operation; a removal is "applied" only once it is done. */
export function kindLabel(kind: string, status: string = "done", count = 1): string {
  if (kind === "remove-groups" && status !== "done") return count === 1 ? "approved removal" : "approved removals";
  return kinds[kind as OperationKind]?.[count === 1 ? 0 : 1] ?? kind;
}

export function operationStatusLabel(status: string): string {
  return operationStatuses[status as OperationStatus] ?? status;
}

export function runStatusLabel(status: string): string {
  return runStatuses[status] ?? status;
}

export function removalStatusLabel(status: string): string {
  return REMOVAL_STATUSES[status as RemovalStatus] ?? status;
}

/** Returns the label of a cause. */
export function causeLabel(kind: string): string {
  return causeKinds[kind] ?? kind;
}

const ways: Readonly<Record<string, string>> = {
  cli: "on the command line",
  session: "in the console",
  token: "with an API token",
  workbook: "with a workbook",
  policy: "by the job’s policy",
};

/** Returns how a decision was made. */
export function viaLabel(via: string): string {
  return ways[via] ?? "manually";
}

/** Formats a number with thousands separators. */
export function number(n: number): string {
  return n.toLocaleString("en");
}

/** Returns a number with its noun: `1 row`, `1,200 rows`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Joins texts: `a, b and c`. */
export function listing(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}

/** Formats a time: `30 Apr 2026, 02:30 UTC`. */
export function moment(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const text = date.toUTCString();
  return `${text.slice(5, 16).replace(/^0/, "")}, ${text.slice(17, 22)} UTC`;
}

/** Returns the last part of a path of any operating system. */
export function fileName(path: string): string {
  // Several files are joined by a comma and a blank, which paths hardly contain.
  return path
    .split(", ")
    .map((one) => one.split(/[/\\]/).at(-1) || one)
    .join(" and ");
}
