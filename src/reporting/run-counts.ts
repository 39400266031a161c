/** The counts of a run, with the labels that command line, console, report and mail share. */
import { number } from "./labels.ts";
import { t, type Message } from "./locales/t.ts";

/** In the order in which they are shown and stored in a result. */
export const COUNT_NAMES = [
  "rejected",
  "duplicates",
  "creates",
  "updates",
  "deactivations",
  "reactivations",
  "unchanged",
  "held",
  "out_of_scope",
  "not_due",
  "not_in_pilot",
  "absent",
  "absent_deactivated",
  "groups_created",
  "groups_proposed",
  "done",
  "failed",
  "uncertain",
  "removals_pending",
  "blocked",
] as const;
export type CountName = (typeof COUNT_NAMES)[number];

/** The counts that together account for every row of the file (I3). */
const ROW_COUNTS = COUNT_NAMES.slice(0, COUNT_NAMES.indexOf("absent"));
/** Most mappings have no scope and no dates, and few jobs are a pilot, so these are shown only above zero. */
const IF_SOME: ReadonlySet<CountName> = new Set(["out_of_scope", "not_due", "not_in_pilot"]);

export type Counts = Readonly<Record<string, number>>;

const PLURALS = {
  rejected: "report.rejected",
  held: "report.blocked_2",
  not_due: "report.not_yet_due",
  absent: "report.missing_file",
  absent_deactivated: "report.missing_deactivated",
  duplicates: "report.duplicates",
  creates: "labels.new_accounts",
  updates: "labels.changes",
  deactivations: "labels.leavers",
  reactivations: "labels.rehires",
  groups_created: "missing_groups.new_groups_2",
  groups_proposed: "missing_groups.missing_groups",
  done: "report.changes_applied",
  removals_pending: "report.pending_removals",
  blocked: "report.blocked_people",
} as const satisfies Partial<Record<CountName, string>>;

const LABELS: Readonly<Record<Exclude<CountName, keyof typeof PLURALS>, Message>> = {
  unchanged: "common.unchanged",
  out_of_scope: "report.out_scope",
  not_in_pilot: "report.not_pilot",
  failed: "labels.failed",
  uncertain: "labels.unconfirmed",
};

export function countLabel(name: CountName, n = 2): string {
  return name in LABELS ? t(LABELS[name as keyof typeof LABELS]) : t(PLURALS[name as keyof typeof PLURALS], { n });
}

/** Returns a count with its label: `1 new account`, `1,200 unchanged`. */
export function labelledCount(counts: Counts, name: CountName): string {
  const n = countOf(counts, name);
  return `${number(n)} ${countLabel(name, n)}`;
}

/** Returns a count; 0 where the run has none of that name. */
export function countOf(counts: Counts, name: CountName): number {
  return counts[name] ?? 0;
}

/** Returns the names of the counts that together account for every row of the file (I3), in their order. */
export function rowCounts(counts: Counts): readonly CountName[] {
  return ROW_COUNTS.filter((name) => !IF_SOME.has(name) || countOf(counts, name) > 0);
}

/** Returns how many operations failed or are unconfirmed. */
export function failuresIn(counts: Counts): number {
  return countOf(counts, "failed") + countOf(counts, "uncertain");
}

/** Returns how many people the run changed, or would change. */
export function changesIn(counts: Counts): number {
  const names: readonly CountName[] = ["creates", "updates", "deactivations", "reactivations", "absent_deactivated"];
  return names.reduce((sum, name) => sum + countOf(counts, name), 0);
}
