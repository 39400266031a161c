import type { SortedIdentities } from "../directory/identities.ts";
import { join } from "node:path";
import { Problem, UsageProblem } from "../model/problem.ts";
import { openJobSource } from "../source/job-source.ts";
import { addKeys, countExpected, countKeys, findRemaining, forgetKeys, takeAcceptedKeys, type Counted } from "../store/identities.ts";
import type { Service, Session } from "./session.ts";

/** What an import would leave unknown on either side. `null`: it cannot be seen, and `why` says why. */
export interface Coverage {
  people: {
    /** Where the people are taken from: the last accepted file, or before any run the job's file as it lies there. */
    from: "last run" | "file";
    count: number;
    /** Of these so many are named by what is imported. */
    named: number;
    withoutAccount: Counted;
  } | null;
  accounts: {
    /** When the groups were read, in ISO 8601. */
    readAt: string;
    /** In groups, and linked to nobody. */
    unknown: Counted;
    /** Named by what is imported, and in no group. */
    inNoGroup: Counted;
  } | null;
  why: string[];
}

/** Looks at what would be unknown once everything that can be linked is linked. Changes nothing. */
export async function coverageOf(
  session: Session,
  connect: () => Promise<Service>,
  sorted: SortedIdentities,
  named: { keys: readonly string[]; users: readonly string[] },
): Promise<Coverage> {
  const { state, job } = session;
  const { account } = job.service;
  const why: string[] = [];
  const people = await takeKeys(session, why);
  const readAt = await readGroups(connect, why);
  const remaining = await findRemaining(state.db, account, sorted.fresh, named.users);
  return {
    people: people === null ? null : { ...people, named: await countExpected(state.db, named.keys), withoutAccount: remaining.keys },
    accounts: readAt === null ? null : { readAt: readAt.toISOString(), unknown: remaining.accounts, inNoGroup: remaining.groupless },
    why,
  };
}

/** Before the first run nobody is known, but the file lies there. */
async function takeKeys(session: Session, why: string[]): Promise<{ from: "last run" | "file"; count: number } | null> {
  const { db } = session.state;
  const accepted = await takeAcceptedKeys(db, session.job.name);
  if (accepted > 0) return { from: "last run", count: accepted };
  try {
    await readKeys(session);
    return { from: "file", count: await countKeys(db) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await forgetKeys(db);
    why.push(`Whom HR has is not known yet: ${error.message}`);
    return null;
  }
}

async function readKeys({ state, job, mapping, now, sleep, stdin }: Session): Promise<void> {
  if ([job.source, ...job.source.more].some(({ file }) => file === "-")) {
    throw new UsageProblem("The people come on standard input, which is read by a run only.");
  }
  const source = await openJobSource(job.source, mapping, { given: null, incoming: join(state.dir, "incoming"), now, sleep, stdin });
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

/** What was read before is good enough where the service cannot be asked now. */
async function readGroups(connect: () => Promise<Service>, why: string[]): Promise<Date | null> {
  const { directory } = await connect();
  try {
    await directory.ensureFresh();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const known = await directory.readAt();
    why.push(`The groups could not be read ${known === null ? "" : "again "}now: ${error.message}`);
  }
  return directory.readAt();
}
