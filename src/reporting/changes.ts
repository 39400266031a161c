import { fieldLabel } from "./field-labels.ts";
import { data, html, type Html } from "./html/html.ts";
import { groupPath, quotedHtml } from "./html/parts.ts";
import { operationStatusLabel, shownValue } from "./labels.ts";
import { number } from "./locales/formats.ts";
import { t, tHtml, type Message } from "./locales/t.ts";
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

/** Returns a change as HTML. */
export function changeHtml(change: Change): Html {
  if (change.what === "account") return html`${t(ACCOUNT[change.action])}`;
  if (change.what !== "field") return tHtml(GROUP[change.what], { group: groupPath(change.group) });
  const before = !isNew(change) && html`${quotedHtml(change.from, t("report.not_known"))} → `;
  return tHtml("history.name_value", { name: data(fieldLabel(change.field)), value: html`${before}${quotedHtml(change.to)}` });
}

/** A new account has no values before. Of another, a value that Rollcall never sent is not known. */
function isNew({ sign }: Change): boolean {
  return sign === "+";
}

/** Returns a value in quotes; a blank one is named. */
export function quoted(value: string): string {
  return value.trim() === "" ? t("setup.blank") : t("report.value", { value: shownValue(value) });
}
