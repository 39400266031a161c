import { personName, seenName } from "../domain/names.ts";
import { listTokens, type ApiToken } from "../store/console/api-tokens.ts";
import type { PossibleActors } from "../store/schema/values.ts";
import type { Db } from "../store/schema/tables.ts";
import { listUserAccess, listUsers, type ConsoleUser, type UserAccess } from "../store/console/users.ts";

export type { PossibleActors } from "../store/schema/values.ts";

/** How the name of an actor is proven. */
export type Proof = "password" | "oidc" | "link" | "token";

/** The way in which a user or a token was created. Only a user's session names a person. */
export type MadeVia = "session" | "link" | "cli";

/** A person who approves or starts a run. */
export interface Acting {
  name: string;
  /** Missing: nothing proves the name. */
  proof?: Proof;
}

/** Returns the way in which a person creates users and tokens; a one-time link identifies no person. */
export function madeVia({ proof }: { proof: Proof }): MadeVia {
  return proof === "link" ? "link" : "session";
}

/** The overlap of two sets of people: `same` names a person in both, `perhaps` means that one is possible. */
export type Relation = { kind: "apart" } | { kind: "same"; who: string } | { kind: "perhaps" };

/** A snapshot of users and tokens: which people can act as which. */
export interface Access {
  /**
   * Returns all people who may be acting: the user, other accounts of the same person, creators of the token and the user,
   * people who set its password, and so on.
   */
  actorsOf(acting: Acting): PossibleActors;
  relation(one: PossibleActors, other: PossibleActors): Relation;
  /** Users who can decide removals, each with the people who may be behind them. */
  reviewers: readonly { name: string; people: PossibleActors }[];
}

/** Reads users, tokens and their creators. */
export async function readAccess(db: Db): Promise<Access> {
  const [users, entries, tokens] = [await listUsers(db), await listUserAccess(db), await listTokens(db)];
  return accessOf(users, entries, tokens);
}

function accessOf(users: readonly ConsoleUser[], entries: readonly UserAccess[], tokens: readonly ApiToken[]): Access {
  const usersOf = Map.groupBy(users, ({ name }) => personName(name));
  const accountsOf = sameOwner(users);
  const entriesOf = Map.groupBy(entries, ({ user_name: name }) => name);
  const tokensOf = Map.groupBy(tokens, ({ name }) => personName(name));
  const admins = new Set(users.filter(({ role, was_admin: was }) => was || role === "admin").map(({ name }) => personName(name)));

  const actorsOf = ({ name, proof }: Acting): PossibleActors => {
    const people = new Map<string, string>();
    let anyAdmin = proof === undefined || proof === "link";
    const add = (one: string): void => {
      if (people.has(personName(one))) return;
      people.set(personName(one), one);
      for (const user of usersOf.get(personName(one)) ?? []) {
        addMakers(user);
        for (const { name: other } of accountsOf(user)) add(other);
      }
    };
    const addMakers = ({ name: user, source }: ConsoleUser): void => {
      const made = entriesOf.get(user) ?? [];
      // The creator of an older local user is not stored: it may be any administrator.
      if (source === "local" && !made.some(({ what }) => what === "created")) anyAdmin = true;
      for (const { by_name: by, via } of made) addMaker(by, via);
    };
    const addMaker = (by: string, via: string | null): void => {
      if (via !== "session") anyAdmin = true;
      add(by);
    };
    add(name);
    // An unproven name may have been a token's.
    if (proof === "token" || proof === undefined)
      for (const token of tokensOf.get(personName(name)) ?? []) addMaker(token.created_by, token.created_via);
    return { names: [...people.values()], any_admin: anyAdmin };
  };

  const hasAdmin = ({ names }: PossibleActors): boolean => names.some((name) => admins.has(personName(name)));
  const mayBe = (one: PossibleActors, other: PossibleActors): boolean => one.any_admin && (other.any_admin || hasAdmin(other));
  const relation = (one: PossibleActors, other: PossibleActors): Relation => {
    const theirs = new Set(other.names.map(personName));
    const who = one.names.find((name) => theirs.has(personName(name)));
    if (who !== undefined) return { kind: "same", who };
    return mayBe(one, other) || mayBe(other, one) ? { kind: "perhaps" } : { kind: "apart" };
  };

  const reviewers = users
    .filter(({ disabled_at: disabled, role }) => disabled === null && role !== "viewer")
    .map(({ name, source }) => ({ name, people: actorsOf({ name, proof: source === "oidc" ? "oidc" : "password" }) }));
  return { actorsOf, relation, reviewers };
}

/** A mark of this form is added to a user name of the identity provider that another user has. */
const MARKED_NAME = /\+[0-9a-f]{12}$/;

/**
 * Returns a search for the accounts that one person may have: those with the same e-mail address, and a user of the
 * identity provider whose name was taken. An address that several people share makes them one; that only asks for more approvals.
 */
function sameOwner(users: readonly ConsoleUser[]): (user: ConsoleUser) => ConsoleUser[] {
  const marksOf = ({ name, email, source }: ConsoleUser): string[] => {
    const plain = source === "oidc" ? name.replace(MARKED_NAME, "") : name;
    return [...new Set([plain, email ?? ""].map((text) => seenName(text)).filter((text) => text !== ""))];
  };
  const byMark = Map.groupBy(
    users.flatMap((user) => marksOf(user).map((mark) => ({ mark, user }))),
    ({ mark }) => mark,
  );
  return (user) => marksOf(user).flatMap((mark) => (byMark.get(mark) ?? []).map((found) => found.user));
}

/** Returns the people who may be behind a current actor. */
export async function possibleActors(db: Db, acting: Acting): Promise<PossibleActors> {
  return (await readAccess(db)).actorsOf(acting);
}

/** Returns the stored people of an approval or a start; for an older one, everyone its name allows. */
export function storedPeople(access: Access, name: string, stored: PossibleActors | null): PossibleActors {
  return stored ?? access.actorsOf({ name });
}
