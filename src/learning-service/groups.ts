import { fact, type Fact } from "../domain/facts/fact.ts";
import { EXIT } from "../domain/problem.ts";
import type { Group } from "../domain/directory.ts";
import type { ChildGroup, GroupItem } from "./contract/groups.ts";
import { ServiceProblem } from "./errors/errors.ts";

export interface GroupTree {
  groups: Group[];
  /** Skipped or repaired groups. */
  notes: Fact[];
}

interface Found {
  id: string;
  name: string;
  parentId: string | null;
  userIds: readonly string[] | null;
}

const ENDPOINT = "GET /groups";

/**
 * Converts the items of `GET /groups` (flat, nested or both) to flat groups (interface: "Group").
 *
 * A group may appear several times: known memberships win over missing ones, two known sets are merged (an extra member
 * keeps access, a missing one would lose it), a name wins over none. Ids become lower case, names are trimmed and NFC,
 * the path joins the names from the root with `/`. A group whose parent is not in the list becomes a root, with a note.
 * A group without an id is skipped with a note; its children become roots unless they name another parent. Missing
 * `user_ids` are `null`: unknown, never empty (I5).
 *
 * Throws ServiceProblem `groups_contradictory` when a group has two names or two parents, or is its own ancestor: the
 * meaning of paths in rules would change from run to run.
 */
export function readGroups(items: readonly GroupItem[]): GroupTree {
  const found = new Map<string, Found>();
  const notes: Fact[] = [];

  function visit(item: GroupItem | ChildGroup, parent: string | null): void {
    const id = item.id?.toLowerCase() ?? null;
    if (id === null) notes.push(fact("service.group_without_id", { group: item.name ?? "" }));
    else
      merge(found, {
        id,
        name: normal(item.name ?? ""),
        parentId: item.parent_id?.toLowerCase() ?? parent,
        userIds: lower(item.user_ids ?? null),
      });
    for (const child of childrenOf(item)) visit(child, id);
  }
  for (const item of items) visit(item, null);

  const paths = new Map<string, string>();
  const groups: Group[] = [];
  for (const group of found.values()) {
    if (group.parentId !== null && !found.has(group.parentId)) {
      notes.push(fact("service.group_without_parent", { group: group.id, name: group.name }));
      group.parentId = null;
    }
  }
  for (const group of found.values()) {
    if (group.name === "") notes.push(fact("service.group_without_name", { group: group.id }));
    groups.push({ ...group, path: pathOf(group, found, paths) });
  }
  return { groups, notes };
}

function merge(found: Map<string, Found>, next: Found): void {
  const known = found.get(next.id);
  if (known === undefined) {
    found.set(next.id, next);
    return;
  }
  if (known.name !== "" && next.name !== "" && known.name !== next.name) throw contradiction(next.id, "service.group_with_two_names");
  // A nested item has its parent from its position; a flat one may omit it.
  if (known.parentId !== null && next.parentId !== null && known.parentId !== next.parentId)
    throw contradiction(next.id, "service.group_with_two_parents");
  known.name ||= next.name;
  known.parentId ??= next.parentId;
  if (known.userIds === null) known.userIds = next.userIds;
  else if (next.userIds !== null && next.userIds !== known.userIds) known.userIds = [...new Set([...known.userIds, ...next.userIds])];
}

/** Returns the child groups, in any shape of `children` (interface: "Group"). */
export function childrenOf(item: GroupItem | ChildGroup): readonly ChildGroup[] {
  const { children } = item;
  if (children == null) return [];
  if (Array.isArray(children)) return children;
  return isChild(children) ? [children] : Object.values(children);
}

function isChild(children: ChildGroup | Record<string, ChildGroup>): children is ChildGroup {
  return typeof children["id"] === "string";
}

function pathOf(group: Found, found: ReadonlyMap<string, Found>, paths: Map<string, string>): string {
  const chain: Found[] = [];
  const onTheWay = new Set<string>();
  let at: Found | undefined = group;
  while (at !== undefined && !paths.has(at.id)) {
    if (onTheWay.has(at.id)) throw contradiction(at.id, "service.group_within_itself");
    onTheWay.add(at.id);
    chain.push(at);
    at = at.parentId === null ? undefined : found.get(at.parentId);
  }
  let path = at === undefined ? null : (paths.get(at.id) ?? null);
  for (const step of chain.reverse()) {
    path = path === null ? step.name : `${path}/${step.name}`;
    paths.set(step.id, path);
  }
  return path ?? paths.get(group.id) ?? group.name;
}

function lower(ids: readonly string[] | null): readonly string[] | null {
  return ids === null ? null : ids.map((id) => id.toLowerCase());
}

function normal(name: string): string {
  return name.normalize("NFC").trim();
}

type Contradiction = "service.group_with_two_names" | "service.group_with_two_parents" | "service.group_within_itself";

function contradiction(group: string, what: Contradiction): ServiceProblem {
  return new ServiceProblem(fact(what, { endpoint: ENDPOINT, group }), {
    code: "groups_contradictory",
    exit: EXIT.service,
    audience: "service",
    sent: "yes",
    next: fact("service.correct_group", {}),
  });
}
