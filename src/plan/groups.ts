import { fact } from "../domain/facts/fact.ts";
import { shownText } from "../domain/names.ts";
import type { GroupClaim, RowNote, Undecided } from "../domain/person.ts";

/** The parts of a service group that the planner needs. */
export interface KnownGroup {
  id: string;
  path: string;
}

/** The groups of the service, by the names a mapping uses. */
export interface GroupIndex {
  /** Returns the group with a path or id; `ambiguous` if two groups have that path, `null` if none has. */
  find(name: string): KnownGroup | "ambiguous" | null;
  byId(id: string): KnownGroup | undefined;
}

export function indexGroups(groups: readonly KnownGroup[]): GroupIndex {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const byPath = new Map<string, KnownGroup | "ambiguous">();
  for (const group of groups) byPath.set(group.path, byPath.has(group.path) ? "ambiguous" : group);
  return {
    find: (name) => byId.get(name) ?? byPath.get(name) ?? byId.get(name.toLowerCase()) ?? null,
    byId: (id) => byId.get(id),
  };
}

export interface ResolvedClaims {
  /** Group id to the first claim that gave it. */
  desired: Map<string, GroupClaim>;
  /** Claims on groups that the service does not have or has twice. */
  unknown: { claim: GroupClaim; why: "missing" | "ambiguous" }[];
}

export function resolveClaims(claims: readonly GroupClaim[], index: GroupIndex): ResolvedClaims {
  const resolved: ResolvedClaims = { desired: new Map(), unknown: [] };
  for (const claim of claims) {
    const group = index.find(claim.group);
    if (group === null) resolved.unknown.push({ claim, why: "missing" });
    else if (group === "ambiguous") resolved.unknown.push({ claim, why: "ambiguous" });
    else if (!resolved.desired.has(group.id)) resolved.desired.set(group.id, claim);
  }
  return resolved;
}

/** The parts of a compiled mapping that the planner needs. */
export interface Rulebook {
  isManaged(path: string, id: string): boolean;
  /** Returns the rules that could give this group to anyone, with the columns they depend on. */
  rulesGiving(path: string, id: string): readonly { rule: string; at: string; columns: readonly string[] }[];
  unknownGroups: "report" | "reject" | "propose" | "create";
  /** Whether the missing group of a claim is recorded, to be proposed or created. */
  isProposed(claim: GroupClaim): boolean;
}

/**
 * Returns a person's current groups that must stay because a rule that could give them cannot be decided (I5): its cell is
 * blank, missing or unmapped, or the group it gives is not in the service, as after a rename in HR only.
 */
export function frozenGroups(
  current: Iterable<string>,
  undecided: readonly Undecided[],
  unknown: ResolvedClaims["unknown"],
  rules: Rulebook,
  index: GroupIndex,
): Set<string> {
  const undecidedRules = new Set([...undecided.map((rule) => rule.rule), ...unknown.map(({ claim }) => claim.rule)]);
  const frozen = new Set<string>();
  if (undecidedRules.size === 0) return frozen;
  for (const id of current) {
    const path = index.byId(id)?.path;
    if (path === undefined || rules.rulesGiving(path, id).some((rule) => undecidedRules.has(rule.rule))) frozen.add(id);
  }
  return frozen;
}

/** Returns notes on groups that rules give and that cannot be assigned. */
export function unknownGroupNotes(
  { unknown, desired }: ResolvedClaims,
  current: readonly string[],
  rules: Rulebook,
  index: GroupIndex,
): RowNote[] {
  const noted = new Set<string>();
  return unknown.map(({ claim, why }) => {
    const { group, rule, at } = claim;
    const first = noted.size < noted.add(group).size;
    const from = (): string[] => current.filter((id) => !desired.has(id) && isGivenBy(rule, id, rules, index)).sort();
    return {
      column: claim.cells[0]?.column ?? null,
      code: why === "missing" ? "unknown_group" : "ambiguous_group",
      fact: fact(why === "missing" ? "rule.group_missing" : "rule.group_ambiguous", { group: shownText(group, 200), rule, at }),
      ...(why === "missing" && first && rules.isProposed(claim) ? { missing: { group, rule, at, from: from() } } : {}),
    };
  });
}

function isGivenBy(rule: string, id: string, rules: Rulebook, index: GroupIndex): boolean {
  const path = index.byId(id)?.path ?? id;
  return rules.isManaged(path, id) && rules.rulesGiving(path, id).some((giving) => giving.rule === rule);
}
