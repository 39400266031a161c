import type { Person } from "../model/person.ts";
import { rowPlace } from "../model/record.ts";
import { decide, type Standing } from "../plan/decide.ts";
import type { Namesake } from "../plan/namesake.ts";
import { copyFoundNotes, countNotes, dropFoundNotes, type FoundNote } from "../store/notes.ts";
import { deletePlan } from "../store/operations.ts";
import { findCandidates, listAbsent, nextCandidates, type Candidate } from "../store/people.ts";
import { copyFoundRemovals, expireRemovals, type FoundRemoval } from "../store/removals.ts";
import { countStaged, rejectStaged } from "../store/staging.ts";
import { putCausesTogether } from "./causes.ts";
import { welcomeBack } from "./forget/back.ts";
import { identityWatch, type IdentitySigns } from "./identities.ts";
import { endPastKeeping, keptMemberships } from "./kept.ts";
import { lookAhead, type Shortage } from "./licences.ts";
import { earlierMappings, removalsOf } from "./losses.ts";
import { namesakeFinder } from "./namesakes.ts";
import { mostNotes, type CountedNote } from "./notes.ts";
import type { Service, Session } from "./session.ts";
import { termsOf } from "./terms.ts";
import { cellsOf, operationWriter } from "./writer.ts";

export interface Evaluation {
  /** Rows by what the plan makes of them (I3). */
  counts: {
    rows: number;
    rejected: number;
    duplicates: number;
    creates: number;
    updates: number;
    deactivations: number;
    reactivations: number;
    unchanged: number;
    held: number;
    absent: number;
    absent_deactivated: number;
  };
  /** The absent were not looked at: a row has no readable key and may be any of theirs. */
  absentSuspended: boolean;
  absent: { key: string; username: string | null }[];
  notes: CountedNote[];
  identities: IdentitySigns;
  /** Licences that the new accounts need and that are not free. */
  shortages: Shortage[];
}

const portion = 5000;
const noExceptions = new Map<string, never>();

/**
 * Makes the plan of a run from its staged rows and the directory, and stores it: operations, and removals that were
 * found. Only people whose row, mapping or memberships changed are looked at. Sends nothing.
 */
export async function evaluate(
  session: Session,
  service: Service,
  run: string,
  source: { files: readonly string[]; partial: boolean },
): Promise<Evaluation> {
  const { state, job, mapping, progress } = session;
  await welcomeBack(session, run);
  await deletePlan(state.db, run);
  await dropFoundNotes(state.db, run);
  const at = session.now();
  await expireRemovals(state.db, job.name, new Date(at.getTime() - job.policy.approval.expires), at);
  await endPastKeeping(session, at);
  const kept = await keptMemberships(session);
  const terms = await termsOf(session, service);
  const earlier = earlierMappings(session);
  const tally = { create: 0, update: 0, deactivate: 0, reactivate: 0, unchanged: 0, held: 0, rejected: 0 };
  const operations = operationWriter(session, run);
  const namesakesOf = namesakeFinder(session, run);
  const watch = identityWatch(session, source.partial);
  const staged = await countStaged(state.db, run);
  let seen = 0;
  let afterRow = 0;

  await findCandidates(state.db, { run, job: job.name, context: session.context });
  progress.phase("Planning", null);
  for (;;) {
    const candidates = await nextCandidates(state.db, {
      run,
      job: job.name,
      account: job.service.account,
      afterRow,
      limit: portion,
    });
    const last = candidates.at(-1);
    if (last === undefined) break;
    afterRow = last.row;
    const found: FoundRemoval[] = [];
    const noted: FoundNote[] = [];
    const people: { candidate: Candidate; person: Person }[] = [];
    for (const candidate of candidates) {
      const mapped = mapping.map(candidate.row, cellsOf(candidate.cells));
      if ("person" in mapped) {
        people.push({ candidate, person: mapped.person });
        continue;
      }
      tally.rejected += 1;
      for (const reject of mapped.rejects) await rejectStaged(state.db, run, { ...reject, key: candidate.key });
    }
    const namesakes = await namesakesOf(people.filter(joins).map(({ person }) => person));
    for (const { candidate, person } of people) {
      const theirs = namesakes.get(person.key) ?? [];
      const verdict = decide({ ...standingOf(candidate, person, theirs), kept: kept.get(candidate.key) ?? noExceptions }, terms);
      watch.see(candidate, person, verdict, theirs);
      for (const note of verdict.notes) noted.push({ ...note, row: candidate.row, key: candidate.key });
      tally[verdict.outcome] += 1;
      if (verdict.outcome === "rejected") {
        const reject = {
          row: candidate.row,
          key: candidate.key,
          column: null,
          code: verdict.code ?? "rejected",
          message: verdict.reason ?? "",
        };
        await rejectStaged(state.db, run, reject);
        continue;
      }
      operations.add(candidate, person, verdict, terms);
      found.push(...(await removalsOf(session, run, placeOf(candidate.row, source.files), candidate, person, verdict, terms, earlier)));
    }
    await operations.flush();
    await copyFoundRemovals(state, found);
    await copyFoundNotes(state, run, noted);
    seen += candidates.length;
    progress.at(seen);
    session.stop.throwIfAborted();
  }
  progress.end();
  await putCausesTogether(session, service, run);

  const suspended = staged.keyless > 0;
  const looked = !source.partial && !suspended && job.policy.absent !== "ignore";
  const absent = looked ? await listAbsent(state.db, { run, job: job.name, account: job.service.account }) : [];
  const leavers = job.policy.absent === "deactivate" ? absent.filter(({ key }) => !watch.mayBeHere(key)) : [];
  for (const person of leavers) operations.addAbsent(person, mapping);
  await operations.flush();
  const licences = await lookAhead(session, service, run);
  return {
    counts: {
      rows: staged.rows,
      rejected: staged.rejected + tally.rejected,
      duplicates: staged.duplicates,
      creates: tally.create,
      updates: tally.update,
      deactivations: tally.deactivate,
      reactivations: tally.reactivate,
      unchanged: tally.unchanged + staged.usable - seen,
      held: tally.held,
      absent: absent.length,
      absent_deactivated: leavers.length,
    },
    absentSuspended: !source.partial && suspended,
    absent: absent.slice(0, 1000).map(({ key, username }) => ({ key, username })),
    notes: [...licences.notes, ...(await countNotes(state.db, { run, job: job.name, limit: mostNotes }))],
    identities: watch.signs(),
    shortages: licences.shortages,
  };
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

/** Where evidence says that a row stands. */
function placeOf(row: number, files: readonly string[]): { file: string; row: number } {
  const place = rowPlace(row);
  return { file: files[place.file] ?? "", row: place.row };
}
