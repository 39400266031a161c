import { fact, type Fact } from "../../domain/facts/fact.ts";
import { foldUsername, shownText } from "../../domain/names.ts";
import type { UsernameStep } from "../../domain/explanation.ts";
import type { Person } from "../../domain/person.ts";
import type { Cells, Reject } from "../../domain/record.ts";
import { datesToday } from "../../plan/dates.ts";
import { comparable } from "../../plan/attributes.ts";
import type { PlanResult } from "../../plan/decide.ts";
import { wantedOf } from "../../plan/possible-duplicate.ts";
import type { Session } from "../../session/session.ts";
import { wasRestored } from "../../state/restored.ts";
import {
  clearPlanned,
  nextJoiners,
  nextStoredJoiners,
  ownersOf,
  plannedBetween,
  reservationsOf,
  setPlanned,
  storeJoiners,
  type PlannedUsername,
  type ReservedUsername,
} from "../../store/identities/usernames.ts";
import { findNamed, hasAccounts, listDistinct } from "../../store/people/possible-duplicates.ts";
import type { UniqueUsername } from "../../mapping/compiled.ts";
import { cellsOf } from "./plan-writer.ts";

const PORTION = 2000;
/** Usernames of each person that are looked up before they are needed, and at a time if these are taken. */
const AHEAD = 2;
const AT_A_TIME = 20;

/** Who has a username. */
interface Owner {
  key: string;
  how: "linked" | "reserved";
  /** It has an account that may be active, and is not in the file: it may be the same person under an earlier key. */
  left: boolean;
}

/** The username of a joiner, and how it was found. */
export interface UsernameChoice {
  /** `null`: there is none, as `reject` says. */
  username: string | null;
  reject: Omit<Reject, "row"> | null;
  steps: UsernameStep[];
  /** Usernames whose owner may be the same person. */
  doubts: string[];
  /** The key without an account that has an earlier one, where the person may have had it before a restore. */
  waitsFor: string | null;
}

type Names = Generator<string, Omit<Reject, "row">>;

/** Gives usernames in the plan of a run. @param returning accounts of people who will be linked before */
export function usernamePlanner(session: Session, run: string, today: string, returning: ReadonlyMap<string, string> | undefined) {
  const { state, job, mapping } = session;
  const { account } = job.service;
  const { usernames } = mapping;

  /** Gives every joiner of the run a username, in the order of their keys. */
  async function start(): Promise<void> {
    if (usernames === null) return;
    await list(usernames);
    const chooser = await usernameChooser(session, run);
    for (let after: string | null = null; ;) {
      const joiners = await nextStoredJoiners(state.db, { run, after, limit: PORTION });
      const last = joiners.at(-1);
      if (last === undefined) return;
      after = last.key;
      await chooser.next(joiners.map(({ key, cells }) => ({ key, names: usernames.names(cellsOf(cells)) })));
      const planned: (PlannedUsername & { key: string })[] = [];
      for (const { key } of joiners) planned.push({ key, ...plannedOf(await chooser.choose(key)) });
      await setPlanned(state.db, run, planned);
      session.stop.throwIfAborted();
    }
  }

  /** Stores who gets a username: rows are read in file order, and names are given in that of the keys. */
  async function list({ places }: UniqueUsername): Promise<void> {
    await clearPlanned(state.db, run);
    const except = [...(returning?.keys() ?? [])];
    for (let afterRow = 0; ;) {
      const rows = await nextJoiners(state.db, { run, job: job.name, account, except, afterRow, limit: PORTION });
      const last = rows.at(-1);
      if (last === undefined) return;
      afterRow = last.row;
      const joiners = rows.filter(({ row, cells }) => {
        const mapped = mapping.map(row, cellsOf(cells));
        return "person" in mapped && joins(mapped.person, today);
      });
      const needed = (cells: readonly (string | null)[]) => cells.map((cell, place) => (places.includes(place) ? cell : null));
      await storeJoiners(
        state.db,
        run,
        joiners.map(({ row, key, cells }) => ({ row, key, cells: needed(cells) })),
      );
      session.stop.throwIfAborted();
    }
  }

  return {
    start,
    /** Returns the usernames of the joiners among some rows, by row. */
    of: async (rows: readonly { row: number }[]): Promise<ReadonlyMap<number, PlannedUsername>> => {
      const [first, last] = [rows[0], rows.at(-1)];
      if (usernames === null || first === undefined || last === undefined) return new Map();
      return plannedBetween(state.db, run, first.row, last.row);
    },
  };
}

/** Returns the username that one person would get; `null` if there would be no new account. */
export async function usernameFor(session: Session, person: Person, cells: Cells, today: string): Promise<UsernameChoice | null> {
  const { usernames } = session.mapping;
  if (usernames === null || !joins(person, today)) return null;
  const chooser = await usernameChooser(session, "");
  await chooser.next([{ key: person.key, names: usernames.names(cells) }]);
  return chooser.choose(person.key);
}

/** Returns a joiner with the planned username. */
export function withUsername(person: Person, { username, detail }: { username: string | null; detail: PlannedUsername["detail"] }): Person {
  if (username === null) return person;
  const notes = detail.note === undefined ? person.notes : [...person.notes, { column: null, code: "username_taken", fact: detail.note }];
  return { ...person, onCreate: { ...person.onCreate, username }, notes };
}

/** Blocks a create whose username has to wait. */
export function withHold(result: PlanResult, planned: PlannedUsername | undefined): PlanResult {
  const reason = planned?.detail.hold;
  if (reason === undefined || result.outcome !== "create") return result;
  return { ...result, outcome: "held", code: "state_restored", reason, payload: {}, desired: [], gains: [] };
}

/** Returns whether the plan may create an account for a person without one. */
function joins(person: Person, today: string): boolean {
  const { active, notDue, unknown } = datesToday(person, today);
  return person.scope === undefined && unknown === null && notDue === null && active !== false && active !== "unknown";
}

function plannedOf({ username, reject, steps, doubts, waitsFor }: UsernameChoice): PlannedUsername {
  const taken = steps[0];
  const note = username === null || taken === undefined || taken.username === username ? undefined : noteOf(taken, username);
  return {
    username,
    detail: {
      ...(reject === null ? {} : { reject }),
      ...(doubts.length === 0 ? {} : { doubts }),
      ...(waitsFor === null ? {} : { hold: fact("operation.username_waits", { key: waitsFor }) }),
      ...(note === undefined ? {} : { note }),
    },
  };
}

function noteOf({ username: taken, key, state }: UsernameStep, username: string): Fact {
  const used = { name: shownText(taken), other: shownText(username) };
  if (state === "refused") return fact("username.refused", used);
  // A pseudonym of an erased person.
  if (key === null || key.startsWith(" ")) return fact("username.of_erased", used);
  return fact("username.of_key", { ...used, key });
}

/** Chooses usernames. Asks the database for many at once. */
async function usernameChooser(session: Session, run: string) {
  const { state, job, mapping, secrecy } = session;
  const { account } = job.service;
  // Where creates may have been lost, a name may be that of an account of the same person.
  const restored = await wasRestored(state.db);
  const triesNext = mapping.usernames?.onTaken === "next" && !restored;
  const anyAccounts = await hasAccounts(state.db, account);
  let owners = new Map<string, Owner[]>();
  let people = new Map<string, { names: ReturnType<typeof buffered>; own: ReservedUsername[] }>();
  let distinct = new Set<string>();

  async function lookUp(usernames: readonly string[]): Promise<void> {
    const asked = new Map<string, Set<string>>();
    const wanted = new Map<string, ReturnType<typeof wantedOf>[number]>();
    const ask = (value: string, name: string): void => void asked.set(value, (asked.get(value) ?? new Set()).add(name));
    for (const username of usernames) {
      const name = foldUsername(username);
      if (owners.has(name)) continue;
      owners.set(name, []);
      ask(name, name);
      // Of people who were erased or left long ago, only the fingerprint is known.
      ask(comparable("", name, { ...secrecy, isSensitive: () => true }), name);
      for (const one of wantedOf({ user: { username } }, secrecy)) {
        wanted.set(`${one.source} ${one.value}`, one);
        ask(one.value, name);
      }
    }
    if (asked.size === 0) return;
    const add = (value: string, owner: Owner): void => {
      for (const name of asked.get(value) ?? []) owners.get(name)?.push(owner);
    };
    for (const { name, key } of await ownersOf(state.db, { account, run }, [...asked.keys()]))
      add(name, { key, how: "reserved", left: false });
    const named = anyAccounts ? await findNamed(state.db, { run, job: job.name, account }, [...wanted.values()]) : [];
    for (const { value, key, active, row_status: status, elsewhere } of named)
      add(value, { key, how: "linked", left: status === null && !elsewhere && active !== false });
  }

  return {
    /** Prepares the next people. */
    async next(joiners: readonly { key: string; names: Names }[]): Promise<void> {
      owners = new Map();
      const keys = joiners.map(({ key }) => key);
      const own = Map.groupBy(await reservationsOf(state.db, account, keys), ({ key }) => key);
      people = new Map(joiners.map(({ key, names }) => [key, { names: buffered(names), own: own.get(key) ?? [] }]));
      const pairs = keys.length === 0 ? [] : await listDistinct(state.db, account, keys);
      distinct = new Set(pairs.flatMap(({ key, other_key: other }) => [JSON.stringify([key, other]), JSON.stringify([other, key])]));
      await lookUp([...people.values()].flatMap(({ names }) => names.first(AHEAD)));
    },

    /** Chooses the username of one of them. Its choice counts for those after it. */
    async choose(key: string): Promise<UsernameChoice> {
      const joiner = people.get(key);
      if (joiner === undefined) throw new Error("the joiner was not prepared");
      const { names, own } = joiner;
      const kept = keptOf(own, names, triesNext);
      const steps: UsernameStep[] = [];
      const doubts: string[] = [];
      let waitsFor: string | null = null;
      const end = (username: string | null, how: "free" | "kept", reject: UsernameChoice["reject"] = null): UsernameChoice => {
        if (username !== null) steps.push({ username, state: how, key: how === "kept" ? key : null });
        return { username, reject, steps, doubts, waitsFor };
      };
      // A kept name does not prove another person: the owners of the names before it are checked each time.
      for (let index = 0; ; index += 1) {
        const username = names.at(index);
        if (typeof username !== "string") return end(kept, "kept", kept === null ? username : null);
        if (kept !== null && foldUsername(kept) === foldUsername(username)) return end(kept, "kept");
        if (!owners.has(foldUsername(username))) await lookUp(names.first(index + AT_A_TIME).slice(index));
        const known = owners.get(foldUsername(username)) ?? [];
        const others = known.filter((owner) => owner.key !== key);
        const refused = own.some((one) => one.name === foldUsername(username) && one.refused_at !== null && triesNext);
        const [owner] = others.toSorted((a, b) => a.how.localeCompare(b.how));
        if (owner === undefined && kept !== null) continue;
        if (owner === undefined && !refused) {
          known.push({ key, how: "reserved", left: false });
          owners.set(foldUsername(username), known);
          return end(username, "free");
        }
        if (others.some((other) => other.left && !distinct.has(JSON.stringify([key, other.key])))) doubts.push(username);
        if (restored && owner?.how === "reserved" && !owner.key.startsWith(" ")) waitsFor ??= owner.key;
        steps.push({ username, state: owner?.how ?? "refused", key: owner?.key ?? null });
      }
    },
  };
}

/**
 * Returns the reserved username that a key keeps; `null` if it has none. One that a create of unknown outcome named is
 * kept in any case (I2), any other as long as the mapping still gives it.
 */
function keptOf(own: readonly ReservedUsername[], names: ReturnType<typeof buffered>, triesNext: boolean): string | null {
  const latest = own.toReversed().filter(({ username }) => username !== null);
  const pinned = latest.find((one) => one.pinned);
  if (pinned !== undefined) return pinned.username;
  if (latest.length === 0) return null;
  const possible = new Set(names.first(Number.POSITIVE_INFINITY).map(foldUsername));
  return latest.find(({ name, refused_at: refused }) => possible.has(name) && !(refused !== null && triesNext))?.username ?? null;
}

/** Reads usernames only as far as they are needed. */
function buffered(names: Names) {
  const list: string[] = [];
  let end: Omit<Reject, "row"> | null = null;
  const read = (count: number): void => {
    while (list.length < count && end === null) {
      const next = names.next();
      if (next.done === true) end = next.value;
      else list.push(next.value);
    }
  };
  return {
    first(count: number): string[] {
      read(count);
      return list.slice(0, count);
    },
    at(index: number): string | Omit<Reject, "row"> | null {
      read(index + 1);
      return list[index] ?? end;
    },
  };
}
