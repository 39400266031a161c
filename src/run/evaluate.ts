import { rowPlace } from "../model/record.ts";
import { copyFoundNotes, countNotes, dropFoundNotes, type FoundNote } from "../store/notes.ts";
import { deletePlan } from "../store/operations.ts";
import { listAbsent } from "../store/people.ts";
import { copyFoundRemovals, expireRemovals, type FoundRemoval } from "../store/removals.ts";
import { countStaged } from "../store/staging.ts";
import { putCausesTogether } from "./causes.ts";
import { rowDecisions, type RowCounts } from "./decide-rows.ts";
import { welcomeBack } from "./forget/back.ts";
import { identityWatch, type IdentitySigns } from "./identities.ts";
import { endPastKeeping, keptMemberships } from "./kept.ts";
import { lookAhead, type Shortage } from "./licences.ts";
import { earlierMappings, removalsOf } from "./losses.ts";
import { mostNotes, type CountedNote } from "./notes.ts";
import type { Service, Session } from "./session.ts";
import { termsOf } from "./terms.ts";
import { operationWriter } from "./writer.ts";

export interface Evaluation {
  /** Rows by what the plan makes of them (I3). */
  counts: RowCounts & {
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
  const { state, job, mapping } = session;
  await welcomeBack(session, run);
  await deletePlan(state.db, run);
  await dropFoundNotes(state.db, run);
  const at = session.now();
  await expireRemovals(state.db, job.name, new Date(at.getTime() - job.policy.approval.expires), at);
  await endPastKeeping(session, at);
  const kept = await keptMemberships(session);
  const terms = await termsOf(session, service);
  const earlier = earlierMappings(session);
  const operations = operationWriter(session, run);
  const watch = identityWatch(session, source.partial);
  const staged = await countStaged(state.db, run);
  const decisions = rowDecisions(session, { run, terms, kept });

  for await (const portion of decisions.portions()) {
    const found: FoundRemoval[] = [];
    const noted: FoundNote[] = [];
    for (const { candidate, person, namesakes, verdict } of portion) {
      watch.see(candidate, person, verdict, namesakes);
      for (const note of verdict.notes) noted.push({ ...note, row: candidate.row, key: candidate.key });
      if (verdict.outcome === "rejected") continue;
      operations.add(candidate, person, verdict, terms);
      found.push(...(await removalsOf(session, run, placeOf(candidate.row, source.files), candidate, person, verdict, terms, earlier)));
    }
    await operations.flush();
    await copyFoundRemovals(state, found);
    await copyFoundNotes(state, run, noted);
  }
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
      ...decisions.counts(staged),
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

/** Where evidence says that a row stands. */
function placeOf(row: number, files: readonly string[]): { file: string; row: number } {
  const place = rowPlace(row);
  return { file: files[place.file] ?? "", row: place.row };
}
