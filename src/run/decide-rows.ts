import type { Person } from "../model/person.ts";
import { decide, type KeptWord, type Standing, type Terms, type Verdict } from "../plan/decide.ts";
import type { Namesake } from "../plan/namesake.ts";
import { findCandidates, nextCandidates, type Candidate } from "../store/people.ts";
import { countStaged, rejectStaged } from "../store/staging.ts";
import { namesakeFinder } from "./namesakes.ts";
import type { Session } from "./session.ts";
import { cellsOf } from "./writer.ts";

const PORTION = 5000;
const noExceptions = new Map<string, never>();

/** Rows by what a plan makes of them: each row is in exactly one of them (I3). */
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
};

/** One person, and what the plan decides about them. */
export interface DecidedRow {
  candidate: Candidate;
  person: Person;
  namesakes: readonly Namesake[];
  verdict: Verdict;
}

export interface DecisionInput {
  run: string;
  terms: Terms;
  /** Memberships that reviewers decided to keep, by key and group. */
  kept: ReadonlyMap<string, ReadonlyMap<string, KeptWord>>;
  /** Accounts of people who are not linked yet and will be before a plan looks at them, by key. */
  returning?: ReadonlyMap<string, string>;
}

/**
 * Decides about the staged rows of a run, in the order of the file. `plan`, `sync` and `check` all go through here, so
 * that they agree about every row. Rows that turn out unusable are rejected in the store; no operation is stored.
 */
export function rowDecisions(session: Session, { run, terms, kept, returning }: DecisionInput) {
  const { state, job, mapping, progress, context, stop } = session;
  const { account } = job.service;
  const tally = { create: 0, update: 0, deactivate: 0, reactivate: 0, unchanged: 0, held: 0, rejected: 0 };
  const namesakesOf = namesakeFinder(session, run);
  let seen = 0;

  const reject = (candidate: Candidate, { column, code, message }: { column: string | null; code: string; message: string }) =>
    rejectStaged(state.db, run, { row: candidate.row, key: candidate.key, column, code, message });

  async function* portions(): AsyncGenerator<DecidedRow[]> {
    await findCandidates(state.db, { run, job: job.name, context });
    progress.phase("Planning", null);
    for (let afterRow = 0; ;) {
      const candidates = await nextCandidates(state.db, { run, job: job.name, account, afterRow, limit: PORTION });
      const last = candidates.at(-1);
      if (last === undefined) break;
      afterRow = last.row;
      yield await decidePortion(candidates);
      seen += candidates.length;
      progress.at(seen);
      stop.throwIfAborted();
    }
    progress.end();
  }

  async function decidePortion(candidates: readonly Candidate[]): Promise<DecidedRow[]> {
    const people: { candidate: Candidate; person: Person }[] = [];
    for (const found of candidates) {
      const candidate = { ...found, user_id: found.user_id ?? returning?.get(found.key) ?? null };
      const mapped = mapping.map(candidate.row, cellsOf(candidate.cells));
      if ("person" in mapped) {
        people.push({ candidate, person: mapped.person });
        continue;
      }
      tally.rejected += 1;
      for (const why of mapped.rejects) await reject(candidate, why);
    }
    const namesakes = await namesakesOf(people.filter(joins).map(({ person }) => person));
    const decided: DecidedRow[] = [];
    for (const { candidate, person } of people) {
      const theirs = namesakes.get(person.key) ?? [];
      const standing = { ...standingOf(candidate, person, theirs), kept: kept.get(candidate.key) ?? noExceptions };
      const verdict = decide(standing, terms);
      tally[verdict.outcome] += 1;
      if (verdict.outcome === "rejected")
        await reject(candidate, { column: null, code: verdict.code ?? "rejected", message: verdict.reason ?? "" });
      decided.push({ candidate, person, namesakes: theirs, verdict });
    }
    return decided;
  }

  /** The counts of the whole file, after the last portion. Call `countStaged` before the first. */
  function counts(staged: Awaited<ReturnType<typeof countStaged>>): RowCounts {
    return {
      rows: staged.rows,
      rejected: staged.rejected + tally.rejected,
      duplicates: staged.duplicates,
      creates: tally.create,
      updates: tally.update,
      deactivations: tally.deactivate,
      reactivations: tally.reactivate,
      unchanged: tally.unchanged + staged.usable - seen,
      held: tally.held,
    };
  }

  return { portions, counts };
}

/** Whether an account may be made for somebody. */
function joins({ candidate, person }: { candidate: Candidate; person: Person }): boolean {
  return candidate.user_id === null && candidate.unsettled === null && (person.active === true || person.active === undefined);
}

function standingOf(candidate: Candidate, person: Person, namesakes: readonly Namesake[]): Standing {
  return {
    row: candidate.row,
    person,
    link: candidate.user_id === null ? null : { userId: candidate.user_id, active: candidate.active, sent: candidate.sent },
    unsettled: candidate.unsettled,
    namesakes,
    current: candidate.groups ?? [],
  };
}
