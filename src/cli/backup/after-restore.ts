import { cancelRun } from "../../run.ts";
import { undo } from "../../review/changes.ts";
import type { Decider } from "../../review/decisions.ts";
import { appendAudit } from "../../store/audit.ts";
import { listApprovals } from "../../store/decisions.ts";
import { keepEmergencyStops, listEmergencyStops } from "../../store/emergency-stop.ts";
import { recoverOperations } from "../../store/operations.ts";
import { cancelOrders } from "../../store/orders.ts";
import { listRemovals } from "../../store/removals.ts";
import type { Since } from "../../store/restore.ts";
import { findDamage } from "../../store/journal-damage.ts";
import type { DamagedLine } from "../../store/journal-lines.ts";
import { holdBack } from "../../store/restored.ts";
import { listRuns, recoverRuns, setRun, type Run } from "../../store/runs.ts";
import type { State } from "../../store/state.ts";

/** What was changed in a restored state before anybody uses it. */
export interface Reopened {
  made: string;
  /** New accounts wait until a person says that those made since the backup are linked. */
  creates_held: boolean;
  /** Lines of the journal that are damaged: they may have told of accounts. */
  journal_damage: readonly DamagedLine[];
  /** Runs that would have gone on. */
  cancelled: string[];
  /** Removals whose approval counts no more. */
  reopened: string[];
  /** Accounts whose emergency stop is in force. */
  stopped: string[];
}

const goesOn: readonly Run["status"][] = ["reading", "planned", "held", "running", "interrupted", "failed"];

/**
 * Makes a state that is older than the world safe to use: what happened after the backup is not in it. No run of then
 * goes on, no approval of then counts (it may have been taken back, or reverted, since), the policy approves nothing by
 * itself, and no account is made until somebody has linked those that were made since (I2), unless the journal tells of
 * them.
 */
export async function reopenRestored(state: State, since: Since, by: Decider, now: Date): Promise<Reopened> {
  const { made, stops } = since;
  const damage = await findDamage(state.db);
  const journalTellsAll = since.journalGoesOn && damage === null;
  // First, so that nothing that is cut short leaves the state without it.
  const held = await holdBack(state, { made, creates: !journalTellsAll }, now);
  await keepEmergencyStops(state, stops);
  await recoverRuns(state.db, state.me, now);
  await recoverOperations(state.db, state.me);
  await cancelOrders(state.db, now);
  const cancelled: string[] = [];
  for (const run of await listRuns(state.db, { limit: 1_000_000 })) {
    if (!goesOn.includes(run.status)) continue;
    await cancelRun({ state, now: () => now }, run.id);
    await setRun(state.db, run.id, { problem: JSON.stringify(restoredWords(made)) });
    cancelled.push(run.id);
  }
  const open = await listRemovals(state.db, { status: ["approved", "pending"] });
  const first = new Set(
    (
      await listApprovals(
        state.db,
        open.map(({ id }) => id),
      )
    ).map(({ removal }) => removal),
  );
  const approved = open.filter(({ id, status }) => status === "approved" || first.has(id)).map(({ id }) => id);
  const reason = `The state is that of a backup of ${made}: whether the approval still stands is not known.`;
  const { done } = await undo(state, approved, by, reason, now);
  const reopened = done.map(({ id }) => id);
  const stopped = (await listEmergencyStops(state)).map(({ account }) => account);
  const detail = { made, creates_held: held.creates, cancelled, reopened: reopened.length, stopped, via: by.via };
  await appendAudit(state, { actor: by.name, action: "state_restored", detail }, now);
  return { made, creates_held: held.creates, journal_damage: damage?.lines ?? [], cancelled, reopened, stopped };
}

function restoredWords(made: string): { code: string; message: string } {
  return { code: "state_restored", message: `The state was restored from a backup of ${made}: what this run has sent since is not known.` };
}
