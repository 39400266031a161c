import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { Person } from "../../domain/person.ts";
import { datesToday, effectivePerson } from "../../plan/dates.ts";
import type { MembershipException } from "../../plan/exceptions.ts";
import { decide, type PersonState, type PlanContext, type PlanResult } from "../../plan/decide.ts";
import type { DuplicateKey } from "../../plan/possible-duplicate.ts";
import { findCandidates, nextCandidates, type Candidate } from "../../store/people/people.ts";
import { countNotDue, countOutOfScope } from "../../store/in-file/settled-people.ts";
import { rejectStaged } from "../../store/runs/rejects.ts";
import { countStaged } from "../../store/runs/staging.ts";
import { duplicateFinder, usernameHolderFinder } from "./possible-duplicates.ts";
import type { Session } from "../../session/session.ts";
import { areaGuard } from "./missing-areas.ts";
import { cellsOf } from "./plan-writer.ts";
import { scopeCounter } from "./scope-counts.ts";
import { statusCounter } from "./unknown-statuses.ts";
import { usernamePlanner, withHold, withUsername } from "./usernames.ts";

const PORTION = 2000;
const noExceptions = new Map<string, never>();

/** Rows by outcome in a plan; each row counts exactly once (I3). */
export type RowCounts = {
  rows: number;
  rejected: number;
  duplicates: number;
  creates: number;
  updates: number;
  deactivations: number;
  reactivations: number;
  unchanged: number;
  held: number;
  out_of_scope: number;
  not_due: number;
  not_in_pilot: number;
};

/** Rows outside of the pilot by outcome, if the run were for everyone, and the removals that it would find. */
export type RestCounts = Omit<RowCounts, "rows" | "rejected" | "duplicates" | "not_in_pilot"> & { removals_pending: number };

/** One person and their plan result, which is not for the plan if the person is not in the pilot (`candidate.in_pilot`). */
export interface DecidedRow {
  candidate: Candidate;
  person: Person;
  possibleDuplicates: readonly DuplicateKey[];
  result: PlanResult;
}

export interface DecisionInput {
  run: string;
  planContext: PlanContext;
  /** The run is for some people only; the other rows are decided on to be counted. */
  pilot: boolean;
  /** The digest of the files; `null`: they have only some of the people. */
  content: string | null;
  /** Memberships that reviewers decided to keep, by key and group. */
  exceptions: ReadonlyMap<string, ReadonlyMap<string, MembershipException>>;
  /** Accounts of people who will be linked before the plan is made, by key. */
  returning?: ReadonlyMap<string, string>;
}

/**
 * Decides on the staged rows of a run, in file order. `plan`, `sync` and `check` all use it, so that they agree on every
 * row. Rejects unusable rows in the store; stores no operation.
 */
export function rowDecisions(session: Session, { run, planContext, pilot, content, exceptions, returning }: DecisionInput) {
  const { state, job, mapping, progress, context, stop } = session;
  const { account } = job.service;
  const tally = emptyTally();
  // Rows outside of the pilot.
  const aside = emptyTally();
  const at = { run, job: job.name };
  const scope = scopeCounter(session, run);
  const statuses = statusCounter(mapping);
  const areas = areaGuard(session, run, content, planContext.today);
  const findDuplicates = duplicateFinder(session, run);
  const findHolders = usernameHolderFinder(session, run);
  const usernames = usernamePlanner(session, run, planContext.today, returning);
  let seen = 0;

  const reject = (candidate: Candidate, { column, code, fact: why }: { column: string | null; code: string; fact: Fact }) =>
    rejectStaged(state.db, run, { row: candidate.row, key: candidate.key, column, code, fact: why });

  const tallyFor = (candidate: Candidate): typeof tally => (candidate.in_pilot ? tally : aside);

  async function* portions(): AsyncGenerator<DecidedRow[]> {
    await areas.start();
    await findCandidates(state.db, { run, job: job.name, account, context, asksElsewhere: planContext.deactivatesOutside });
    await scope.start();
    await usernames.start();
    if (mapping.dated) tally.settledNotDue = await countNotDue(state.db, at);
    if (pilot && mapping.dated) aside.settledNotDue = await countNotDue(state.db, { ...at, status: "not_in_pilot" });
    if (pilot && mapping.scope !== null) aside.settledOut = sumOf(await countOutOfScope(state.db, { ...at, status: "not_in_pilot" }));
    progress.phase("planning", null);
    const after = (row: number): Promise<Candidate[]> => {
      const found = nextCandidates(state.db, {
        run,
        job: job.name,
        account,
        afterRow: row,
        limit: PORTION,
        asksElsewhere: planContext.deactivatesOutside,
        now: session.now(),
      });
      // Its error is thrown where it is awaited, unless the plan fails before.
      found.catch(() => undefined);
      return found;
    };
    // The next portion is read while this one is decided.
    for (let next = after(0); ;) {
      const candidates = await next;
      const last = candidates.at(-1);
      if (last === undefined) break;
      next = after(last.row);
      yield await decidePortion(candidates);
      seen += candidates.length;
      progress.at(seen);
      stop.throwIfAborted();
    }
    progress.end();
  }

  async function decidePortion(candidates: readonly Candidate[]): Promise<DecidedRow[]> {
    const people: { candidate: Candidate; person: Person }[] = [];
    const planned = await usernames.of(candidates);
    for (const found of candidates) {
      const candidate = returning?.has(found.key) ? { ...found, user_id: found.user_id ?? returning.get(found.key) ?? null } : found;
      const mapped = mapping.map(candidate.row, cellsOf(candidate.cells));
      const username = planned.get(candidate.row);
      if ("person" in mapped && username?.detail.reject === undefined) {
        people.push({ candidate, person: username === undefined ? mapped.person : withUsername(mapped.person, username) });
        continue;
      }
      const its = tallyFor(candidate);
      its.seen += 1;
      its.rejected += 1;
      const rejects = "person" in mapped ? [username?.detail.reject ?? []].flat() : mapped.rejects;
      for (const why of rejects) await reject(candidate, why);
    }
    const possibleDuplicates = await findDuplicates(
      people.filter(mayJoin).map(({ candidate, person }) => ({ ...person, usernames: planned.get(candidate.row)?.detail.doubts ?? [] })),
    );
    const holders = await findHolders(
      people.flatMap(({ candidate: { user_id: userId, sent }, person }) =>
        userId === null || !needsNames(person, planContext.today) ? [] : [{ person, sent }],
      ),
    );
    const decided: DecidedRow[] = [];
    for (const { candidate, person } of people) {
      const theirs = possibleDuplicates.get(person.key) ?? [];
      const personState: PersonState = {
        ...personStateOf(candidate, person, theirs),
        exceptions: exceptions.get(candidate.key) ?? noExceptions,
        usernameHolder: holders.get(candidate.key),
      };
      const decidedOn = withHold(decide(personState, planContext), planned.get(candidate.row));
      const result = areas.apply(candidate, person, decidedOn);
      statuses.see(candidate, person);
      const its = tallyFor(candidate);
      its.seen += 1;
      its[result.outcome] += 1;
      if (result.outcome === "rejected") {
        const why = result.reason ?? fact("operation.is", { status: "rejected" });
        await reject(candidate, { column: null, code: result.code ?? "rejected", fact: why });
      }
      if (!candidate.in_pilot) aside.losses += result.losses.length;
      // Few rows are, and each wait costs.
      else if (scope.concerns(person, result)) await scope.see(candidate, person, result);
      decided.push({ candidate, person: effectivePerson(person, planContext.today), possibleDuplicates: theirs, result });
    }
    return decided;
  }

  /** Returns the counts of the whole file; call after the last portion, with `countStaged` from before the first. */
  function counts(staged: Awaited<ReturnType<typeof countStaged>>): RowCounts {
    const outOfScope = scope.rows();
    return {
      rows: staged.rows,
      rejected: staged.rejected + tally.rejected + aside.rejected,
      duplicates: staged.duplicates,
      ...outcomesOf({ ...tally, settledOut: outOfScope - tally.out_of_scope }, staged.usable),
      not_in_pilot: staged.not_in_pilot - aside.rejected,
    };
  }

  /** Returns the counts of the rows outside of the pilot; `null` if the run is for everyone. */
  function rest(staged: Awaited<ReturnType<typeof countStaged>>): RestCounts | null {
    return pilot ? { ...outcomesOf(aside, staged.not_in_pilot), removals_pending: aside.losses } : null;
  }

  return { portions, counts, rest, scope, areas, statuses: statuses.list };
}

function emptyTally() {
  const outcomes = { create: 0, update: 0, deactivate: 0, reactivate: 0, unchanged: 0, held: 0, rejected: 0, out_of_scope: 0, not_due: 0 };
  // Settled rows are counted by their stored outcome, without a decision.
  return { ...outcomes, seen: 0, settledOut: 0, settledNotDue: 0, losses: 0 };
}

/** @param usable how many rows there are, with those that are settled */
function outcomesOf(tally: ReturnType<typeof emptyTally>, usable: number) {
  const { settledOut, settledNotDue } = tally;
  return {
    creates: tally.create,
    updates: tally.update,
    deactivations: tally.deactivate,
    reactivations: tally.reactivate,
    unchanged: tally.unchanged + usable - tally.seen - settledOut - settledNotDue,
    held: tally.held,
    out_of_scope: tally.out_of_scope + settledOut,
    not_due: tally.not_due + settledNotDue,
  };
}

function sumOf(rows: ReadonlyMap<string, number>): number {
  return [...rows.values()].reduce((sum, n) => sum + n, 0);
}

/** Returns whether this plan or a later one may create an account for the person. */
function mayJoin({ candidate, person }: { candidate: Candidate; person: Person }): boolean {
  return candidate.user_id === null && candidate.unconfirmed === null && person.active !== false;
}

/** Returns whether names of the row may be sent: not if the person has left or is out of scope. */
function needsNames(person: Person, today: string): boolean {
  return person.active !== false && datesToday(person, today).active !== false && person.scope?.state !== "out";
}

function linkOf({ user_id: userId, active, sent, doubted }: Candidate): PersonState["link"] {
  if (userId === null) return null;
  return doubted ? { userId, active: null, sent: null, names: sent } : { userId, active, sent };
}

function personStateOf(candidate: Candidate, person: Person, possibleDuplicates: readonly DuplicateKey[]): PersonState {
  return {
    row: candidate.row,
    person,
    link: linkOf(candidate),
    record: candidate.sent,
    unconfirmed: candidate.unconfirmed,
    urgent: candidate.urgent,
    possibleDuplicates,
    current: candidate.groups ?? [],
    wasInScope: candidate.was_in_scope,
    lastUsername: candidate.last_username,
    elsewhere: candidate.elsewhere,
  };
}
