import { compileGlobs, compileTextGlobs } from "../globs.ts";
import { seenName } from "../names.ts";

/** The accounts and groups that no operation may change, as globs. */
export interface Protect {
  keys: readonly string[];
  usernames: readonly string[];
  groups: readonly string[];
  /** `file:line` of the setting; "" if the job has none. */
  at: string;
}

/** The compiled `protect` of a job. */
export interface Protection {
  /** Returns the setting that protects a person, for messages; `null` if none does. */
  person(key: string, usernames: readonly unknown[]): string | null;
  group(path: string, id: string): boolean;
  /** Whether any username, or any group, is protected. */
  byUsername: boolean;
  byGroup: boolean;
  at: string;
}

/** Folds a path name by name: two spellings of one path must not differ in protection. */
const foldPath = (path: string): string => path.split("/").map(seenName).join("/");

/** Compiles `protect`. Keys, usernames and paths are compared without case, outer spaces and invisible characters. */
export function compileProtect({ keys, usernames, groups, at }: Protect): Protection {
  const isKey = compileTextGlobs(keys.map(seenName));
  const isUsername = compileTextGlobs(usernames.map(seenName));
  const isPath = compileGlobs(groups.map(foldPath));
  const isId = new Set(groups.map(seenName));
  // Each membership of each person asks.
  const known = new Map<string, boolean>();
  return {
    person(key, names) {
      if (keys.length > 0 && isKey(seenName(key))) return `\`protect.keys\` (${at})`;
      if (usernames.length === 0) return null;
      const found = names.some((name) => typeof name === "string" && isUsername(seenName(name)));
      return found ? `\`protect.usernames\` (${at})` : null;
    },
    group(path, id) {
      if (groups.length === 0) return false;
      const place = `${id} ${path}`;
      const found = known.get(place) ?? (isPath(foldPath(path)) || isId.has(seenName(id)));
      known.set(place, found);
      return found;
    },
    byUsername: usernames.length > 0,
    byGroup: groups.length > 0,
    at,
  };
}

/** Returns the end of an operation or removal that a protected account blocks. */
export function protectedReason(by: string): string {
  return `The account is protected by ${by}, so nothing is sent.`;
}

/** Returns why a change of a protected group is not sent. */
export function protectedGroupReason(path: string, at: string): string {
  return `The group ${path} is protected by \`protect.groups\` (${at}), so its members stay as they are.`;
}
