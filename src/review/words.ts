/** Plain words for what the store calls by short names: for the report, the console and the command line. */
import type { OperationKind, OperationStatus } from "../store/schema.ts";
export { shellWord } from "../model/shell.ts";

const kinds: Readonly<Record<OperationKind, readonly [one: string, many: string]>> = {
  create: ["new account", "new accounts"],
  update: ["change", "changes"],
  deactivate: ["leaver", "leavers"],
  reactivate: ["back again", "back again"],
  "remove-groups": ["removal carried out", "removals carried out"],
};

const operationStatuses: Readonly<Record<OperationStatus, string>> = {
  planned: "not sent yet",
  queued: "waiting to be sent",
  running: "being sent",
  done: "done",
  failed: "failed",
  held: "held back",
  uncertain: "uncertain",
  dropped: "given up",
};

const runStatuses: Readonly<Record<string, string>> = {
  reading: "reading the file",
  planned: "planned, nothing sent",
  held: "held by a limit",
  running: "under way",
  completed: "completed",
  failed: "failed",
  interrupted: "stopped before its end",
  cancelled: "cancelled",
  superseded: "replaced by a later run",
};

const removalStatuses: Readonly<Record<string, string>> = {
  pending: "waits for a decision",
  approved: "approved, not carried out yet",
  rejected: "rejected: the membership stays",
  applied: "removed",
  superseded: "settled: the facts changed",
  expired: "ended: it asks again when a run finds it",
};

const causeKinds: Readonly<Record<string, string>> = {
  value_changed: "The data changed",
  renamed: "A value was probably renamed",
  split: "A value was probably split",
  moved: "The data changed: a move",
  changed_back: "The row is again as it was before",
  leaver: "The person left",
  mapping_changed: "The mapping changed",
  added_by_hand: "Probably added by hand in the service",
};

const limits: Readonly<Record<string, string>> = {
  creates: "New accounts",
  updates: "Changes",
  deactivations: "Leavers",
  removals: "Removals of memberships",
  shrink: "Rows fewer than in the last good run",
  renamed: "First and last names changed at once",
  rekeyed: "Keys gone while their names stay",
  columns: "Values of a column that changed suddenly",
  licences: "People who need a licence",
  unknown_accounts: "Accounts that nobody is linked to",
};

/** What an operation is called; a removal is only called carried out when it was. */
export function kindWord(kind: string, status: string = "done", count = 1): string {
  if (kind === "remove-groups" && status !== "done") return count === 1 ? "approved removal" : "approved removals";
  return kinds[kind as OperationKind]?.[count === 1 ? 0 : 1] ?? kind;
}

/** What the status of an operation is called. */
export function operationStatusWord(status: string): string {
  return operationStatuses[status as OperationStatus] ?? status;
}

/** What the status of a run is called. */
export function runStatusWord(status: string): string {
  return runStatuses[status] ?? status;
}

/** What the status of a removal is called. */
export function removalStatusWord(status: string): string {
  return removalStatuses[status] ?? status;
}

/** Why HR rules no longer give a membership, in a few words. */
export function causeWord(kind: string): string {
  return causeKinds[kind] ?? kind;
}

const ways: Readonly<Record<string, string>> = {
  cli: "on the command line",
  session: "in the console",
  token: "with an API token",
  workbook: "with a workbook",
  policy: "by the job’s policy",
};

/** By which way a decision came. */
export function viaWord(via: string): string {
  return ways[via] ?? "by hand";
}

/** What a limit counts. */
export function limitWord(limit: string): string {
  return limits[limit] ?? limit;
}

/** A number with thousands separators. */
export function number(n: number): string {
  return n.toLocaleString("en");
}

/** `1 row`, `1,200 rows`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}

/** With a capital letter in front. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `a, b and c`. */
export function listing(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}

/** `30 Apr 2026, 02:30 UTC`. */
export function moment(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const text = date.toUTCString();
  return `${text.slice(5, 16).replace(/^0/, "")}, ${text.slice(17, 22)} UTC`;
}

/** The last part of a path, of any operating system. */
export function fileName(path: string): string {
  // Several files are listed with a comma and a blank, which paths hardly hold.
  return path
    .split(", ")
    .map((one) => one.split(/[/\\]/).at(-1) || one)
    .join(" and ");
}
