import { emit } from "../../domain/telemetry/events.ts";
import { replayLinksOf } from "../../state/journal/replay.ts";
import { recordSavedAnswers } from "../../state/journal/saved-answers.ts";
import type { State } from "../../state/state.ts";
import { recoverOperations } from "../../store/runs/operations.ts";

/**
 * Recovers the operations that dead processes left unfinished, and emits an event for each run. The same for those whose
 * outcome this process could not store: their people would otherwise wait until it ends.
 */
export async function recoverLostOperations(state: State, now: Date): Promise<void> {
  const { db, processId, lost } = state;
  const ours = [...lost];
  if (ours.length > 0) await recordAnswers(state, ours, now);
  for (const { run, job, operations } of await recoverOperations(db, processId, ours))
    emit("worker_took_over", { operations }, { ids: { run, job } });
  for (const operation of ours) lost.delete(operation);
}

/** Records answers of the service that only this machine's disk has. */
async function recordAnswers({ kind, db, dir, journal }: State, operations: readonly string[], now: Date): Promise<void> {
  if (kind === "server") await recordSavedAnswers(db, dir, now);
  else await replayLinksOf(db, journal, operations);
}
