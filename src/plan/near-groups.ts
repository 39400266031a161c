import { foldName } from "../domain/names.ts";
import { nearestFirst } from "../domain/nearest.ts";

/** With more siblings, names are compared only for case and spaces, because comparing spellings is slow. */
const MAX_SIBLINGS = 5000;
/** The most near groups of a path, and the most that are followed on each level. */
const MAX_NEAR = 3;

interface TreeGroup {
  id: string;
  name: string;
  path: string;
  parentId: string | null;
}

/**
 * Returns a function that finds the groups with a path similar to another, the nearest first. Looks for each name of the
 * path only among the groups of its level, which is fast for any number of groups.
 */
export function similarGroups(groups: readonly TreeGroup[]): (path: string) => string[] {
  const children = Map.groupBy(groups, ({ parentId }) => parentId);
  return (path) => walk(path.split("/"), children).filter((near) => near !== path);
}

/** Returns a function that finds the group nearest to a path; without a similar path, the only group with the last name elsewhere. */
export function nearestGroup(groups: readonly TreeGroup[]): (path: string) => string | null {
  const similar = similarGroups(groups);
  const byName = Map.groupBy(groups, ({ name }) => foldName(name));
  return (path) => {
    const near = similar(path)[0] ?? elsewhere(path.split("/").at(-1) ?? "", byName);
    return near === path ? null : near;
  };
}

function walk(names: readonly string[], children: ReadonlyMap<string | null, readonly TreeGroup[]>): string[] {
  let found: (TreeGroup | null)[] = [null];
  for (const name of names) {
    found = found.flatMap((group) => among(name, children.get(group === null ? null : group.id) ?? [])).slice(0, MAX_NEAR);
  }
  return found.flatMap((group) => (group === null ? [] : [group.path]));
}

function among(name: string, level: readonly TreeGroup[]): TreeGroup[] {
  const folded = foldName(name);
  const same = level.find((group) => group.name === name) ?? level.find((group) => foldName(group.name) === folded);
  if (same !== undefined) return [same];
  if (level.length > MAX_SIBLINGS) return [];
  const byName = new Map(level.map((group) => [group.name, group]));
  const names = byName.keys().filter((other) => !isOfOneSeries(name, other));
  return nearestFirst(name, names).flatMap((near) => byName.get(near) ?? []);
}

/** A number, or a letter or roman number that is a word of its own. */
const NUMBERS = /\d+|(?<![\p{L}\p{N}])(?:\p{L}|[ivx]{2,5})(?![\p{L}\p{N}])/gu;

/**
 * Returns whether two names differ only in their numbers, such as Site01 and Site02, or Team A and Team B: neither is a
 * misspelling of the other. Site1 and Site01 have the same number.
 */
export function isOfOneSeries(one: string, other: string): boolean {
  return partsOf(one, "") === partsOf(other, "") && partsOf(one, "number") !== partsOf(other, "number");
}

/** Returns a name with its numbers, without leading zeros, or without them. */
function partsOf(name: string, keep: "number" | ""): string {
  return foldName(name).replaceAll(NUMBERS, (number) => (keep === "" ? "0" : number.replace(/^0+(?=\d)/, "")));
}

function elsewhere(name: string, byName: ReadonlyMap<string, readonly TreeGroup[]>): string | null {
  const [only, another] = byName.get(foldName(name)) ?? [];
  return only === undefined || another !== undefined ? null : only.path;
}
