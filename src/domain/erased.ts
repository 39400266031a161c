import { createHmac } from "node:crypto";

/** Replaces a value that was erased on request. */
export const ERASED = "(erased)";

/** The person to look for in stored data. */
export interface PersonReference {
  key: string;
  /** Names, addresses and ids that occur in texts; shorter ones would match almost everything. */
  identifiers: readonly string[];
}

/** Returns whether a text names a person: by the key as a separate word, or by a name or address. */
export function names(text: string, { key, identifiers: words }: PersonReference): boolean {
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

/** Returns the pseudonym of an erased key. It starts with a space, which no key does, so it cannot be a real key. */
export function pseudonymOf(secret: string, account: string, key: string): string {
  return ` forgotten ${createHmac("sha256", secret)
    .update(JSON.stringify([account, key]))
    .digest("base64url")}`;
}
