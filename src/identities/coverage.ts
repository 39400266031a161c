import type { SortedIdentities } from "./employee-keys.ts";
import { join } from "node:path";
import { fact, type Fact } from "../domain/facts/fact.ts";
import { Problem, UsageProblem } from "../domain/problem.ts";
import { openJobSource } from "../source/job-source.ts";
import {
  addKeys,
  countExpected,
  countKeys,
  findRemaining,
  clearExpectedKeys,
  takeAcceptedKeys,
  type Counted,
} from "../store/identities/intent-pages.ts";
import type { Service, Session } from "../session/session.ts";

/** The people and accounts that an import would leave without a link. `null` if not known; `why` has the reason. */
export interface Coverage {
  people: {
    /** The source of the people: the last accepted file, or the job's current file before the first run. */
    from: "last run" | "file";
    count: number;
    /** How many of them the import names. */
    named: number;
    withoutAccount: Counted;
  } | null;
  accounts: {
    /** When the groups were read, in ISO 8601. */
    readAt: string;
    /** Accounts in groups that are not linked. */
    unknown: Counted;
    /** Accounts that the import names but that are in no group. */
    inNoGroup: Counted;
  } | null;
  why: Fact[];
}

/** Returns the people and accounts without a link after the import. Changes nothing. */
export async function coverageOf(
  session: Session,
  connect: () => Promise<Service>,
  sorted: SortedIdentities,
  named: { keys: readonly string[]; users: readonly string[] },
): Promise<Coverage> {
  const { state, job } = session;
  const { account } = job.service;
  const why: Fact[] = [];
  const people = await takeKeys(session, why);
  const readAt = await readGroups(connect, why);
  const remaining = await findRemaining(state.db, account, sorted.fresh, named.users);
  return {
    people: people === null ? null : { ...people, named: await countExpected(state.db, named.keys), withoutAccount: remaining.keys },
    accounts: readAt === null ? null : { readAt: readAt.toISOString(), unknown: remaining.accounts, inNoGroup: remaining.groupless },
    why,
  };
}

/** Returns whether an import names none of the people in the file, so that its key column is probably wrong. */
export function matchesNoPerson({ people }: Coverage, { fresh }: SortedIdentities): boolean {
  return fresh.length > 0 && people !== null && people.count > 0 && people.named === 0;
}

/** Loads the job's keys: from the last accepted file, or from the current file before the first run. */
async function takeKeys(session: Session, why: Fact[]): Promise<{ from: "last run" | "file"; count: number } | null> {
  const { db } = session.state;
  const accepted = await takeAcceptedKeys(db, session.job.name);
  if (accepted > 0) return { from: "last run", count: accepted };
  try {
    await readKeys(session);
    return { from: "file", count: await countKeys(db) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await clearExpectedKeys(db);
    why.push(fact("identities.people_unknown", { problem: error.fact }));
    return null;
  }
}

async function readKeys({ state, job, mapping, now, sleep, stdin, http }: Session): Promise<void> {
  if ([job.source, ...job.source.more].some(({ file }) => file === "-")) {
    throw new UsageProblem(fact("identities.people_from_input", {}));
  }
  const source = await openJobSource(job.source, mapping, { given: null, incoming: join(state.dir, "incoming"), now, sleep, stdin, http });
  try {
    for await (const batch of source.rows()) {
      const keys = batch.flatMap(({ cells, problem }) => {
        const key = problem === undefined ? mapping.key(source.places.map((place) => cells[place])) : null;
        return key === null ? [] : [key];
      });
      await addKeys(state.db, keys);
    }
  } finally {
    await source.close();
  }
}

/** Reads the groups, or falls back to the last snapshot if the service does not answer. @returns when they were read */
async function readGroups(connect: () => Promise<Service>, why: Fact[]): Promise<Date | null> {
  const { directory } = await connect();
  try {
    await directory.ensureFresh();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const known = await directory.readAt();
    why.push(fact("identities.groups_unread", { again: known === null ? "no" : "yes", problem: error.fact }));
  }
  return directory.readAt();
}
