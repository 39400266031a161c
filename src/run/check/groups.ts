import type { ChildGroup, GroupItem } from "../../learning-service/contract/groups.ts";
import { childrenOf } from "../../learning-service/groups.ts";
import type { GroupTree } from "../../learning-service/groups.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import { indexGroups } from "../../plan/groups.ts";
import { are, counted, some, type Finding } from "./finding.ts";
import type { GroupList } from "./lists.ts";
import { nearGroups } from "./near.ts";
import type { Claimed } from "./people.ts";

/** How many groups there are, `null` where they contradict each other, and how they were read. */
export function lookAtGroups(groups: number | null, { items, pages, seconds }: GroupList, whole: boolean): Finding {
  if (groups === 0) {
    return {
      what: "groups",
      verdict: "look",
      found: "The list of groups is empty: nobody can be put into any.",
      settings: ["service.base_url"],
      advice: "Make the groups in the service. If it has some, the token may not see them, or this is another account: ask its operators.",
    };
  }
  const time = seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
  const count = groups === null ? counted(items.length, "item") : counted(groups, "group");
  return {
    what: "groups",
    verdict: "fits",
    found: `${count}, ${whole ? "read to the end" : "perhaps not all"}: ${counted(pages.length, "page")} in ${time}.`,
  };
}

/** How the list tells the tree, and what was left out or decided while reading it. */
export function lookAtTree(items: readonly GroupItem[], { groups, notes }: GroupTree): Finding {
  const { nested, appearances } = anatomyOf(items);
  const roots = groups.filter((group) => group.parentId === null).length;
  const twice = appearances - groups.length - items.filter(({ id }) => id == null).length;
  const how =
    nested > 0
      ? `The list is nested${items.length > roots ? " and flat at once" : ""}`
      : `The list is flat${groups.length > 1 && roots === groups.length ? " and names no parents" : ""}`;
  const merged = twice > 0 ? ` ${counted(twice, "repeated appearance")} ${are(twice)} merged.` : "";
  const found = `${how}; ${counted(roots, "group")} of ${groups.length.toLocaleString("en")} ${are(roots)} at the top.${merged}`;
  if (notes.length === 0) return { what: "tree", verdict: "fits", found };
  return {
    what: "tree",
    verdict: "look",
    found: `${found} ${counted(notes.length, "oddity", "oddities")}:`,
    examples: some(notes),
    advice: "Rules may miss these groups, or mean others: mend them in the service.",
  };
}

/** How often a group stands in the list, and how often below another. */
function anatomyOf(items: readonly GroupItem[]): { nested: number; appearances: number } {
  const waiting: (GroupItem | ChildGroup)[] = [...items];
  let appearances = 0;
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    appearances += 1;
    for (const child of childrenOf(item)) waiting.push(child);
  }
  return { nested: appearances - items.length, appearances };
}

/** Which groups tell their members. What is not known is never taken for empty (I5). */
export function lookAtMembers({ groups }: GroupTree, mapping: CompiledMapping): Finding {
  const silent = groups.filter((group) => group.userIds === null);
  if (silent.length === 0) {
    const members = groups.reduce((sum, group) => sum + (group.userIds?.length ?? 0), 0);
    const each = groups.length === 1 ? "The group tells" : `All ${groups.length.toLocaleString("en")} groups tell`;
    return {
      what: "members",
      verdict: "fits",
      found: groups.length === 0 ? "No groups, no members." : `${each} who is in: ${counted(members, "membership")}.`,
    };
  }
  const { managed = [], others = [] } = Object.groupBy(silent, ({ path, id }) => (mapping.isManaged(path, id) ? "managed" : "others"));
  const count =
    silent.length === groups.length
      ? "No group tells"
      : `${silent.length} of ${counted(groups.length, "group")} ${silent.length === 1 ? "does" : "do"} not tell`;
  return {
    what: "members",
    verdict: "look",
    found: `${count} who is in (\`user_ids\` is missing); under the mapping's authority: ${managed.length} of ${silent.length}.`,
    examples: some([...managed, ...others].map((group) => group.path || group.id)),
    advice:
      "Nobody is ever removed from these, and accounts in them cannot be seen. Ask the service's operators whether the token may read members.",
  };
}

/** A group that rules give to people of the file, and that cannot be used. */
export interface LackedGroup {
  group: string;
  people: number;
  /** The first rule that gives it, and its `file:line`. */
  rule: string;
  at: string;
  /** The group of the service that may be meant. */
  near: string | null;
}

/** The groups that rules give to people of the file. */
export interface RuleGroups {
  missing: LackedGroup[];
  /** Two groups of the service have this path. */
  ambiguous: LackedGroup[];
}

/** For so many of the groups that most people lack, the nearest one is looked for. */
const MOST_NEAR = 50;

export function ruleGroups({ groups }: GroupTree, claimed: ReadonlyMap<string, Claimed>): RuleGroups {
  const index = indexGroups(groups);
  const near = nearGroups(groups);
  const given = [...claimed].map(([group, claim]) => ({ ...claim, group, found: index.find(group) }));
  const those = (what: "ambiguous" | null): LackedGroup[] =>
    given
      .filter(({ found }) => found === what)
      .sort((a, b) => b.people - a.people)
      .map(({ group, shown, people, rule, at }, n) => {
        // Beside a name that must not be shown, its neighbour must not be either.
        const looked = what === null && n < MOST_NEAR && shown === group;
        return { group: shown, people, rule, at, near: looked ? near(group) : null };
      });
  return { missing: those(null), ambiguous: those("ambiguous") };
}

export function lookAtRules({ missing, ambiguous }: RuleGroups, given: number, { groups }: GroupTree, mapping: CompiledMapping): Finding {
  if (missing.length + ambiguous.length === 0) {
    const found =
      given === 0
        ? "The rules give no group to anybody in the file."
        : `The service has every group that the rules give: ${given.toLocaleString("en")}.`;
    return { what: "rules", verdict: "fits", found };
  }
  const parts: string[] = [];
  const advice: string[] = [];
  if (missing.length > 0) {
    parts.push(`The service lacks ${counted(missing.length, "group")} that the rules give.`);
    const parentless =
      groups.length > 1 && groups.every((group) => group.parentId === null) && missing.some(({ group }) => group.includes("/"));
    advice.push(
      parentless
        ? "The list names no parents, so a path is only a name: let the rules name groups so, or by their ids."
        : "Make them in the service, or change the rules.",
    );
    advice.push(
      mapping.unknownGroups === "reject"
        ? "Until then these people are rejected."
        : "Until then everything else goes ahead for these people.",
    );
  }
  if (ambiguous.length > 0) {
    parts.push(`${counted(ambiguous.length, "path")} that the rules give ${are(ambiguous.length)} there more than once.`);
    advice.push("Name a group that is there twice by its id.");
  }
  return {
    what: "rules",
    verdict: "look",
    found: parts.join(" "),
    examples: some([
      ...missing.map(
        ({ group, people, near }) =>
          `${group}, for ${counted(people, "person", "people")}${near === null ? "" : `; the nearest that is there: ${near}`}`,
      ),
      ...ambiguous.map(({ group, people }) => `${group} (twice), for ${counted(people, "person", "people")}`),
    ]),
    settings: ["mapping: groups.rules", ...(missing.length > 0 ? ["mapping: groups.unknown"] : [])],
    advice: advice.join(" "),
  };
}

/** The accounts that stand in groups and are linked to nobody. */
export function lookAtAccounts(unknown: number, { groups }: GroupTree): Finding {
  if (unknown > 0) {
    return {
      what: "accounts",
      verdict: "look",
      found: `${counted(unknown, "account")} in groups ${are(unknown)} linked to nobody.`,
      advice:
        "A first run that creates accounts is held until they are imported with `rollcall identities import`, or somebody approves the run.",
    };
  }
  if (groups.length > 0 && groups.every((group) => group.userIds === null))
    return {
      what: "accounts",
      verdict: "look",
      found: "Whether there are accounts that nobody is linked to cannot be seen: no group tells its members.",
    };
  return { what: "accounts", verdict: "fits", found: "Every account that stands in a group is linked to a person." };
}
