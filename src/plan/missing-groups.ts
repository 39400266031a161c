import { foldName, visibleName } from "../domain/names.ts";
import { nearestFirst } from "../domain/nearest.ts";
import type { MissingReason } from "../domain/directory.ts";
import type { MissingClaim } from "../domain/person.ts";
import { RENAME_MIN_PEOPLE, RENAME_MIN_SHARE } from "./causes.ts";
import { isOfOneSeries, similarGroups } from "./near-groups.ts";

/** Claims on missing groups that are equal, with the number of people who have them. */
export interface CountedClaim {
  missing: MissingClaim;
  people: number;
}

interface ExistingGroup {
  id: string;
  name: string;
  path: string;
  parentId: string | null;
  members: number;
}

/** A group that rules give and the service doesn't have. */
export interface MissingGroup {
  /** The path without case: all spellings are one group. */
  folded: string;
  /** The most frequent spelling. */
  path: string;
  people: number;
  rules: { rule: string; at: string }[];
  variants: string[];
  near: string[];
  renamed: { path: string; people: number } | null;
  /** Paths of missing parents, from the root. */
  parents: string[];
  /** Whether an approval may create it. */
  creatable: boolean;
  /** `create`: this run creates it, with its missing parents. `dismiss`: a reviewer dismissed it, and no more people wait since. */
  outcome: "create" | "propose" | "dismiss";
  why: MissingReason | null;
  /** The reviewer who approved that it is created. */
  approvedBy: string | null;
}

/** The last create of a group. */
interface EarlierCreate {
  status: "open" | "created" | "refused";
  at: Date;
}

export interface MissingContext {
  groups: readonly ExistingGroup[];
  isManaged(path: string, id: string): boolean;
  isProtected(path: string, id: string): boolean;
  /** `null`: the mapping only proposes. */
  creation: { isBelow(path: string): boolean; maxPerRun: number; parents: boolean } | null;
  /** Decisions to create a group, by path without case. */
  approved: ReadonlyMap<string, { by: string; at: Date }>;
  /** Paths without case that a reviewer decided are other names of existing groups. */
  aliased: ReadonlySet<string>;
  /** How many people waited for a group when a reviewer dismissed it, by path without case. */
  dismissed: ReadonlyMap<string, number>;
  /** The last create of each path, without case. */
  earlier: ReadonlyMap<string, EarlierCreate>;
  /** Whether a lost create may be sent again: the listing began long enough after it. */
  mayRepeat(sentAt: Date): boolean;
}

/** Longer than any group's path. */
const MAX_PATH_CHARACTERS = 500;
const MAX_NAME_CHARACTERS = 200;

export function foldPath(path: string): string {
  return path.split("/").map(foldName).join("/");
}

/**
 * Decides on the groups that the service doesn't have: which of them this run creates, and which are proposed, and why.
 * In doubt a group is proposed: a typing error or a rename must not become a new group. Pure.
 */
export function judgeMissing(claims: readonly CountedClaim[], context: MissingContext): MissingGroup[] {
  const near = similarGroups(context.groups);
  const existing = new Set(context.groups.map(({ path }) => path));
  const existingFolded = new Set(context.groups.map(({ path }) => foldPath(path)));
  const merged = mergeClaims(claims, context).map((group): MissingGroup => {
    const parents = ancestorsOf(group.path).filter((parent) => !existing.has(parent));
    const never = [group.path, ...parents].map((path) => neverCreated(path, existingFolded, context)).find((why) => why !== null) ?? null;
    const approval = context.approved.get(group.folded);
    return {
      ...group,
      parents,
      near: near(group.path),
      creatable: never === null,
      outcome: "propose",
      why: context.aliased.has(group.folded) ? "alias" : never,
      approvedBy: never === null && approval !== undefined ? approval.by : null,
    };
  });
  const planned = new Set<string>();
  const parentsFirst = merged.toSorted((a, b) => depthOf(a.path) - depthOf(b.path) || b.people - a.people || (a.path < b.path ? -1 : 1));
  const automatic: MissingGroup[] = [];
  for (const group of parentsFirst) {
    if (!group.creatable || group.why === "alias") continue;
    group.why = whyNotRepeated(group, context) ?? (group.approvedBy === null ? whyNotAutomatic(group, planned, near, context) : null);
    if (group.why !== null || (group.approvedBy === null && context.creation === null)) continue;
    group.outcome = "create";
    for (const path of [...group.parents, group.path]) planned.add(foldPath(path));
    if (group.approvedBy === null) automatic.push(group);
  }
  if (context.creation !== null && countCreates(automatic) > context.creation.maxPerRun)
    for (const group of automatic) Object.assign(group, { outcome: "propose", why: "too_many" } satisfies Partial<MissingGroup>);
  for (const group of merged)
    if (group.approvedBy === null && group.people <= (context.dismissed.get(group.folded) ?? -1)) group.outcome = "dismiss";
  return merged.sort((a, b) => b.people - a.people || (a.path < b.path ? -1 : 1));
}

/** Returns how many groups these creates need, with their missing parents. */
export function countCreates(groups: readonly Pick<MissingGroup, "path" | "parents">[]): number {
  return new Set(groups.flatMap(({ path, parents }) => [...parents, path]).map(foldPath)).size;
}

type Merged = Omit<MissingGroup, "parents" | "near" | "creatable" | "outcome" | "why" | "approvedBy">;

/** Merges the claims on one path, without regard to case. */
function mergeClaims(claims: readonly CountedClaim[], { groups }: MissingContext): Merged[] {
  const members = new Map(groups.map((group) => [group.id, group]));
  return [...Map.groupBy(claims, ({ missing }) => foldPath(missing.group))].map(([folded, all]) => {
    const spellings = new Map<string, number>();
    const from = new Map<string, number>();
    const rules = new Map<string, { rule: string; at: string }>();
    let people = 0;
    for (const { missing, people: n } of all) {
      people += n;
      spellings.set(missing.group, (spellings.get(missing.group) ?? 0) + n);
      rules.set(missing.rule, { rule: missing.rule, at: missing.at });
      for (const id of missing.from) from.set(id, (from.get(id) ?? 0) + n);
    }
    const [path = "", ...variants] = [...spellings].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([spelling]) => spelling);
    const [most] = [...from].sort((a, b) => b[1] - a[1]).flatMap(([id, n]) => ({ group: members.get(id), people: n }));
    const renamed =
      most?.group !== undefined &&
      most.people >= RENAME_MIN_PEOPLE &&
      (most.people >= RENAME_MIN_SHARE * people || most.people >= RENAME_MIN_SHARE * most.group.members)
        ? { path: most.group.path, people: most.people }
        : null;
    return { folded, path, people, rules: [...rules.values()], variants, renamed };
  });
}

/** Returns why a path can never be created, not even by an approval. */
function neverCreated(path: string, existingFolded: ReadonlySet<string>, context: MissingContext): MissingReason | null {
  if (!isValidPath(path)) return "not_a_path";
  if (existingFolded.has(foldPath(path))) return "same_name";
  if (!context.isManaged(path, "")) return "outside_authority";
  return context.isProtected(path, "") ? "protected" : null;
}

/** Returns whether a service shows the path as it was created: it trims names, and an id is never a name. */
function isValidPath(path: string): boolean {
  if (path.length > MAX_PATH_CHARACTERS || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(path)) return false;
  return path.split("/").every((name) => {
    return name !== "" && name === name.trim() && name.length <= MAX_NAME_CHARACTERS && visibleName(name) === name;
  });
}

/** Returns why a create is not sent because of an earlier one: it happens once, unless a reviewer approves it after that. */
function whyNotRepeated({ folded, parents }: MissingGroup, { earlier, approved, mayRepeat }: MissingContext): MissingReason | null {
  for (const path of [...parents.map(foldPath), folded]) {
    const last = earlier.get(path);
    if (last === undefined) continue;
    if (last.status === "open") {
      if (!mayRepeat(last.at)) return "unconfirmed";
      continue;
    }
    const approval = approved.get(folded);
    if (approval !== undefined && approval.at > last.at) continue;
    return last.status === "refused" ? "refused" : "missing_again";
  }
  return null;
}

function whyNotAutomatic(
  group: MissingGroup,
  planned: ReadonlySet<string>,
  near: (path: string) => readonly string[],
  { creation, aliased, dismissed }: MissingContext,
): MissingReason | null {
  if (group.parents.some((path) => aliased.has(foldPath(path)))) return "alias";
  if ([group.path, ...group.parents].some((path) => near(path).length > 0 || isNearPlanned(path, planned))) return "near";
  if (group.renamed !== null) return "renamed";
  if (creation === null) return null;
  if (!creation.isBelow(group.path)) return "outside_below";
  if ([group.path, ...group.parents].some((path) => dismissed.has(foldPath(path)))) return "dismissed";
  const missing = group.parents.filter((parent) => !planned.has(foldPath(parent)));
  return missing.every((parent) => creation.parents && creation.isBelow(parent)) ? null : "parent_missing";
}

/** Returns whether a group that this run creates below the same parent has a similar name: one of the two may be a typing error. */
function isNearPlanned(path: string, planned: ReadonlySet<string>): boolean {
  const folded = foldPath(path);
  const parent = folded.slice(0, folded.lastIndexOf("/") + 1);
  const siblings = [...planned].filter((other) => other !== folded && other.slice(0, other.lastIndexOf("/") + 1) === parent);
  const name = folded.slice(parent.length);
  const names = siblings.map((other) => other.slice(parent.length)).filter((other) => !isOfOneSeries(name, other));
  return nearestFirst(name, names).length > 0;
}

function ancestorsOf(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, i) => names.slice(0, i + 1).join("/"));
}

function depthOf(path: string): number {
  return path.split("/").length;
}
