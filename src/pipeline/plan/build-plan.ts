import { rowPlace } from "../../domain/record.ts";
import type { ReportedArea } from "../../domain/facts/missing-areas.ts";
import { copyFoundNotes, countNotes, dropFoundNotes, type FoundNote } from "../../store/runs/notes.ts";
import { chainUsernames } from "../../store/runs/name-chains.ts";
import { copyOperations, deletePlan } from "../../store/runs/new-operations.ts";
import { markAgreed } from "../../store/people/urgent-deactivations.ts";
import { listAbsent } from "../../store/people/people.ts";
import { copyFoundRemovals, listRemovedOnce, type FoundRemoval } from "../../store/review/removals.ts";
import { expireRemovals } from "../../store/review/removal-ends.ts";
import { countStaged } from "../../store/runs/staging.ts";
import { rowDecisions, type RestCounts, type RowCounts } from "./decide-rows.ts";
import { notesOfSpared, rejectedNewcomers, unplannedNewcomers } from "./newcomers.ts";
import { relinkReturningPeople } from "../../identities/returning-people.ts";
import { identityChangeDetector, type IdentitySigns } from "./identity-changes.ts";
import { endPastKeeping, loadExceptions } from "./exceptions.ts";
import { checkLicencesAhead, type Shortage } from "./licences.ts";
import { earlierMappings, removalsOf } from "./build-removals.ts";
import { MAX_NOTES, type CountedNote } from "../extract/notes.ts";
import { refusePilotOf } from "../extract/pilot.ts";
import type { RunPilot } from "../../store/schema/values.ts";
import type { Service, Session } from "../../session/session.ts";
import type { LeftScope, UnknownStatuses } from "../../plan/limits.ts";
import { comingNotes } from "./coming.ts";
import { findMissingGroups, waitsForGroups, type MissingGroups } from "./missing-groups.ts";
import { countCreates } from "../../plan/missing-groups.ts";
import { listGroupsCreatedBy } from "../../store/directory/missing-groups.ts";
import type { PlanResult } from "../../plan/decide.ts";
import type { Person, RowNote } from "../../domain/person.ts";
import { planContextOf } from "./plan-context.ts";
import { operationWriter } from "./plan-writer.ts";
import { oneBehind } from "../one-behind.ts";
import { familiesOf } from "../../plan/causes.ts";
import { joinCauses, listCauses, listFoundCauses } from "../../store/review/causes.ts";

export interface BuiltPlan {
  /** Rows by outcome in the plan (I3). */
  counts: RowCounts & {
    absent: number;
    absent_deactivated: number;
    groups_created: number;
    groups_proposed: number;
  };
  /** True if absent people were not looked for, because a row without a readable key may belong to any of them. */
  absentSuspended: boolean;
  absent: { key: string; username: string | null }[];
  /** The plan for the people outside of the pilot, if the run were for everyone; `null` without a pilot. */
  rest: RestCounts | null;
  notes: CountedNote[];
  identities: IdentitySigns;
  /** Licences that the new accounts need but that are not free. */
  shortages: Shortage[];
  areas: ReportedArea[];
  /** Statuses that the mapping does not list. */
  statuses: UnknownStatuses;
  /** People with an account who leave the scope. */
  leftScope: LeftScope;
  missing: MissingGroups;
}

/**
 * Builds the plan of a run from its staged rows and the directory, and stores its operations and the removals it found.
 * Only looks at people whose row, mapping or memberships changed. Sends nothing.
 */
export async function buildPlan(
  session: Session,
  service: Service,
  run: string,
  source: { files: readonly string[]; content: string; partial: boolean; pilot: RunPilot | null; groupsCreated: boolean },
): Promise<BuiltPlan> {
  const { state, job, mapping } = session;
  await relinkReturningPeople(session, run);
  await deletePlan(state.db, run);
  await dropFoundNotes(state.db, run);
  const at = session.now();
  await expireRemovals(state.db, job.name, new Date(at.getTime() - job.policy.approval.expires), at);
  await endPastKeeping(session, at);
  const exceptions = await loadExceptions(session);
  const planContext = await planContextOf(session, service);
  const earlier = earlierMappings(session);
  const operations = operationWriter(session, run);
  const watch = identityChangeDetector(session, source.partial);
  const staged = await countStaged(state.db, run);
  const content = source.partial || source.pilot !== null ? null : source.content;
  const decisions = rowDecisions(session, { run, planContext, exceptions, pilot: source.pilot !== null, content });

  const agreed: string[] = [];
  const storing = oneBehind();
  try {
    for await (const portion of decisions.portions()) {
      const found: FoundRemoval[] = [];
      const noted: FoundNote[] = [];
      const losing = portion
        .filter(({ candidate, result }) => candidate.in_pilot && result.losses.length > 0)
        .map(({ candidate }) => candidate.key);
      const removed = await listRemovedOnce(state.db, job.name, losing);
      for (const { candidate, person, possibleDuplicates, result } of portion) {
        if (!candidate.in_pilot) continue;
        watch.see(candidate, person, result, possibleDuplicates);
        if (candidate.urgent !== null && person.active === false && person.scope === undefined) agreed.push(candidate.key);
        for (const note of notesOf(person, result)) noted.push({ ...note, row: candidate.row, key: candidate.key });
        if (result.outcome === "rejected") continue;
        operations.add(candidate, person, result, planContext);
        if (result.losses.length === 0) continue;
        found.push(
          ...(await removalsOf(
            session,
            run,
            placeOf(candidate.row, source.files),
            candidate,
            person,
            result,
            planContext,
            earlier,
            removed,
          )),
        );
      }
      const planned = operations.take();
      await storing.start(async () => {
        await copyOperations(state, planned);
        await copyFoundRemovals(state, found);
        await copyFoundNotes(state, run, noted);
      });
    }
  } finally {
    await storing.end();
  }
  await markAgreed(state.db, job.service.account, agreed, run);
  const counts = decisions.counts(staged);
  if (!source.partial && source.pilot === null) await decisions.scope.refuseIfAllAreOut(counts.rows - counts.rejected - counts.duplicates);
  await mergeCauses(session, service, run);

  const suspended = staged.keyless > 0;
  const handlesAbsent = !source.partial && !suspended && job.policy.absent !== "ignore";
  const withoutRow = handlesAbsent ? await listAbsent(state.db, { run, job: job.name, account: job.service.account }) : [];
  const absent = withoutRow.filter(({ key }) => session.pilot?.includesAbsent(key) !== false);
  if (source.pilot !== null) refusePilotOf(staged.usable + absent.length, source.pilot, source.files.join(", "));
  const deactivates = absent.length > 0 && job.policy.absent === "deactivate";
  const mayBeRejected = deactivates ? await rejectedNewcomers(session, run) : () => false;
  const isUnplanned = deactivates ? await unplannedNewcomers(session, run, source.pilot !== null) : () => false;
  const gone = deactivates ? absent.filter(({ key }) => !watch.mayBeHere(key) && !isUnplanned(key)) : [];
  const unplanned = absent.filter(({ key }) => isUnplanned(key)).length;
  const leavers = gone.filter(({ key }) => !mayBeRejected(key));
  const blockedBy = await decisions.areas.missing();
  const deactivated = leavers.filter((person) => operations.addAbsent(person, mapping, blockedBy(person.key)));
  await copyOperations(state, operations.take());
  await chainUsernames(state.db, run);
  const missing = await findMissingGroups(session, service, { id: run, ...source });
  const created = await listGroupsCreatedBy(state.db, run);
  const licences = await checkLicencesAhead(session, service, run);
  return {
    counts: {
      ...counts,
      absent: absent.length,
      absent_deactivated: deactivated.length,
      groups_created: created.length + countCreates(missing.groups.filter(({ outcome }) => outcome === "create")),
      groups_proposed: missing.groups.filter(({ outcome, why }) => outcome === "propose" && why !== "alias").length + missing.more,
    },
    absentSuspended: !source.partial && suspended,
    rest: decisions.rest(staged),
    absent: absent.slice(0, 1000).map(({ key, username }) => ({ key, username })),
    notes: [
      ...decisions.scope.notes(),
      ...(await comingNotes(session, run)),
      ...licences.notes,
      ...notesOfSpared({ rejected: gone.length - leavers.length, unplanned, pilot: source.pilot !== null }),
      ...(await countNotes(state.db, { run, job: job.name, limit: MAX_NOTES })),
    ],
    identities: watch.signs(),
    shortages: licences.shortages,
    areas: decisions.areas.list(),
    statuses: decisions.statuses(),
    leftScope: decisions.scope.left,
    missing,
  };
}

/** Returns the notes on a row; only a person who will be in a missing group waits for it. */
function notesOf(person: Person, { outcome, notes }: PlanResult): RowNote[] {
  return waitsForGroups(person, outcome) ? notes : notes.map((note) => ({ ...note, missing: undefined }));
}

/** Returns the file and row that evidence names. */
function placeOf(row: number, files: readonly string[]): { file: string; row: number } {
  const place = rowPlace(row);
  return { file: files[place.file] ?? "", row: place.row };
}

/** Merges the causes of removals whose value was renamed or split, so that they are one decision. */
async function mergeCauses({ state, job }: Session, service: Service, run: string): Promise<void> {
  const found = await listFoundCauses(state.db, run);
  if (found.length === 0) return;
  const members = new Map((await service.directory.groups()).map((group) => [group.id, group.members]));
  const known = await listCauses(state.db, job.name);
  for (const family of familiesOf(
    job.name,
    found,
    (id) => members.get(id) ?? 0,
    (cause) => known.has(cause),
  )) {
    await joinCauses(state.db, run, family.members, family.cause);
  }
}
