import { fact, type Fact } from "../facts/fact.ts";
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
  /** Returns why nothing is sent to a person; `null` if nothing protects them. */
  person(key: string, usernames: readonly unknown[]): Fact | null;
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
      if (keys.length > 0 && isKey(seenName(key))) return fact("operation.protected", { setting: "protect.keys", at });
      if (usernames.length === 0) return null;
      const found = names.some((name) => typeof name === "string" && isUsername(seenName(name)));
      return found ? fact("operation.protected", { setting: "protect.usernames", at }) : null;
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

/** Returns why a change of a protected group is not sent. */
export function protectedGroupReason(group: string, at: string): Fact {
  return fact("operation.group_protected", { group, at });
}
