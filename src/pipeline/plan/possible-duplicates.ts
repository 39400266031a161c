import { foldUsername } from "../../domain/names.ts";
import { textOf, type Person, type UserAttributes } from "../../domain/person.ts";
import { updatedUsername } from "../../plan/account-names.ts";
import { comparable, type Secrecy, type SentAttributes } from "../../plan/attributes.ts";
import {
  isDiscarded,
  isRenamed,
  wantedOf,
  type DuplicateKey,
  type NameField,
  type ValueToFind,
  type Wanted,
} from "../../plan/possible-duplicate.ts";
import { findNamed, hasAccounts, listDistinct, type NamedPerson, type NamedAddress } from "../../store/people/possible-duplicates.ts";
import type { Session } from "../../session/session.ts";
import { cellsOf } from "./plan-writer.ts";

type Named = Pick<Person, "key"> & Wanted;
/** Whether a match counts. `distinct`: pairs of keys that a person declared to be two people. */
type Counts = (person: Named, hit: NamedPerson, distinct: ReadonlySet<string>) => boolean;

/**
 * Returns a lookup of people who already have the username, e-mail address or national id of a joiner. A leaver counts by
 * the names of their account, and by others in their row only if the first or last name is the same, too. So does an
 * address that people may share.
 */
export function duplicateFinder(session: Session, run: string) {
  return nameFinder(
    session,
    run,
    (person, hit, distinct) =>
      !distinct.has(pairOf(person.key, hit.key)) &&
      !((hit.leaver || isShared(session, hit)) && isRenamed(person.user, hit.sent, session.secrecy)),
  );
}

/** Returns a lookup of the key whose account has, and keeps, the new username of another person with an account. */
export function usernameHolderFinder(session: Session, run: string) {
  const find = nameFinder(session, run, (_, hit) => !hit.leaver);
  return async (people: readonly { person: Person; sent: SentAttributes | null }[]): Promise<ReadonlyMap<string, string>> => {
    const changed = people.flatMap(({ person, sent }) => {
      const username = updatedUsername(person);
      return username === "" || comparable("username", username, session.secrecy) === sent?.["username"]
        ? []
        : [{ key: person.key, user: { username } }];
    });
    const holders = [...(await find(changed))].flatMap(([key, others]): [string, string][] => {
      // One who gives the username up in this plan does not keep it.
      const holder = others.find(({ replaced }) => !replaced.includes("username"));
      return holder === undefined ? [] : [[key, holder.key]];
    });
    return new Map(holders);
  };
}

function nameFinder(session: Session, run: string, counts: Counts) {
  const { state, job, secrecy } = session;
  const { account } = job.service;
  let anyAccounts: Promise<boolean> | null = null;

  /** Returns the others by the person's key, with two queries for all people and none if there are no accounts. */
  return async (people: readonly Named[]): Promise<ReadonlyMap<string, DuplicateKey[]>> => {
    const found = new Map<string, DuplicateKey[]>();
    if (people.length === 0 || !(await (anyAccounts ??= hasAccounts(state.db, account)))) return found;
    const wanted = new Map(people.map((person) => [person, wantedOf(person, secrecy)]));
    // More accounts may have a shared address than are looked at, but not with the same name.
    const mayShare = session.mapping.sharedAddress !== null;
    const namedAddresses = new Map(
      [...wanted].map(([person, values]) => [person, mayShare ? namedAddressesOf(person.user, values, secrecy) : []]),
    );
    const named = await findNamed(
      state.db,
      { run, job: job.name, account },
      [...wanted.values()].flat(),
      [...namedAddresses.values()].flat(),
    );
    if (named.length === 0) return found;
    const keys = people.map(({ key }) => key);
    const pairs = await listDistinct(state.db, account, keys);
    const distinct = new Set(pairs.flatMap(({ key, other_key: other }) => [pairOf(key, other), pairOf(other, key)]));
    const owners = Map.groupBy(named, nameOf);
    for (const [person, values] of wanted) {
      const theirs = [...values, ...(namedAddresses.get(person) ?? [])].flatMap((value) => owners.get(nameOf(value)) ?? []);
      const others = Map.groupBy(
        theirs.filter((hit) => hit.key !== person.key && counts(person, hit, distinct)),
        ({ key }) => key,
      );
      if (others.size > 0)
        found.set(
          person.key,
          [...others.values()].map((hits) => duplicateOf(session, person, hits)),
        );
    }
    return found;
  };
}

function namedAddressesOf(user: UserAttributes, values: readonly ValueToFind[], secrecy: Secrecy): NamedAddress[] {
  const [first = "", last = ""] = ["first_name", "last_name"].map((field) => comparable(field, textOf(user, field), secrecy));
  if (first === "" || last === "") return [];
  return values.flatMap(({ field, source, value: email }) =>
    field === "email" && source === "sent" ? [{ field, source, value: JSON.stringify([email, first, last]), email, first, last }] : [],
  );
}

function isShared({ mapping }: Session, { field }: NamedPerson): boolean {
  return field === "email" && mapping.sharedAddress !== null;
}

function nameOf({ field, source, value }: { field: string; source: string; value: string }): string {
  return `${field} ${source} ${value}`;
}

function pairOf(key: string, other: string): string {
  return JSON.stringify([key, other]);
}

/** Combines all matches of one other person. */
function duplicateOf({ mapping, secrecy }: Session, person: Named, hits: readonly NamedPerson[]): DuplicateKey {
  const [hit] = hits;
  if (hit === undefined) throw new Error("no match was found");
  const agree = [...new Set(hits.map(({ field }) => field))];
  const { key, user_id: userId, active, sent, username, email, row_status: rowStatus, elsewhere } = hit;
  // Only the fingerprint of a sensitive value is known, which is enough to compare it with the joiner's.
  const plain = (field: string, value: string): string => {
    const mine = textOf(person.user, field);
    return value === comparable(field, foldUsername(mine), secrecy) ? mine : value;
  };
  const known = {
    ...(username === null ? {} : { username: plain("username", username) }),
    ...(email === null ? {} : { email: plain("email", email) }),
  };
  // An account of which nothing else is known has at least the names that were found.
  const names = hits.filter(({ field }) => field !== "national_id").map(({ field, value }) => [field, plain(field, value)]);
  const inFile = rowStatus === null ? (elsewhere ? "elsewhere" : "absent") : rowStatus === "use" ? "here" : "unread";
  return { key, userId, active, agree, replaced: replacedFields(), inFile, record: sent ?? { ...Object.fromEntries(names), ...known } };

  function replacedFields(): NameField[] {
    // A deactivated account may get no update in this run, so its old name may stay. That of a leaver stays in any case.
    if (inFile !== "here" || userId === null || active === false || hit?.leaves === true) return [];
    const mapped = hit?.cells == null ? null : mapping.map(0, cellsOf(hit.cells));
    const now = mapped === null ? known : "person" in mapped ? mapped.person.user : {};
    return agree.filter((field) => isDiscarded(field, person.user, now));
  }
}
