import { compileGlobs, compileTextGlobs } from "../globs.ts";

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

/** Compares keys and usernames without their case: two spellings of one name must not differ in protection. */
const fold = (text: string): string => text.trim().normalize("NFC").toLowerCase();

export function compileProtect({ keys, usernames, groups, at }: Protect): Protection {
  const isKey = compileTextGlobs(keys.map(fold));
  const isUsername = compileTextGlobs(usernames.map(fold));
  const isGroup = compileGlobs(groups.map((group) => group.trim()));
  const isGroupId = new Set(groups.map(fold));
  return {
    person(key, names) {
      if (isKey(fold(key))) return `\`protect.keys\` (${at})`;
      const found = names.some((name) => typeof name === "string" && isUsername(fold(name)));
      return found ? `\`protect.usernames\` (${at})` : null;
    },
    group: (path, id) => isGroup(path) || isGroupId.has(fold(id)),
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
