import { fact } from "../domain/facts/fact.ts";
import { textOf, type Person, type RowNote, type UserAttributes } from "../domain/person.ts";
import { shownText } from "../domain/names.ts";
import { comparable, onlyFields, type FieldChange, type Secrecy, type SentAttributes } from "./attributes.ts";

/** The names of an account. In the row of someone who has left, HR may blank them, or write those of another person. */
const NAMES = ["username", "email", "national_id", "first_name", "last_name"];

/** The account that a person is linked to. */
export interface KnownAccount {
  userId: string;
  active: boolean | null;
  /** `null`: nothing was sent, or the account may have been changed since. */
  sent: SentAttributes | null;
  /** The attributes last sent even so; `undefined`: the same. */
  names?: SentAttributes | null;
}

type Names = Pick<KnownAccount, "sent" | "names">;

/** Returns the attributes with the names that the account has, as far as they are known, in place of these names. */
function withNamesOf(user: UserAttributes, names: readonly string[], sent: SentAttributes | null, secrecy: Secrecy): UserAttributes {
  const kept = Object.entries(user).filter(([field]) => !names.includes(field));
  const known = names.flatMap((field): [string, string][] => {
    const name = sent !== null && Object.hasOwn(sent, field) ? sent[field] : "";
    // A name that the row does not give is not sent, as in a mapping with unique usernames.
    if (!(field in user) || typeof name !== "string" || name === "") return [];
    const now = textOf(user, field);
    if (comparable(field, now, secrecy) === name) return [[field, now]];
    return name.startsWith("hmac:") ? [] : [[field, name]];
  });
  return Object.fromEntries([...kept, ...known]);
}

/**
 * Returns a leaver with the names of their account: it is never renamed.
 * If nothing was ever sent, nothing but the status is, so that the names that are known from elsewhere stay known.
 */
export function asLeaver<T extends Pick<Person, "user" | "onUpdate">>(person: T, { sent, names = sent }: Names, secrecy: Secrecy): T {
  if (names === null) return { ...person, user: {}, onUpdate: onlyFields(person.onUpdate, new Set(["notify_on_update"])) };
  const onUpdate = withNamesOf(person.onUpdate, NAMES, null, secrecy);
  return { ...person, user: withNamesOf(person.user, NAMES, names, secrecy), onUpdate };
}

/** Returns the attributes of a person to repeat for an account, with the names that it has; if nothing was ever sent, those of the row. */
export function repeatedAttributes(
  user: UserAttributes,
  account: { sent: SentAttributes | null; leaves: boolean },
  secrecy: Secrecy,
): UserAttributes {
  const { sent, leaves } = account;
  if (sent === null) return leaves ? {} : user;
  return withNamesOf(user, NAMES, sent, secrecy);
}

/** Returns the username that an update would give; "" if it gives none. */
export function updatedUsername({ user, onUpdate }: Pick<Person, "user" | "onUpdate">): string {
  return textOf({ ...onUpdate, ...user }, "username");
}

/** Returns a person with the names that may be sent to their account. @param holder the key whose account has the username, and keeps it */
export function withNamesToSend(person: Person, link: Names, holder: string | undefined, secrecy: Secrecy): Person {
  if (person.active === false) return asLeaver(person, link, secrecy);
  if (holder === undefined) return person;
  const { sent, names = sent } = link;
  const own = (user: UserAttributes): UserAttributes => ("username" in user ? withNamesOf(user, ["username"], names, secrecy) : user);
  return { ...person, user: own(person.user), onUpdate: own(person.onUpdate) };
}

/** Returns the note on a username that is not sent. */
export function heldUsernameNote(person: Person, holder: string, { isSensitive }: Secrecy): RowNote {
  const value = isSensitive("username") ? fact("value.hidden", {}) : fact("value.shown", { value: shownText(updatedUsername(person)) });
  return { column: null, code: "username_held_back", fact: fact("username.kept_by_account", { value, key: holder }) };
}

/** Returns the attributes of an update, a deactivation or a reactivation. */
export function updatePayload(person: Person, fields: readonly FieldChange[], updateBody: "full" | "changed"): UserAttributes {
  const attributes = updateBody === "full" ? person.user : onlyFields(person.user, new Set(fields.map((change) => change.field)));
  const payload = { ...attributes, ...person.onUpdate };
  return typeof person.active === "boolean" ? { ...payload, active: person.active } : payload;
}
