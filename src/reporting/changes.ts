import { fieldLabel } from "./field-labels.ts";
import { HIDDEN } from "../domain/record.ts";
import { kindLabel, operationStatusLabel, shownValue } from "./labels.ts";
import { number } from "./locales/formats.ts";
import { t, type Message } from "./locales/t.ts";
import { say } from "./sheet/say.ts";
import { data, group as groupWords, type Words } from "./sheet/sheet.ts";
import { needsAttention, type ReportedOperation } from "./operation.ts";
import type { ReportData } from "./run-report/data.ts";

type Kind = ReportedOperation["kind"];
export type Sign = "+" | "~" | "−";

/** One change of a person: a field, a group, or the account itself. */
export type Change = { sign: Sign } & (
  | { what: "account"; action: "created" | "deactivated" | "reactivated" }
  | { what: "field"; field: string; from: string | null; to: string }
  | { what: "joins" | "leaves" | "becomes_pending"; group: string }
);

const KINDS = {
  deactivate: { sign: "−", title: "labels.leavers_2", account: "deactivated" },
  reactivate: { sign: "+", title: "report.rehires", account: "reactivated" },
  update: { sign: "~", title: "labels.changes_2", account: null },
  create: { sign: "+", title: "labels.new_accounts_2", account: "created" },
  "remove-groups": { sign: "−", title: "runs.approved_removals", account: null },
} as const satisfies Readonly<Record<Kind, { sign: Sign; title: Message; account: "created" | "deactivated" | "reactivated" | null }>>;

/** The kinds of changes, in the order in which all views show them. */
const ORDER: readonly Kind[] = ["deactivate", "reactivate", "update", "create", "remove-groups"];

/** The changes of one kind, without those that need attention. */
export interface ChangeGroup {
  kind: Kind;
  title: string;
  /** How many people, also beyond the listed ones. */
  total: number;
  /** The status of them all, or the number of each: `28 done, 2 queued`. */
  statuses: string;
  /** Whether they have several statuses. */
  mixed: boolean;
  people: ReportedOperation[];
}

/** Returns the changes of a run by kind. */
export function changeGroups({ operations, operationCounts }: Pick<ReportData, "operations" | "operationCounts">): ChangeGroup[] {
  return ORDER.flatMap((kind) => {
    const fits = (entry: { kind: string; status: string }): boolean => entry.kind === kind && !needsAttention(entry.status);
    const counts = operationCounts.filter(fits);
    if (counts.length === 0) return [];
    const mixed = counts.length > 1;
    return {
      kind,
      title: t(KINDS[kind].title),
      total: counts.reduce((sum, { n }) => sum + n, 0),
      statuses: counts.map(({ status, n }) => `${mixed ? `${number(n)} ` : ""}${operationStatusLabel(status)}`).join(", "),
      mixed,
      people: operations.filter(fits),
    };
  });
}

/** Returns the sign of a person in a plan: new, changed or left. */
export function signOf(kind: Kind): Sign {
  return KINDS[kind].sign;
}

/** Returns the changes of one person in the order in which all views show them. */
export function changesOf({ kind, fields, gains, losses }: Pick<ReportedOperation, "kind" | "fields" | "gains" | "losses">): Change[] {
  const { sign, account } = KINDS[kind];
  return [
    ...(account === null ? [] : [{ sign, what: "account" as const, action: account }]),
    ...fields.map((field) => ({ sign: kind === "create" ? ("+" as const) : ("~" as const), what: "field" as const, ...field })),
    ...gains.map((group) => ({ sign: "+" as const, what: "joins" as const, group })),
    // A plan only finds removals, which need a decision; an applied one ends the membership.
    ...losses.map((group) =>
      kind === "remove-groups"
        ? { sign: "−" as const, what: "leaves" as const, group }
        : { sign: "~" as const, what: "becomes_pending" as const, group },
    ),
  ];
}

const ACCOUNT = {
  created: "report.account_created",
  deactivated: "report.account_deactivated",
  reactivated: "report.account_reactivated",
} as const satisfies Record<string, Message>;

const GROUP = {
  joins: "report.joins_group",
  leaves: "report.leaves_group",
  becomes_pending: "report.group_becomes_pending",
} as const;

/** Returns a change as a text. */
export function changeText(change: Change): string {
  if (change.what === "account") return t(ACCOUNT[change.action]);
  if (change.what !== "field") return t(GROUP[change.what], { group: change.group });
  const before = isNew(change) ? "" : `${change.from === null ? t("report.not_known") : quoted(change.from)} → `;
  return t("history.name_value", { name: fieldLabel(change.field), value: `${before}${quoted(change.to)}` });
}

/** Returns a change as words. */
export function changeWords(change: Change): Words {
  if (change.what === "account") return t(ACCOUNT[change.action]);
  if (change.what !== "field") return say(GROUP[change.what], { group: groupWords(change.group) });
  const before = !isNew(change) && [change.from === null ? t("report.not_known") : quotedWords(change.from), " → "];
  return say("history.name_value", { name: data(fieldLabel(change.field)), value: [before, quotedWords(change.to)] });
}

/** The fields that say most about a change come first. */
const TELLING = ["department", "position", "center", "city", "company", "last_name", "first_name"];
const MAX_NAMED = 2;

/** Returns in one line what changed: `Sales to Marketing, +2 groups`. */
export function changeLine({ kind, status, fields, gains, losses }: ReportedOperation): string {
  const rank = ({ field }: { field: string }): number => TELLING.indexOf(field) + (TELLING.includes(field) ? 0 : TELLING.length + 1);
  const chosen = kind === "update" ? fields.toSorted((one, other) => rank(one) - rank(other)) : [];
  const rest = chosen.length - MAX_NAMED;
  return [
    ...(kind === "update" || kind === "remove-groups" ? [] : [kind === "deactivate" ? t("runs.left_person") : kindLabel(kind, status)]),
    ...chosen.slice(0, MAX_NAMED).map(fieldLine),
    ...(rest > 0 ? [t("runs.more_changes", { n: rest })] : []),
    ...(gains.length > 0 ? [t("runs.groups_gained", { n: gains.length })] : []),
    ...(losses.length > 0 ? [t(kind === "remove-groups" ? "runs.groups_lost" : "runs.groups_to_review", { n: losses.length })] : []),
  ].join(", ");
}

function fieldLine({ field, from, to }: ReportedOperation["fields"][number]): string {
  if (from === null || from.trim() === "" || to.trim() === "" || to === HIDDEN)
    return to === HIDDEN ? fieldLabel(field) : t("history.name_value", { name: fieldLabel(field), value: quoted(to) });
  return t("runs.value_to_value", { from, to });
}

/** A new account has no values before. Of another, a value that Rollcall never sent is not known. */
function isNew({ sign }: Change): boolean {
  return sign === "+";
}

/** Returns a value in quotes as words. */
export function quotedWords(value: string): Words {
  return value.trim() === "" ? t("setup.blank") : say("report.value", { value: data(shownValue(value)) });
}

/** Returns a value in quotes; a blank one is named. */
export function quoted(value: string): string {
  return value.trim() === "" ? t("setup.blank") : t("report.value", { value: shownValue(value) });
}
