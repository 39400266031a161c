/** What stands where something was erased on request. */
export const ERASED = "(erased)";

/** Who is to be found in what is stored. */
export interface Whose {
  key: string;
  /** Names, addresses and ids that stand in texts; shorter ones would be found in everything. */
  words: readonly string[];
}

/** Whether a text names a person: the key as a word by itself, or a name or address. */
export function names(text: string, { key, words }: Whose): boolean {
  return text === key || (key.length >= 4 && hasWord(text, key)) || words.some((word) => hasWord(text, word));
}

function hasWord(text: string, word: string): boolean {
  const [whole, part] = [text.toLowerCase(), word.toLowerCase()];
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    if (!isLetter(whole[at - 1]) && !isLetter(whole[at + part.length])) return true;
  }
  return false;
}

function isLetter(text: string | undefined): boolean {
  return text !== undefined && /[\p{L}\p{N}]/u.test(text);
}

/** What may stay of an entry that is about nobody else: what was done, not with whom or why. */
const neutral = new Set([
  "removal",
  "removals",
  "run",
  "revert",
  "job",
  "account",
  "via",
  "group",
  "group_id",
  "groups",
  "operation",
  "until",
  "answer",
  "status",
  "decided_by",
  "again",
]);

/**
 * A value without a person. Of an object that is about them only what is neutral stays; of everything else the texts
 * that name them go. The form stays as it is: what went is still seen to have been there.
 */
export function withoutPerson(value: unknown, whose: Whose): unknown {
  if (typeof value === "string") return names(value, whose) ? ERASED : value;
  if (Array.isArray(value)) return value.map((item) => withoutPerson(item, whose));
  if (value === null || typeof value !== "object") return value;
  const about = isAbout(value as Record<string, unknown>, whose);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (!about || neutral.has(name)) return [name, withoutPerson(part, whose)];
      // A list stays a list: reports and messages read it as one.
      return [name, Array.isArray(part) ? [] : ERASED];
    }),
  );
}

function isAbout({ key, from }: Record<string, unknown>, whose: Whose): boolean {
  return key === whose.key || from === whose.key;
}
