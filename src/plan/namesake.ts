import type { Person, UserAttributes } from "../model/person.ts";
import { textOf } from "../model/person.ts";
import { shellWord } from "../model/shell.ts";
import { comparable, type Secrecy, type SentAttributes } from "./attributes.ts";

/** What tells one human from another, whatever key HR gives them. */
export type NameField = "username" | "email" | "national_id";

const nameFields: readonly NameField[] = ["username", "email", "national_id"];
const inWords: Record<NameField, string> = { username: "username", email: "e-mail address", national_id: "national id" };

/** One value to look for among the accounts that are linked already. */
export interface Wanted {
  field: NameField;
  /** `sent`: as `link.sent` remembers it. `row`: as the last row of a linked key has it. */
  source: "sent" | "row";
  value: string;
}

/** A person whose account, or unsettled create, has a name of somebody who is to get an account. */
export interface Namesake {
  key: string;
  /** `null`: there is no link, only a create that nobody knows the outcome of. */
  userId: string | null;
  active: boolean | null;
  agree: readonly NameField[];
  /** Of these the ones that tonight's row of this key gives up: another value stands there now. */
  givesUp: readonly NameField[];
  /** How the key stands in tonight's file; `unread`: its row was rejected; `elsewhere`: only another job's file has it. */
  tonight: "here" | "absent" | "unread" | "elsewhere";
  /** What its account was told, or what its last row said where it was told nothing. */
  record: SentAttributes;
}

/** One namesake beside the person who is to get an account, for reports and for `rollcall identities`. */
export interface Alike {
  key: string;
  user_id: string | null;
  fields: readonly NameField[];
  /** Both records, field by field; sensitive values are not shown. */
  records: { field: string; here: string | null; there: string | null }[];
}

/** Why somebody gets no account tonight. */
export interface Doubt {
  code: "same_person" | "name_in_use";
  reason: string;
  alike: Alike[];
}

/** How usernames and e-mail addresses are compared. */
export function foldName(value: string): string {
  return value.normalize("NFC").toLowerCase();
}

/**
 * Everything by which a person would be found among the accounts that exist. A national id may have become sensitive,
 * or ceased to be, since an account was told: both forms are looked for. So are the other names in rows, which another job may have in the other form.
 */
export function wantedOf({ user }: Person, secrecy: Secrecy): Wanted[] {
  return nameFields.flatMap((field): Wanted[] => {
    const value = textOf(user, field);
    if (value === "") return [];
    const cases = [...new Set([value, foldName(value), value.normalize("NFC").toUpperCase()])];
    const id = field === "national_id";
    // The database folds ASCII in names by itself, of other letters not all of them do, and ids are compared as they are.
    const plain = id || !isAscii(value) ? cases : [foldName(value)];
    // Of an account whose person left the file long ago nothing but fingerprints of its folded names is kept.
    const secret = (id || secrecy.isSensitive(field) ? cases : [foldName(value)]).map((text) => fingerprinted(text, secrecy));
    const sent = [...new Set([...plain, ...secret])].map((text): Wanted => ({ field, source: "sent", value: text }));
    const rows = id ? [] : [...new Set([foldName(value), comparable(field, foldName(value), secrecy)])];
    return [...sent, ...rows.map((text): Wanted => ({ field, source: "row", value: text }))];
  });
}

/**
 * Whether somebody who is to get an account may have one already, under another key. A name that the other key gives
 * up in the same file is no doubt about who is who, but its account still has it tonight.
 */
export function doubtOf(person: Person, namesakes: readonly Namesake[], secrecy: Secrecy, job: string): Doubt | null {
  const same = namesakes.filter(({ agree, givesUp }) => agree.some((field) => !givesUp.includes(field)));
  const [first] = same.length > 0 ? same : namesakes;
  if (first === undefined) return null;
  const alike = (same.length > 0 ? same : namesakes).map((namesake) => besides(person, namesake, secrecy));
  if (same.length > 0) return { code: "same_person", reason: sameReason(person.key, first, same.length - 1, job), alike };
  const names = listed(first.agree);
  return {
    code: "name_in_use",
    reason: `Key ${first.key} has given up this ${names} in the same file, but its account still has it: the service would refuse it. The account is made in the next run, once the other one is renamed.`,
    alike,
  };
}

/** Whether a value that the other key's row has tonight is another one than the joiner's; nothing said is nothing given up. */
export function isGivenUp(field: NameField, mine: UserAttributes, theirs: UserAttributes): boolean {
  const now = textOf(theirs, field);
  return now !== "" && foldName(now) !== foldName(textOf(mine, field));
}

/**
 * Whether first and last name both become others than those that the account was told: a key that HR gave to somebody
 * else, or a column that slipped. Another spelling (case, accents, blanks) is the same name.
 */
export function isRenamed(user: UserAttributes, sent: SentAttributes | null, secrecy: Secrecy): boolean {
  return ["first_name", "last_name"].every((field) => {
    const now = textOf(user, field);
    const before = sent === null || !Object.hasOwn(sent, field) ? "" : String(sent[field]);
    if (now === "" || before === "") return false;
    // Of a fingerprint nobody can say how it was spelled.
    return isFingerprint(before) ? before !== fingerprinted(now, secrecy) : spelled(before) !== spelled(now);
  });
}

function sameReason(key: string, { key: other, userId, agree, tonight }: Namesake, more: number, job: string): string {
  const others = more === 0 ? "" : ` (and ${more} more)`;
  const names = listed(agree);
  if (userId === null) {
    return (
      `Same person? A create for key ${other}${others}, whose outcome nobody knows, has the same ${names} as key ${key}. ` +
      `Settle that one first: \`rollcall identities list ${shellWord(job)} --unsettled\`.`
    );
  }
  const where = {
    absent: "does not stand in this file",
    unread: "stands in this file with a row that was rejected",
    here: "stands in this file too",
    elsewhere: "stands in the file of another job",
  };
  return (
    `Same person? The account of key ${other}${others} has the same ${names} as key ${key}, and ${other} ${where[tonight]}. ` +
    `If they are one person: \`rollcall identities link ${shellWord(job)} ${shellWord(key)} ${userId} --from ${shellWord(other)}\`; ` +
    `if they are two: \`rollcall identities retry ${shellWord(job)} ${shellWord(key)} --reason "…"\`.`
  );
}

/** Fields by which a person sees whether two records are one human. */
const telling = ["username", "email", "national_id", "first_name", "last_name", "date_of_birth", "employee_id", "department"];
const hidden = "(not shown)";

function besides({ user }: Person, { key, userId, agree, record }: Namesake, secrecy: Secrecy): Alike {
  const shown = (field: string, value: string): string | null =>
    value === "" ? null : secrecy.isSensitive(field) || isFingerprint(value) ? hidden : value;
  const records = telling.flatMap((field) => {
    const here = shown(field, textOf(user, field));
    const there = shown(field, Object.hasOwn(record, field) ? String(record[field]) : "");
    return here === null && there === null ? [] : [{ field, here, there }];
  });
  return { key, user_id: userId, fields: agree, records };
}

function listed(fields: readonly NameField[]): string {
  const words = fields.map((field) => inWords[field]);
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}

/** Letters and digits without case and marks. */
function spelled(name: string): string {
  const letters = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
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
