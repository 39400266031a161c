import { textOf, type Person, type UserAttributes } from "../domain/person.ts";
import { fact } from "../domain/facts/fact.ts";
import { foldUsername, shellWord } from "../domain/names.ts";
import { changedFields, comparable, type Secrecy, type SentAttributes } from "./attributes.ts";
import { isRenamed } from "./possible-duplicate.ts";

/** Fields of which one that stayed shows that a key still belongs to the same human; an address that people share does not. */
const IDENTIFIERS = ["username", "email", "national_id"];

/**
 * Returns why nothing is sent to a key that HR may have given to another person; `null` for the same person. A leaver is
 * not asked about: the account is closed, also if another person has the key.
 * @param account.record what was last sent to the account
 */
export function anotherPerson(
  { key, user }: Pick<Person, "key" | "user">,
  { userId, record }: { userId: string; record: SentAttributes | null },
  { secrecy, job, sharesAddresses = false }: { secrecy: Secrecy; job: string; sharesAddresses?: boolean },
) {
  const identifiers = IDENTIFIERS.filter((field) => !(sharesAddresses && field === "email"));
  if (record === null || !isAnotherPerson(user, record, identifiers, secrecy)) return null;
  const link = `rollcall identities link ${shellWord(job)} ${shellWord(key)} ${userId} --reason "…"`;
  return { code: "another_person", reason: fact("operation.another_person", { key, link }), fields: changedFields(user, record, secrecy) };
}

/** Returns whether first and last name both changed, and no identifier stayed. */
function isAnotherPerson(user: UserAttributes, sent: SentAttributes, identifiers: readonly string[], secrecy: Secrecy): boolean {
  if (!isRenamed(user, sent, secrecy)) return false;
  return !identifiers.some((field) => {
    const now = textOf(user, field);
    const before = Object.hasOwn(sent, field) ? String(sent[field]) : "";
    if (now === "" || before === "") return false;
    return foldUsername(now) === foldUsername(before) || [now, foldUsername(now)].some((value) => before === fingerprinted(value, secrecy));
  });
}

function fingerprinted(value: string, { fingerprint }: Secrecy): string {
  return comparable("", value, { isSensitive: () => true, fingerprint });
}
