import { fact } from "../domain/facts/fact.ts";
import type { StoredProblem } from "../domain/problem.ts";
import { cancelRun } from "../pipeline/pipeline.ts";
import { undo } from "../review/change-decision.ts";
import type { Decider } from "../review/decisions.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { listApprovals } from "../store/review/decisions.ts";
import { doubtAccounts } from "../store/identities/links.ts";
import { keepEmergencyStops, listEmergencyStops } from "../store/schedule/emergency-stop.ts";
import { recoverOperations } from "../store/runs/operations.ts";
import { cancelRunRequests } from "../store/schedule/run-requests.ts";
import { listRemovals } from "../store/review/removals.ts";
import type { Since } from "../state/backup/restore.ts";
import { findDamage } from "../state/journal/journal-damage.ts";
import type { DamagedLine } from "../state/journal/journal-lines.ts";
import { holdCreates } from "../state/restored.ts";
import { listRuns, recoverRuns, setRun, type Run } from "../store/runs/runs.ts";
import type { State } from "../state/state.ts";

/** Changes made to a restored state before it is used. */
export interface Reopened {
  made: string;
  /** Whether new accounts are on hold until a person confirms that all accounts created since the backup are linked. */
  creates_held: boolean;
  /** Damaged lines of the journal, which may have recorded accounts. */
  journal_damage: readonly DamagedLine[];
  /** Cancelled runs that could have continued. */
  cancelled: string[];
  /** Removals whose approval was withdrawn. */
  reopened: string[];
  /** Accounts with an active emergency stop. */
  stopped: string[];
}

const RESUMABLE: readonly Run["status"][] = ["reading", "planned", "held", "running", "interrupted", "failed"];

/**
 * Makes a restored state safe to use, although it lacks everything since the backup: cancels its runs, withdraws its
 * approvals (they may have been undone or reverted since), stops the policy from approving, and holds creates until all
 * accounts created since are linked (I2), unless the journal lists them. What was sent to the accounts since is not known
 * either, so it is sent again.
 */
export async function reopenRestored(state: State, since: Since, by: Decider, now: Date): Promise<Reopened> {
  const { made, stops } = since;
  const damage = await findDamage(state.db);
  const journalIsComplete = since.journalGoesOn && damage === null;
  // First, so that an interruption can't leave the state without the hold.
  const held = await holdCreates(state, { made, creates: !journalIsComplete }, now);
  await keepEmergencyStops(state, stops);
  await doubtAccounts(state.db);
  await recoverRuns(state.db, state.processId, now);
  await recoverOperations(state.db, state.processId);
  await cancelRunRequests(state.db, now);
  const cancelled: string[] = [];
  for (const run of await listRuns(state.db, { limit: 1_000_000 })) {
    if (!RESUMABLE.includes(run.status)) continue;
    await cancelRun({ state, now: () => now }, run.id);
    await setRun(state.db, run.id, { problem: JSON.stringify(restoredProblem(made)) });
    cancelled.push(run.id);
  }
  const undecided = await listRemovals(state.db, { status: ["approved", "pending"] });
  const partlyApproved = new Set(
    (
      await listApprovals(
        state.db,
        undecided.map(({ id }) => id),
      )
    ).map(({ removal }) => removal),
  );
  const approved = undecided.filter(({ id, status }) => status === "approved" || partlyApproved.has(id)).map(({ id }) => id);
  const { done } = await undo(state, approved, by, fact("approval.is_before_restore", { made }), now);
  const reopened = done.map(({ id }) => id);
  const stopped = (await listEmergencyStops(state)).map(({ account }) => account);
  const detail = { made, creates_held: held.creates, cancelled, reopened: reopened.length, stopped, via: by.via };
  await appendAudit(state, { actor: by.name, action: "state_restored", detail }, now);
  return { made, creates_held: held.creates, journal_damage: damage?.lines ?? [], cancelled, reopened, stopped };
}

function restoredProblem(made: string): StoredProblem {
  return {
    code: "state_restored",
    fact: fact("run.is_before_restore", { made }),
  };
}
