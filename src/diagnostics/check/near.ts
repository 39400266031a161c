import type { Group } from "../../domain/directory.ts";
import { foldName } from "../../domain/names.ts";
import { nearest } from "../../domain/nearest.ts";

/** With more siblings, names are compared only for case and spaces, because comparing spellings is slow. */
const MAX_SIBLINGS = 5000;

/**
 * Returns a function that finds the group nearest to a path. Looks for each name of the path only among the groups of its
 * level, which is fast for any number of groups; falls back to the only group with the last name elsewhere.
 */
export function nearGroups(groups: readonly Group[]): (path: string) => string | null {
  const children = Map.groupBy(groups, ({ parentId }) => parentId);
  const byName = Map.groupBy(groups, ({ name }) => foldName(name));
  return (path) => {
    const names = path.split("/");
    const near = walk(names, children) ?? elsewhere(names.at(-1) ?? "", byName);
    return near === path ? null : near;
  };
}

function walk(names: readonly string[], children: ReadonlyMap<string | null, readonly Group[]>): string | null {
  let found: Group | null = null;
  for (const name of names) {
    const level: readonly Group[] = children.get(found === null ? null : found.id) ?? [];
    found = among(name, level);
    if (found === null) return null;
  }
  return found?.path ?? null;
}

function among(name: string, level: readonly Group[]): Group | null {
  const folded = foldName(name);
  const same = level.find((group) => group.name === name) ?? level.find((group) => foldName(group.name) === folded);
  if (same !== undefined) return same;
  if (level.length > MAX_SIBLINGS) return null;
  const near = nearest(
    name,
    level.map((group) => group.name),
  );
  return near === undefined ? null : (level.find((group) => group.name === near) ?? null);
}

function elsewhere(name: string, byName: ReadonlyMap<string, readonly Group[]>): string | null {
  const [only, another] = byName.get(foldName(name)) ?? [];
  return only === undefined || another !== undefined ? null : only.path;
}
