/** Letters that look like one another cannot be told apart in an audit trail, so local names have few. */
const LOCAL = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/;

/** The rule for names of local users, as a message. */
export const NAME_RULE = "advice.use_name_rule";

/** Returns a name as it is stored and compared, regardless of how it was typed. Cut, so that a request cannot make us work on megabytes. */
export function normalName(typed: string): string {
  return typed.slice(0, 256).toWellFormed().trim().normalize("NFKC").toLowerCase();
}

/** The name of a local user; `null` where it cannot be one. */
export function localName(typed: string): string | null {
  const name = normalName(typed);
  return typed.length <= 256 && LOCAL.test(name) ? name : null;
}

/** The name of a token: like a user's, also one of an identity provider's with its e-mail address. */
export function tokenName(typed: string): string | null {
  const name = normalName(typed);
  return typed.length <= 256 && /^[a-z0-9](?:[a-z0-9._@+-]{0,126}[a-z0-9])?$/.test(name) ? name : null;
}

/** Returns a text for people on one line, without control characters and without characters that reverse the text around it. */
export function plainText(typed: string, longest: number): string {
  const text = typed.normalize("NFC").toWellFormed();
  const printable = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f]+/gu, " ");
  return [...printable.trim()].slice(0, longest).join("").trim();
}
