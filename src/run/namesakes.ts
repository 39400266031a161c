import { textOf, type Person } from "../model/person.ts";
import { comparable } from "../plan/attributes.ts";
import { foldName, isGivenUp, wantedOf, type Namesake, type NameField } from "../plan/namesake.ts";
import { findNamed, hasAccounts, listDistinct, type NamedPerson } from "../store/namesakes.ts";
import type { Session } from "./session.ts";
import { cellsOf } from "./writer.ts";

/** Finds who has the username, e-mail address or national id of people who are to get an account. */
export function namesakeFinder(session: Session, run: string) {
  const { state, job, secrecy } = session;
  const { account } = job.service;
  let anybody: Promise<boolean> | null = null;

  /** Namesakes by the key of the joiner; two queries for all of them together, and none where nobody has an account. */
  return async (joiners: readonly Person[]): Promise<ReadonlyMap<string, Namesake[]>> => {
    const found = new Map<string, Namesake[]>();
    if (joiners.length === 0 || !(await (anybody ??= hasAccounts(state.db, account)))) return found;
    const wanted = new Map(joiners.map((person) => [person, wantedOf(person, secrecy)]));
    const named = await findNamed(state.db, { run, job: job.name, account }, [...wanted.values()].flat());
    if (named.length === 0) return found;
    const keys = joiners.map(({ key }) => key);
    const pairs = await listDistinct(state.db, account, keys);
    const distinct = new Set(pairs.flatMap(({ key, other_key: other }) => [pairOf(key, other), pairOf(other, key)]));
    const owners = Map.groupBy(named, nameOf);
    for (const [person, values] of wanted) {
      const theirs = values.flatMap((value) => owners.get(nameOf(value)) ?? []);
      const others = Map.groupBy(
        theirs.filter(({ key }) => key !== person.key && !distinct.has(pairOf(person.key, key))),
        ({ key }) => key,
      );
      if (others.size > 0)
        found.set(
          person.key,
          [...others.values()].map((hits) => namesakeOf(session, person, hits)),
        );
    }
    return found;
  };
}

function nameOf({ field, source, value }: { field: string; source: string; value: string }): string {
  return `${field} ${source} ${value}`;
}

function pairOf(key: string, other: string): string {
  return JSON.stringify([key, other]);
}

/** One other person, by all the names that were found. */
function namesakeOf({ mapping, secrecy }: Session, person: Person, hits: readonly NamedPerson[]): Namesake {
  const [hit] = hits;
  if (hit === undefined) throw new Error("nobody was found");
  const agree = [...new Set(hits.map(({ field }) => field))];
  const { key, user_id: userId, active, sent, username, email, fate, elsewhere } = hit;
  // A sensitive one is known by its fingerprint only: whether it is the joiner's can be told, and that will do.
  const plain = (field: string, value: string): string => {
    const mine = textOf(person.user, field);
    return value === comparable(field, foldName(mine), secrecy) ? mine : value;
  };
  const known = {
    ...(username === null ? {} : { username: plain("username", username) }),
    ...(email === null ? {} : { email: plain("email", email) }),
  };
  const tonight = fate === null ? (elsewhere ? "elsewhere" : "absent") : fate === "use" ? "here" : "unread";
  return { key, userId, active, agree, givesUp: givenUp(), tonight, record: sent ?? known };

  function givenUp(): NameField[] {
    // Of an account that was switched off nobody knows whether it will be told anything tonight.
    if (tonight !== "here" || userId === null || active === false) return [];
    const mapped = hit?.cells == null ? null : mapping.map(0, cellsOf(hit.cells));
    const now = mapped === null ? known : "person" in mapped ? mapped.person.user : {};
    return agree.filter((field) => isGivenUp(field, person.user, now));
  }
}
