/** Groups that rules give and the service doesn't have, as command line, console and reports show them. */
import { hash } from "node:crypto";
import type { MissingGroupFacts, MissingReason } from "../domain/directory.ts";
import type { StoredMissingGroup } from "../store/directory/missing-groups.ts";
import { toCsv } from "./csv.ts";
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
  return { ...shown, evidence: hash("sha256", JSON.stringify(shown)) };
}

function shownFacts(stored: StoredMissingGroup): Omit<ReportedMissingGroup, "evidence"> {
  const { id, job, account, path, people, detail, since, decision, alias_of: aliasOf } = stored;
  const { rules, variants, near, renamed, parents, creatable, why, message } = detail;
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
    message,
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

const REASONS = {
  not_a_path: "This is not a valid path of a group, so it is never created.",
  outside_authority: "It is outside `groups.authority`, so it is never created.",
  protected: "The job protects it, so it is never created.",
  same_name: "A group whose name differs only in upper and lower case exists. It is never created a second time.",
  unconfirmed: "A run asked for this group, and the answer was lost. Nothing is sent again until the service's groups show the outcome.",
  refused: "The service refused to create it.",
  missing_again: "A run created it, and it is missing again. Someone may have deleted it.",
  not_sent: "The service could not be reached. The next run tries again.",
  outside_below: "It is outside `groups.create.below`.",
  parent_missing: "Its parent is missing as well.",
  near: "A group with a similar name exists, or would be created in the same run. This may be a typing error.",
  renamed: "Most of these people come from one existing group, which was probably renamed.",
  too_many: "The plan would create more groups than `groups.create.max_per_run` allows, so it creates none of them.",
  alias: "A reviewer decided that it, or a parent of it, is another name of an existing group. Add the alias to the mapping.",
  dismissed: "A reviewer dismissed it, or a parent of it, before. It is created only if someone approves it.",
} as const satisfies Record<MissingReason, string>;

/** Returns why a missing group is not created, as a sentence; "" if the mapping only proposes. */
export function missingReason(why: MissingReason | null): string {
  return why === null ? "" : t(REASONS[why]);
}

/** Returns what is known about a missing group, in sentences. */
export function missingFacts({ why, near, renamed, parents, variants }: MissingGroupFacts, message: string | null = null): string[] {
  return [
    ...(near.length === 0 ? [] : [t("Did you mean {groups}?", { groups: listing(near) })]),
    ...(renamed === null
      ? []
      : [t("{n, plural, one {# person is} other {# people are}} in {group} now.", { n: renamed.people, group: renamed.path })]),
    missingReason(why),
    ...(message === null ? [] : [message]),
    ...(parents.length === 0 ? [] : [t("Missing parents: {groups}.", { groups: listing(parents) })]),
    ...(variants.length === 0 ? [] : [t("Also written {names}.", { names: listing(variants) })]),
  ].filter((sentence) => sentence !== "");
}

/** The same about a stored group. */
export function factsOf({ why, near, renamed_from: from, parents, spellings, message }: ReportedMissingGroup): string[] {
  const renamed = from === null ? null : { path: from.group, people: from.people };
  return missingFacts({ why, near, renamed, parents, variants: spellings }, message);
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
  const head = [t("ID"), t("Job"), t("Group"), t("People"), t("What is known"), t("Rule"), t("Decision"), t("Missing since")];
  return toCsv([head, ...rows]);
}

/** Returns the decision on a missing group as a sentence; "" without one. */
export function decisionText({ decision, dismissed_at: n }: ReportedMissingGroup): string {
  if (decision === null) return "";
  const { what, alias_of: group, by } = decision;
  if (what === "create") return t("{name} approved it. The next run creates it.", { name: by });
  if (what === "dismiss")
    return t("{name} dismissed it. It is proposed again when more than {n, plural, one {# person waits} other {# people wait}} for it.", {
      name: by,
      n: n ?? 0,
    });
  return t("{name} decided that it is another name of {group}. Add the line to the mapping.", { name: by, group: group ?? "" });
}
