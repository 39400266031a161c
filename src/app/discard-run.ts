import { readableText } from "../domain/names.ts";
import type { Decider } from "../review/decisions.ts";
import { cancelRun } from "../pipeline/pipeline.ts";
import { appendAudit } from "../store/audit/audit.ts";
import type { Run } from "../store/runs/runs.ts";
import type { State } from "../state/state.ts";
import type { Call } from "./io.ts";

/** Discards a run, and records who did it and why in the audit trail. */
export async function discardRun(io: Call, state: State, run: string, by: Pick<Decider, "name" | "via">, reason: string): Promise<Run> {
  const { now } = io;
  const cancelled = await cancelRun({ state, now }, run);
  await recordDiscardedRun(io, state, run, by, reason);
  return cancelled;
}

/** Records a discarded run in the audit trail, including one that had not started. */
export async function recordDiscardedRun(
  io: Call,
  state: State,
  run: string,
  by: Pick<Decider, "name" | "via">,
  reason: string,
): Promise<void> {
  await appendAudit(
    state,
    { actor: by.name, action: "run_cancelled", detail: { run, reason: readableText(reason), via: by.via } },
    io.now(),
  );
}
