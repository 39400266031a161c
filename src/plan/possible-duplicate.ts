import type { Person, UserAttributes } from "../domain/person.ts";
import { textOf } from "../domain/person.ts";
import { HIDDEN } from "../domain/record.ts";
import { fact, inTurn, type Code, type Fact } from "../domain/facts/fact.ts";
import { foldUsername, shellWord, unlikeSpellings } from "../domain/names.ts";
import { comparable, type Secrecy, type SentAttributes } from "./attributes.ts";

/** The fields that identify a human independent of their employee key. */
export type NameField = "username" | "email" | "national_id";

const nameFields: readonly NameField[] = ["username", "email", "national_id"];
const labels = { username: "identities.username", email: "identities.e_mail_address", national_id: "identities.national_id" } as const;

/** A value to look for among linked accounts. */
export interface ValueToFind {
  field: NameField;
  /** `sent`: as stored in `link.sent`. `row`: as in the last row of a linked key. */
  source: "sent" | "row";
  value: string;
}

/** Another key whose account, or unconfirmed create, has a username, e-mail address or national id of a joiner. */
export interface DuplicateKey {
  key: string;
  /** `null`: there is no link, only an unconfirmed create. */
  userId: string | null;
  active: boolean | null;
  agree: readonly NameField[];
  /** Those of `agree` that this key's row in the current file replaces with another value. */
  replaced: readonly NameField[];
  /** The key in the current file; `unread`: its row was rejected; `elsewhere`: only in another job's file. */
  inFile: "here" | "absent" | "unread" | "elsewhere";
  /** The attributes sent to its account, or the username and e-mail address of its last row if nothing was sent. */
  record: SentAttributes;
}

/** A possible duplicate compared with the joiner, for reports and for `rollcall identities`. */
export interface PossibleDuplicate {
  key: string;
  user_id: string | null;
  fields: readonly NameField[];
  /** Both records by field; sensitive values are not shown. */
  records: { field: string; here: string | null; there: string | null }[];
}

/** Why a person gets no account in this run. */
export interface Doubt {
  code: "same_person" | "name_in_use";
  reason: Fact;
  possibleDuplicates: PossibleDuplicate[];
}

/** A person by the names to look for. */
export interface Wanted extends Pick<Person, "user"> {
  /** Usernames in place of that of the mapping. */
  usernames?: readonly string[];
}

/**
 * Returns the values by which a person would be found among existing accounts. A field may be sensitive now but not when
 * it was sent, or only in another job, so both the plain form and the fingerprint are included.
 */
export function wantedOf({ user, usernames = [] }: Wanted, secrecy: Secrecy): ValueToFind[] {
  const values = nameFields.map((field): [NameField, string] => [field, textOf(user, field)]);
  return [...values, ...usernames.map((name): [NameField, string] => ["username", name])].flatMap(([field, value]): ValueToFind[] => {
    if (value === "") return [];
    const composed = value.normalize("NFC");
    const cases = [...new Set([value, foldUsername(value), composed.toLowerCase(), composed.toUpperCase()])];
    const id = field === "national_id";
    // The database folds the case of ASCII names, but not reliably of other letters; ids are compared exactly.
    const plain = id || !isAscii(value) ? cases : [foldUsername(value)];
    // For people who left the file long ago, only fingerprints of folded names are kept.
    const folded = [...new Set([foldUsername(value), composed.toLowerCase()])];
    const secret = (id || secrecy.isSensitive(field) ? cases : folded).map((text) => fingerprinted(text, secrecy));
    const sent = [...new Set([...plain, ...secret])].map((text): ValueToFind => ({ field, source: "sent", value: text }));
    const rows = id ? [] : [...new Set([foldUsername(value), comparable(field, foldUsername(value), secrecy)])];
    return [...sent, ...rows.map((text): ValueToFind => ({ field, source: "row", value: text }))];
  });
}

/**
 * Returns whether a joiner may already have an account under another key. A name that the other key replaces in the same
 * file does not make them one person, but its account still has the name in this run.
 */
export function doubtOf(person: Person, possibleDuplicates: readonly DuplicateKey[], secrecy: Secrecy, job: string): Doubt | null {
  const same = possibleDuplicates.filter(isSamePerson);
  const [first] = same.length > 0 ? same : possibleDuplicates;
  if (first === undefined) return null;
  const compared = (same.length > 0 ? same : possibleDuplicates).map((other) => compareRecords(person, other, secrecy));
  if (same.length > 0)
    return { code: "same_person", reason: sameReason(person.key, first, same.length - 1, job), possibleDuplicates: compared };
  return {
    code: "name_in_use",
    reason: fact("operation.name_in_use", { key: first.key, fields: listed(first.agree) }),
    possibleDuplicates: compared,
  };
}

/** Returns whether the other key still has a name of the joiner. */
export function isSamePerson({ agree, replaced }: Pick<DuplicateKey, "agree" | "replaced">): boolean {
  return agree.some((field) => !replaced.includes(field));
}

/** Returns whether the other key's row now has a different value than the joiner; a blank value does not count. */
export function isDiscarded(field: NameField, mine: UserAttributes, theirs: UserAttributes): boolean {
  const now = textOf(theirs, field);
  return now !== "" && foldUsername(now) !== foldUsername(textOf(mine, field));
}

/**
 * Returns whether first and last name both differ from those sent to the account: HR gave the key to another person, or
 * a column shifted. Another spelling (case, accents, spaces) is the same name.
 */
export function isRenamed(user: UserAttributes, sent: SentAttributes | null, secrecy: Secrecy): boolean {
  return ["first_name", "last_name"].every((field) => {
    const now = textOf(user, field);
    const before = sent === null || !Object.hasOwn(sent, field) ? "" : String(sent[field]);
    if (now === "" || before === "") return false;
    // A fingerprint can only be compared exactly.
    return isFingerprint(before) ? before !== fingerprinted(now, secrecy) : normalizeName(before) !== normalizeName(now);
  });
}

function sameReason(key: string, { key: other, userId, agree, inFile }: DuplicateKey, more: number, job: string): Fact {
  const same = { key, other, more, fields: listed(agree) };
  if (userId === null) {
    const command = `rollcall identities list ${shellWord(job)} --unsettled`;
    return inTurn(fact("operation.same_person_unconfirmed", same), fact("operation.same_person_resolve", { command }));
  }
  const link = `rollcall identities link ${shellWord(job)} ${shellWord(key)} ${userId} --from ${shellWord(other)}`;
  const retry = `rollcall identities retry ${shellWord(job)} ${shellWord(key)} --reason "…"`;
  const spellings = unlikeSpellings(key, other);
  return inTurn(
    fact("operation.same_person", { ...same, where: fact(WHERE[inFile], { other }) }),
    fact("operation.same_person_decide", { link, retry }),
    // They look alike, such as an É of one letter and one of two.
    spellings === null ? undefined : fact("operation.keys_look_alike", { here: spellings[0], there: spellings[1] }),
  );
}

const WHERE = {
  absent: "operation.other_not_in_file",
  unread: "operation.other_rejected",
  here: "operation.other_in_file",
  elsewhere: "operation.other_elsewhere",
} as const satisfies Record<DuplicateKey["inFile"], Code>;

/** Fields that show a reviewer whether two records are one human. */
const comparedFields = ["username", "email", "national_id", "first_name", "last_name", "date_of_birth", "employee_id", "department"];

function compareRecords({ user }: Person, { key, userId, agree, record }: DuplicateKey, secrecy: Secrecy): PossibleDuplicate {
  const shown = (field: string, value: string): string | null =>
    value === "" ? null : secrecy.isSensitive(field) || isFingerprint(value) ? HIDDEN : value;
  const records = comparedFields.flatMap((field) => {
    const here = shown(field, textOf(user, field));
    const there = shown(field, Object.hasOwn(record, field) ? String(record[field]) : "");
    return here === null && there === null ? [] : [{ field, here, there }];
  });
  return { key, user_id: userId, fields: agree, records };
}

function listed(fields: readonly NameField[]): Fact[] {
  return fields.map((field) => fact(labels[field], {}));
}

const LETTERS: Readonly<Record<string, string>> = { ß: "ss", æ: "a", œ: "o", ø: "o", ł: "l", đ: "d", ð: "d", ae: "a", oe: "o", ue: "u" };

/** Reduces a name to letters and digits, without case and accents; Müller, Mueller and Muller are one name. */
function normalizeName(name: string): string {
  const letters = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replaceAll(/[ßæœøłđð]|[aou]e/g, (letter) => LETTERS[letter] ?? letter);
  return letters === "" ? name : letters;
}

function isAscii(value: string): boolean {
  return [...value].every((letter) => letter.charCodeAt(0) < 128);
}

function isFingerprint(value: string): boolean {
  return value.startsWith("hmac:");
}

function fingerprinted(value: string, { fingerprint }: Secrecy): string {
  return comparable("", value, { isSensitive: () => true, fingerprint });
}
