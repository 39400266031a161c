/** Groups that rules give and the service doesn't have, as command line, console and reports show them. */
import { hash } from "node:crypto";
import type { MissingGroupFacts, MissingReason } from "../domain/directory.ts";
import type { Fact } from "../domain/facts/fact.ts";
import type { StoredMissingGroup } from "../store/directory/missing-groups.ts";
import { toCsv } from "./csv.ts";
import { englishText, factText } from "./fact-text.ts";
import { listing } from "./labels.ts";
import { t } from "./locales/t.ts";

/** A missing group, as `groups missing --json` prints it. */
export interface ReportedMissingGroup {
  /** `G-…`, for decisions. */
  id: string;
  job: string;
  account: string;
  group: string;
  /** How many people wait for it. */
  people: number;
  rules: { rule: string; at: string }[];
  /** Other spellings in the file. */
  spellings: string[];
  /** Existing groups with a similar name, the nearest first. */
  near: string[];
  /** The existing group that most of the people are in: probably renamed. */
  renamed_from: { group: string; people: number } | null;
  /** Missing parents, which an approval creates as well. */
  parents: string[];
  /** Whether an approval can create it. */
  creatable: boolean;
  /** Why no run creates it without a decision; `null`: the mapping only proposes. */
  why: MissingReason | null;
  /** The message of the service, if it refused to create the group. */
  message: string | null;
  fact: Fact | null;
  since: string;
  decision: { what: "create" | "alias" | "dismiss"; alias_of: string | null; by: string; at: string; reason: string } | null;
  /** How many people waited when a reviewer dismissed it; it is proposed again when more wait. */
  dismissed_at: number | null;
  /** For the decision `alias`: the line to add to `groups.aliases` of the mapping. */
  mapping_line: string | null;
  /** A digest of everything that is shown about the group; binds a decision on it. */
  evidence: string;
}

export function toMissingGroupJson(stored: StoredMissingGroup): ReportedMissingGroup {
  const shown = shownFacts(stored);
  // A better message changes no evidence.
  return { ...shown, evidence: hash("sha256", JSON.stringify({ ...shown, message: undefined })) };
}

function shownFacts(stored: StoredMissingGroup): Omit<ReportedMissingGroup, "evidence"> {
  const { id, job, account, path, people, detail, since, decision, alias_of: aliasOf } = stored;
  const { rules, variants, near, renamed, parents, creatable, why, reason } = detail;
  return {
    id,
    job,
    account,
    group: path,
    people,
    rules,
    spellings: variants,
    near,
    renamed_from: renamed === null ? null : { group: renamed.path, people: renamed.people },
    parents,
    creatable,
    why,
    message: reason && englishText(reason),
    fact: reason,
    since: since.toISOString(),
    decision:
      decision === null
        ? null
        : {
            what: decision,
            alias_of: aliasOf,
            by: stored.decided_by ?? "",
            at: stored.decided_at?.toISOString() ?? "",
            reason: stored.reason ?? "",
          },
    dismissed_at: stored.dismissed,
    mapping_line: decision === "alias" && aliasOf !== null ? aliasLine(path, aliasOf) : null,
  };
}

/** Returns the line of `groups.aliases` that maps a name to an existing group. JSON texts are YAML. */
function aliasLine(path: string, group: string): string {
  return `${JSON.stringify(path)}: ${JSON.stringify(group)}`;
}

/** Returns why a missing group is not created, as a sentence; "" if the mapping only proposes. */
function missingReason(why: MissingReason | null): string {
  return why === null ? "" : t(`missing_group.${why}`);
}

/** Returns what is known about a missing group, in sentences. */
export function missingFacts({ why, near, renamed, parents, variants }: MissingGroupFacts, reason: Fact | null = null): string[] {
  return [
    ...(near.length === 0 ? [] : [t("missing_groups.you_mean_groups", { groups: listing(near) })]),
    ...(renamed === null ? [] : [t("missing_groups.people_group_now", { n: renamed.people, group: renamed.path })]),
    missingReason(why),
    ...(reason === null ? [] : [factText(reason)]),
    ...(parents.length === 0 ? [] : [t("missing_groups.missing_parents_groups", { groups: listing(parents) })]),
    ...(variants.length === 0 ? [] : [t("missing_groups.also_written_names", { names: listing(variants) })]),
  ].filter((sentence) => sentence !== "");
}

/** The same about a stored group. */
export function factsOf({ why, near, renamed_from: from, parents, spellings, fact }: ReportedMissingGroup): string[] {
  const renamed = from === null ? null : { path: from.group, people: from.people };
  return missingFacts({ why, near, renamed, parents, variants: spellings }, fact);
}

/** Returns the missing groups as a CSV file to pass on. Cells that a spreadsheet would read as formulas are escaped. */
export function missingGroupsCsv(groups: readonly ReportedMissingGroup[]): string {
  const rows = groups.map((group) => [
    group.id,
    group.job,
    group.group,
    String(group.people),
    factsOf(group).join(" "),
    group.rules.map(({ rule, at }) => `${rule} (${at})`).join(", "),
    decisionText(group),
    group.since.slice(0, 10),
  ]);
  const head = [
    t("missing_groups.id"),
    t("labels.job"),
    t("labels.group"),
    t("shell.people"),
    t("report.what_known"),
    t("setup.rule"),
    t("workbook.decision"),
    t("missing_groups.missing_since"),
  ];
  return toCsv([head, ...rows]);
}

/** Returns the decision on a missing group as a sentence; "" without one. */
export function decisionText({ decision, dismissed_at: n }: ReportedMissingGroup): string {
  if (decision === null) return "";
  const { what, alias_of: group, by } = decision;
  if (what === "create") return t("missing_groups.name_approved_next", { name: by });
  if (what === "dismiss")
    return t("missing_groups.name_dismissed_proposed", {
      name: by,
      n: n ?? 0,
    });
  return t("missing_groups.name_decided_another", { name: by, group: group ?? "" });
}
