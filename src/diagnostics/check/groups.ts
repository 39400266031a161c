import { wordsOf } from "../../domain/facts/fact.ts";
import type { ChildGroup, GroupItem } from "../../learning-service/contract/groups.ts";
import { childrenOf } from "../../learning-service/groups.ts";
import type { GroupTree } from "../../learning-service/groups.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import { indexGroups } from "../../plan/groups.ts";
import { nearestGroup } from "../../plan/near-groups.ts";
import { are, counted, some, type Finding } from "../../domain/finding.ts";
import type { GroupList } from "./lists.ts";
import type { Claimed } from "./people.ts";

/** Reports how many groups there are and how they were read. @param groups `null` if they contradict each other */
export function checkGroups(groups: number | null, { items, pages, seconds }: GroupList, whole: boolean): Finding {
  if (groups === 0) {
    return {
      what: "groups",
      verdict: "look",
      found: "The list of groups is empty, so no one can be added to a group.",
      settings: ["service.base_url"],
      advice:
        "Create the groups in the service. If it already has some, the token may not see them, or this is another account: ask the service's operators.",
    };
  }
  const time = seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
  const count = groups === null ? counted(items.length, "item") : counted(groups, "group");
  return {
    what: "groups",
    verdict: "fits",
    found: `${count}, ${whole ? "read completely" : "possibly incomplete"}: ${counted(pages.length, "page")} in ${time}.`,
  };
}

/** Reports how the list describes the tree, and any oddities. */
export function checkTree(items: readonly GroupItem[], { groups, notes }: GroupTree): Finding {
  const { nested, appearances } = anatomyOf(items);
  const roots = groups.filter((group) => group.parentId === null).length;
  const twice = appearances - groups.length - items.filter(({ id }) => id == null).length;
  const how =
    nested > 0
      ? `The list is nested${items.length > roots ? " and flat at once" : ""}`
      : `The list is flat${groups.length > 1 && roots === groups.length ? " and has no parents" : ""}`;
  const merged = twice > 0 ? ` ${counted(twice, "repeated appearance")} ${are(twice)} merged.` : "";
  const found = `${how}; ${counted(roots, "group")} of ${groups.length.toLocaleString("en")} ${are(roots)} at the top.${merged}`;
  if (notes.length === 0) return { what: "tree", verdict: "fits", found };
  return {
    what: "tree",
    verdict: "look",
    found: `${found} ${counted(notes.length, "oddity", "oddities")}:`,
    examples: some(notes.map(wordsOf)),
    advice: "Rules may miss these groups or match others. Fix the groups in the service.",
  };
}

/** Counts the appearances of groups in the list, and those nested below another group. */
function anatomyOf(items: readonly GroupItem[]): { nested: number; appearances: number } {
  const waiting: (GroupItem | ChildGroup)[] = [...items];
  let appearances = 0;
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    appearances += 1;
    for (const child of childrenOf(item)) waiting.push(child);
  }
  return { nested: appearances - items.length, appearances };
}

/** Reports which groups list their members. Unknown is never treated as empty (I5). */
export function checkMembers({ groups }: GroupTree, mapping: CompiledMapping): Finding {
  const silent = groups.filter((group) => group.userIds === null);
  if (silent.length === 0) {
    const members = groups.reduce((sum, group) => sum + (group.userIds?.length ?? 0), 0);
    const each =
      groups.length === 1 ? "The group lists its members" : `All ${groups.length.toLocaleString("en")} groups list their members`;
    return {
      what: "members",
      verdict: "fits",
      found: groups.length === 0 ? "No groups, no members." : `${each}: ${counted(members, "membership")}.`,
    };
  }
  const { managed = [], others = [] } = Object.groupBy(silent, ({ path, id }) => (mapping.isManaged(path, id) ? "managed" : "others"));
  const count =
    silent.length === groups.length
      ? "No group lists its members"
      : `${silent.length} of ${counted(groups.length, "group")} ${silent.length === 1 ? "does not list its" : "do not list their"} members`;
  return {
    what: "members",
    verdict: "look",
    found: `${count} (\`user_ids\` is missing); managed by the mapping: ${managed.length} of ${silent.length}.`,
    examples: some([...managed, ...others].map((group) => group.path || group.id)),
    advice:
      "Rollcall removes no one from these groups and cannot see accounts in them. Ask the service's operators whether the token may read members.",
  };
}

/** A group that rules give to people of the file but that is missing or ambiguous. */
interface MissingGroup {
  group: string;
  people: number;
  /** The first rule that gives it, and its `file:line`. */
  rule: string;
  at: string;
  /** The nearest group of the service. */
  near: string | null;
}

/** The unusable groups that rules give to people of the file. */
export interface RuleGroups {
  missing: MissingGroup[];
  /** Two groups of the service have this path. */
  ambiguous: MissingGroup[];
}

/** The nearest group is looked up for this many missing groups, those with the most people first. */
const MAX_SUGGESTED = 50;

export function ruleGroups({ groups }: GroupTree, claimed: ReadonlyMap<string, Claimed>): RuleGroups {
  const index = indexGroups(groups);
  const near = nearestGroup(groups);
  const given = [...claimed].map(([group, claim]) => ({ ...claim, group, found: index.find(group) }));
  const those = (what: "ambiguous" | null): MissingGroup[] =>
    given
      .filter(({ found }) => found === what)
      .sort((a, b) => b.people - a.people)
      .map(({ group, shown, people, rule, at }, n) => {
        // If a name is redacted, its nearest group must not be shown either.
        const suggests = what === null && n < MAX_SUGGESTED && shown === group;
        return { group: shown, people, rule, at, near: suggests ? near(group) : null };
      });
  return { missing: those(null), ambiguous: those("ambiguous") };
}

export function checkRules(
  { missing, ambiguous }: RuleGroups,
  { given, planned }: { given: number; planned: { create: number; propose: number } | null },
  { groups }: GroupTree,
  mapping: CompiledMapping,
): Finding {
  if (missing.length + ambiguous.length === 0) {
    const found =
      given === 0
        ? "The rules assign no group to anyone in the file."
        : `The service has every group that the rules assign: ${given.toLocaleString("en")}.`;
    return { what: "rules", verdict: "fits", found };
  }
  const parts: string[] = [];
  const advice: string[] = [];
  if (missing.length > 0) {
    parts.push(`The service does not have ${counted(missing.length, "group")} that the rules assign.`);
    if (planned !== null && ["propose", "create"].includes(mapping.unknownGroups))
      parts.push(`A run would create ${planned.create} of them and propose ${planned.propose}.`);
    const parentless =
      groups.length > 1 && groups.every((group) => group.parentId === null) && missing.some(({ group }) => group.includes("/"));
    advice.push(
      parentless
        ? "The list has no parents, so a group's path is only its name. Use names without parents in the rules, or ids."
        : "Create them in the service, or change the rules.",
    );
    advice.push(
      mapping.unknownGroups === "reject"
        ? "Until then these people are rejected."
        : "Until then these people are processed without these groups.",
    );
  }
  if (ambiguous.length > 0) {
    parts.push(`${counted(ambiguous.length, "path")} that the rules assign ${ambiguous.length === 1 ? "exists" : "exist"} more than once.`);
    advice.push("Use the id of a group whose path exists twice.");
  }
  return {
    what: "rules",
    verdict: "look",
    found: parts.join(" "),
    examples: some([
      ...missing.map(
        ({ group, people, near }) =>
          `${group}, for ${counted(people, "person", "people")}${near === null ? "" : `; the nearest group: ${near}`}`,
      ),
      ...ambiguous.map(({ group, people }) => `${group} (twice), for ${counted(people, "person", "people")}`),
    ]),
    settings: ["mapping: groups.rules", ...(missing.length > 0 ? ["mapping: groups.unknown"] : [])],
    advice: advice.join(" "),
  };
}

/** Reports accounts in groups that are not linked. */
export function checkAccounts(unknown: number, { groups }: GroupTree): Finding {
  if (unknown > 0) {
    return {
      what: "accounts",
      verdict: "look",
      found: `${counted(unknown, "account")} in groups ${are(unknown)} not linked to anyone.`,
      advice:
        "A first run that creates accounts is put on hold until they are imported with `rollcall identities import`, or someone approves the run.",
    };
  }
  if (groups.length > 0 && groups.every((group) => group.userIds === null))
    return {
      what: "accounts",
      verdict: "look",
      found: "Accounts without a link are not visible, because no group lists its members.",
    };
  return { what: "accounts", verdict: "fits", found: "Every account in a group is linked to a person." };
}
