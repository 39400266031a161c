import { fact } from "../../domain/facts/fact.ts";
import { textOf } from "../../domain/person.ts";
import { nextNewcomers } from "../../store/people/people.ts";
import { datesToday } from "../../plan/dates.ts";
import { todayOf, type Session } from "../../session/session.ts";
import type { CountedNote } from "../extract/notes.ts";
import { duplicateFinder } from "./possible-duplicates.ts";
import { cellsOf } from "./plan-writer.ts";

const PORTION = 2000;

type Owns = (key: string) => boolean;

/**
 * Returns whether a rejected row under a new key may belong to the person of a key that is missing from the file: one of
 * their names is the same, or a name of the row can't be read (I5).
 */
export async function rejectedNewcomers(session: Session, run: string): Promise<Owns> {
  return newcomers(session, run, true);
}

/**
 * Returns whether a row under a new key that is out of scope, not due or not in the pilot may belong to the person of a
 * missing key: one of their names is the same.
 */
export async function unplannedNewcomers(session: Session, run: string, pilot: boolean): Promise<Owns> {
  return session.mapping.scope === null && !session.mapping.dated && !pilot ? () => false : newcomers(session, run, false);
}

async function newcomers(session: Session, run: string, rejected: boolean): Promise<Owns> {
  const { state, job, mapping } = session;
  const at = { run, job: job.name, account: job.service.account, limit: PORTION, rejected };
  const today = todayOf(session);
  const names = mapping.usernames === null ? ["username", "email"] : ["email"];
  const findDuplicates = duplicateFinder(session, run);
  const found = new Set<string>();
  for (let afterRow = 0; ;) {
    const rows = await nextNewcomers(state.db, { ...at, afterRow });
    const last = rows.at(-1);
    if (last === undefined) return (key) => found.has(key);
    afterRow = last.row;
    const people = rows.flatMap(({ row, key, cells }) => {
      const mapped = mapping.map(row, cellsOf(cells));
      if (!("person" in mapped)) return [{ key, user: mapped.user }];
      const { active, notDue } = datesToday(mapped.person, today);
      const hasLeft = !rejected && active === false && notDue === null;
      return hasLeft ? [] : [{ key, user: mapped.person.user }];
    });
    if (rejected && people.some(({ user }) => names.some((name) => textOf(user, name) === ""))) return () => true;
    for (const others of (await findDuplicates(people)).values()) for (const { key } of others) found.add(key);
  }
}

/** Returns the notes on people who stay active because of rows under a new key. @param people how many, by kind of row */
export function notesOfSpared({ rejected, unplanned, pilot }: { rejected: number; unplanned: number; pilot: boolean }): CountedNote[] {
  return [
    { code: "missing_or_rejected", people: rejected, as: "absent.perhaps_rejected" as const },
    {
      code: "missing_or_unplanned",
      people: unplanned,
      as: pilot ? ("absent.perhaps_not_in_pilot" as const) : ("absent.perhaps_unplanned" as const),
    },
  ].flatMap(({ code, people, as }) => (people === 0 ? [] : [{ code, column: null, fact: fact(as, { people }), rows: 0, examples: [] }]));
}
