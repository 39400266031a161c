import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import type { ChildGroup, GroupItem } from "../../learning-service/contract/groups.ts";
import { childrenOf } from "../../learning-service/groups.ts";
import type { GroupTree } from "../../learning-service/groups.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import { indexGroups } from "../../plan/groups.ts";
import { nearestGroup } from "../../plan/near-groups.ts";
import { some, type Finding } from "../../domain/finding.ts";
import type { GroupList } from "./lists.ts";
import type { Claimed } from "./people.ts";

/** Reports how many groups there are and how they were read. @param groups `null` if they contradict each other */
export function checkGroups(groups: number | null, { items, pages, seconds }: GroupList, whole: boolean): Finding {
  if (groups === 0) {
    return {
      what: "groups",
      verdict: "look",
      found: fact("check.no_groups", {}),
      settings: ["service.base_url"],
      advice: fact("check.create_groups", {}),
    };
  }
  const time = seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
  const count = groups === null ? fact("list.items", { items: items.length }) : fact("list.groups", { groups });
  const found = fact(whole ? "check.list_read" : "check.list_perhaps_incomplete", { count, pages: pages.length, time });
  return { what: "groups", verdict: "fits", found };
}

/** Reports how the list describes the tree, and any oddities. */
export function checkTree(items: readonly GroupItem[], { groups, notes }: GroupTree): Finding {
  const { nested, appearances } = anatomyOf(items);
  const roots = groups.filter((group) => group.parentId === null).length;
  const twice = appearances - groups.length - items.filter(({ id }) => id == null).length;
  const shape =
    nested > 0
      ? fact(items.length > roots ? "tree.nested_and_flat" : "tree.nested", {})
      : fact(groups.length > 1 && roots === groups.length ? "tree.flat_without_parents" : "tree.flat", {});
  const found = inTurn(
    fact("check.tree", { shape, roots, groups: groups.length }),
    twice > 0 ? fact("check.groups_merged", { groups: twice }) : undefined,
    notes.length > 0 ? fact("check.tree_oddities", { oddities: notes.length }) : undefined,
  );
  if (notes.length === 0) return { what: "tree", verdict: "fits", found };
  return { what: "tree", verdict: "look", found, examples: some(notes), advice: fact("check.fix_groups", {}) };
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
    const found =
      groups.length === 0 ? fact("check.no_members", {}) : fact("check.members", { groups: groups.length, memberships: members });
    return { what: "members", verdict: "fits", found };
  }
  const { managed = [], others = [] } = Object.groupBy(silent, ({ path, id }) => (mapping.isManaged(path, id) ? "managed" : "others"));
  const counts = { groups: groups.length, managed: managed.length };
  return {
    what: "members",
    verdict: "look",
    found:
      silent.length === groups.length
        ? fact("check.all_members_missing", counts)
        : fact("check.members_missing", { ...counts, silent: silent.length }),
    examples: some([...managed, ...others].map((group) => group.path || group.id)),
    advice: fact("check.ask_members", {}),
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
    const found = given === 0 ? fact("check.rules_assign_nothing", {}) : fact("check.rules_found", { groups: given });
    return { what: "rules", verdict: "fits", found };
  }
  const parts: Fact[] = [];
  const advice: Fact[] = [];
  if (missing.length > 0) {
    parts.push(fact("check.groups_missing", { groups: missing.length }));
    if (planned !== null && ["propose", "create"].includes(mapping.unknownGroups)) parts.push(fact("check.groups_planned", planned));
    const parentless =
      groups.length > 1 && groups.every((group) => group.parentId === null) && missing.some(({ group }) => group.includes("/"));
    advice.push(
      fact(parentless ? "check.name_without_parents" : "check.create_missing_groups", {}),
      fact(mapping.unknownGroups === "reject" ? "check.people_rejected" : "check.people_without_groups", {}),
    );
  }
  if (ambiguous.length > 0) {
    parts.push(fact("check.paths_twice", { paths: ambiguous.length }));
    advice.push(fact("check.use_group_id", {}));
  }
  return {
    what: "rules",
    verdict: "look",
    found: inTurn(...parts),
    examples: some([
      ...missing.map(({ group, people, near }) =>
        near === null ? fact("check.missing_group", { group, people }) : fact("check.missing_group_near", { group, people, near }),
      ),
      ...ambiguous.map(({ group, people }) => fact("check.group_twice", { group, people })),
    ]),
    settings: ["mapping: groups.rules", ...(missing.length > 0 ? ["mapping: groups.unknown"] : [])],
    advice: inTurn(...advice),
  };
}

/** Reports accounts in groups that are not linked. */
export function checkAccounts(unknown: number, { groups }: GroupTree): Finding {
  if (unknown > 0) {
    const found = fact("check.accounts_unlinked", { accounts: unknown });
    return { what: "accounts", verdict: "look", found, advice: fact("check.import_accounts", {}) };
  }
  if (groups.length > 0 && groups.every((group) => group.userIds === null))
    return { what: "accounts", verdict: "look", found: fact("check.accounts_invisible", {}) };
  return { what: "accounts", verdict: "fits", found: fact("check.accounts_linked", {}) };
}
