import { compileGlobs } from "../../domain/globs.ts";
import type { Policy } from "../../domain/settings.ts";
import { lastSeq, dropOvertaken } from "../../store/runs/operations.ts";
import { copyOperations } from "../../store/runs/new-operations.ts";
import { prepareCells } from "../../store/people/accept-cells.ts";
import { secretPlaces } from "../extract/seal-cells.ts";
import { acceptStaged, contentsOf } from "../../store/people/accept-rows.ts";
import { listMissing } from "../../store/people/people.ts";
import { reservePlanned } from "../../store/identities/usernames.ts";
import { listApproved, listRemovals, mergeFoundRemovals, type Removal } from "../../store/review/removals.ts";
import { isPolicyOnHold } from "../../state/restored.ts";
import { recordUsedContents } from "../../store/runs/used-contents.ts";
import { lockStatus, setRun, supersedeRuns, type Run } from "../../store/runs/runs.ts";
import { promoteOtherRuns } from "../../store/in-file/promote.ts";
import { dropStaged } from "../../store/runs/staging.ts";
import { indexGroups } from "../../plan/groups.ts";
import { undo } from "../../review/change-decision.ts";
import { decide } from "../../review/decisions.ts";
import { refuseIfStopped } from "../../session/emergency-stop.ts";
import { refuseEnded } from "../find-resumable-run.ts";
import { isDelivered } from "../extract/run-files.ts";
import { endAgreed } from "./urgent-deactivation.ts";
import { repeatableOf } from "./last-row.ts";
import type { Service, Session } from "../../session/session.ts";
import { revalidateApprovals } from "./revalidate-approvals.ts";
import { inTransaction } from "../../store/transaction.ts";

/** Removals that the `auto` policy matches but did not approve. */
export interface LeftByPolicy {
  /** How many, if they exceed its limit per run; else 0. */
  autoOver: number;
  /** The time of the backup that the state was restored from; later decisions to keep a membership are not known. */
  autoHeld: string | null;
}

/**
 * Releases a plan: its removals become pending, its rows become the known state, and its operations may be applied,
 * together with the approved removals that are due.
 */
export async function releaseRun(
  session: Session,
  service: Service,
  run: Pick<Run, "id" | "started_at" | "partial" | "pilot" | "files"> & { absent: boolean },
): Promise<LeftByPolicy> {
  const { state, job, context, now } = session;
  await refuseIfStopped(session);
  const at = now();
  let replaced: string[] = [];
  const found = run.partial ? [] : await listMissing(state.db, { run: run.id, job: job.name });
  const setting = job.policy.pilot;
  const isMeant = (key: string): boolean => setting === null || session.pilot?.includesAbsent(key) === true;
  const missing = found.filter(isMeant);
  const pilot = setting === null ? null : { digest: setting.digest, missing: found.filter((key) => !isMeant(key)) };
  const contents = await contentsOf(state.db, { run: run.id, job: job.name });
  const secret = secretPlaces(session.mapping);
  await prepareCells(state.db, { run: run.id, job: job.name, context, secret });
  // First: if a power failure takes the rows of this run, the older ones decide about nothing.
  await state.journal.append({ t: "released", run: run.id, job: job.name, at: at.toISOString() });
  await inTransaction(state.db, async (db) => {
    // Locked: who cancels the run from here on waits until its rows are the known state.
    refuseEnded({ id: run.id, status: await lockStatus(db, run.id) });
    if (session.mapping.usernames !== null) await reservePlanned(db, { run: run.id, account: job.service.account, at });
    await mergeFoundRemovals(db, { run: run.id, job: job.name, account: job.service.account, parks: job.policy.park !== null, now: at });
    const { partial, absent } = run;
    await acceptStaged(db, {
      run: run.id,
      job: job.name,
      account: job.service.account,
      context,
      secret,
      contents,
      partial,
      absent,
      missing,
      pilot,
    });
    await recordUsedContents(db, { run: run.id, job: job.name, at }, (run.files ?? []).filter(isDelivered));
    await setRun(db, run.id, { status: "running", released: true, owner_process: state.processId, stop_requested_at: null });
    replaced = await supersedeRuns(db, job.name, run, now());
    await promoteOtherRuns(db, { run: run.id, job: job.name });
    await dropOvertaken(db, { run: run.id, job: job.name }, at);
  });
  await endAgreed(session, run.id);
  await dropStaged(state.db, replaced);
  const autoHeld = await isPolicyOnHold(state.db, { id: run.id, job: job.name });
  const left = await decideByPolicy(session, run.id, autoHeld);
  if (job.policy.groupRemovals !== "never") {
    // Read the clock again, because what the policy just approved is due as well.
    const clock = now();
    const decidedBefore = new Date(clock.getTime() - job.policy.approval.delay);
    // Only people of the file that the run is for: a pilot applies nothing of the others.
    const partial = run.partial && run.pilot === null;
    const due = await listApproved(state.db, { run: run.id, job: job.name, partial, decidedBefore, now: clock });
    const byPolicy = due.filter((removal) => removal.decided_how === "policy" && isRemovedByPolicy(job.policy, removal));
    const tooMany = typeof job.policy.groupRemovals !== "string" && byPolicy.length > job.policy.groupRemovals.auto.maxPerRun;
    // Some are from earlier runs, for example because the service's refusal could not be read.
    if (tooMany) left.autoOver += await returnToReviewers(session, byPolicy);
    const allowed = [...due.filter((removal) => removal.decided_how !== "policy"), ...(tooMany || autoHeld !== null ? [] : byPolicy)];
    await planApprovedRemovals(session, service, run.id, await revalidateApprovals(session, service, allowed));
  }
  return left;
}

/** Makes removals that the policy approved pending again: more are due than it allows per run. @returns how many */
async function returnToReviewers({ state, job, now }: Session, removals: readonly Removal[]): Promise<number> {
  const ids = removals.map(({ id }) => id);
  const reason = "policy.group_removals.auto.max_per_run";
  const { done } = await undo(state, ids, { name: `policy of ${job.name}`, via: "policy" }, reason, now());
  return done.length;
}

/** Returns whether the current policy approves removals from this group. */
export function isRemovedByPolicy({ groupRemovals }: Policy, removal: Pick<Removal, "group_path">): boolean {
  return typeof groupRemovals !== "string" && compileGlobs(groupRemovals.auto.groups)(removal.group_path);
}

/** Applies the `auto` rule of the policy: its groups only, and none if there are more than it allows per run. */
async function decideByPolicy(session: Session, run: string, autoHeld: string | null): Promise<LeftByPolicy> {
  const { state, job, now } = session;
  if (typeof job.policy.groupRemovals === "string") return { autoOver: 0, autoHeld: null };
  const { groups, maxPerRun } = job.policy.groupRemovals.auto;
  const matches = compileGlobs(groups);
  const pending = await listRemovals(state.db, { job: job.name, status: ["pending"], run });
  const chosen = pending.filter((removal) => matches(removal.group_path));
  if (autoHeld !== null) return { autoOver: 0, autoHeld: chosen.length === 0 ? null : autoHeld };
  if (chosen.length > maxPerRun) return { autoOver: chosen.length, autoHeld: null };
  const by = { name: `policy of ${job.name}`, via: "policy" as const };
  const reason = "policy.group_removals.auto";
  const named = chosen.map((removal) => ({ removal, evidence: removal.evidence_digest }));
  await decide(state, named, { verdict: "approved", by, reason, run }, job.policy, now());
  return { autoOver: 0, autoHeld: null };
}

/** Stores one operation for each person with removals to apply. @returns the number of operations */
export async function planApprovedRemovals(session: Session, service: Service, run: string, removals: readonly Removal[]): Promise<number> {
  const { state, job } = session;
  const people = new Map<string, Removal[]>();
  for (const removal of removals) people.set(removal.key, [...(people.get(removal.key) ?? []), removal]);
  const index = indexGroups(await service.directory.groups());
  let seq = await lastSeq(state.db, run);
  const operations = [];
  for (const [key, theirs] of people) {
    seq += 1;
    operations.push({
      run,
      seq,
      job: job.name,
      account: job.service.account,
      key,
      row: null,
      userId: theirs[0]?.user_id ?? null,
      name: theirs[0]?.name ?? key,
      kind: "remove-groups" as const,
      status: "planned" as const,
      payload: { removals: theirs.map((removal) => removal.id), ...(await repeatableOf(session, key)) },
      desired: [],
      changes: { fields: [], gains: [], losses: theirs.map((removal) => index.byId(removal.group_id)?.path ?? removal.group_path) },
      code: null,
      reason: null,
    });
  }
  await copyOperations(state, operations);
  return operations.length;
}
