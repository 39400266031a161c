import { fact } from "../domain/facts/fact.ts";
import type { Service } from "../session/session.ts";
import { readGroup, readProgress } from "../reporting/removals/removal-impact.ts";
import {
  dropUnneededImpact,
  isAccountBusy,
  listGroupsToRead,
  listPeopleToRead,
  setGroupImpact,
  setPersonImpact,
} from "../store/review/impact.ts";
import type { Run } from "../store/runs/runs.ts";
import type { State } from "../state/state.ts";
import { errorName, printFact } from "./print-fact.ts";
import type { OpenJob } from "./open-session.ts";
import type { Call } from "./io.ts";

/** One run never reads more than this. */
const MAX_PEOPLE = 1000;
const MAX_GROUPS = 200;
const TIMEOUT_MS = 60_000;
/** Facts of the last hour are not read again. */
const FRESH_MS = 3_600_000;
/** After this many failures in a row the service is left alone until the next run. */
const MAX_FAILURES = 3;

interface Fetching {
  state: State;
  account: string;
  client: Service["client"];
  now(): Date;
  stop: AbortSignal;
}

/**
 * Reads what pending removals would cost people, after a run has ended, and stores it. An error here never
 * affects the run: unread facts stay "impact not known".
 */
export async function fetchImpactAfterRun(io: Call, { session, connect }: OpenJob, run: Pick<Run, "status">): Promise<void> {
  if (run.status !== "completed") return;
  const { state, job, stop, progress, now } = session;
  const { account } = job.service;
  try {
    await dropUnneededImpact(state.db);
    const before = new Date(now().getTime() - FRESH_MS);
    if ((await listGroupsToRead(state.db, account, before)).length + (await listPeopleToRead(state.db, account, before, 1)).length === 0)
      return;
    const { client } = await connect();
    progress.phase("reading_impact", null);
    const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
    // Two processes would read the same.
    const fetch = (): Promise<void> => fetchImpact({ state, account, client, now, stop: signal }, before);
    await state.locks.exclusively(`impact:${account}`, fetch, signal);
  } catch (error) {
    if (stop.aborted) return;
    const name = errorName(error);
    if (name !== "TimeoutError") await printFact(io, fact("impact.is_not_read", { error: name }));
  } finally {
    progress.end();
  }
}

/** Reads groups, then people, one request at a time, until everything is read or another run needs the service. */
async function fetchImpact({ state: { db }, account, client, now, stop }: Fetching, before: Date): Promise<void> {
  const options = { priority: "low", signal: stop } as const;
  let failures = 0;
  const goesOn = async (failed: boolean): Promise<boolean> => {
    failures = failed ? failures + 1 : 0;
    return failures < MAX_FAILURES && !stop.aborted && !(await isAccountBusy(db, account));
  };
  if (!(await goesOn(false))) return;
  for (const group of (await listGroupsToRead(db, account, before)).slice(0, MAX_GROUPS)) {
    const { items, unknown } = await readGroup(client, group, options);
    // A request that was stopped says nothing about the group.
    if (stop.aborted) return;
    await setGroupImpact(db, account, group, { items, complete: unknown.length === 0, readAt: now() });
    if (!(await goesOn(unknown.length > 0))) return;
  }
  for (const { userId, ...wanted } of await listPeopleToRead(db, account, before, MAX_PEOPLE)) {
    const { progress } = await readProgress(client, userId, wanted, options);
    if (stop.aborted) return;
    await setPersonImpact(db, account, userId, { progress, readAt: now() });
    if (!(await goesOn(progress.courses === null || progress.paths === null))) return;
  }
}
