import type { Decider } from "../review/decisions.ts";
import { cancelRun } from "../run.ts";
import { appendAudit } from "../store/audit.ts";
import type { Run } from "../store/runs.ts";
import type { State } from "../store/state.ts";
import type { Call } from "./io.ts";

/** Gives a run up, from the console or the command line, with who and why in the trail. */
export async function giveUp(io: Call, state: State, run: string, by: Pick<Decider, "name" | "via">, reason: string): Promise<Run> {
  const { now } = io;
  const cancelled = await cancelRun({ state, now }, run);
  await noteGivenUp(io, state, run, by, reason);
  return cancelled;
}

/** What the trail says of a run that was given up, also of one that had not begun. */
export async function noteGivenUp(io: Call, state: State, run: string, by: Pick<Decider, "name" | "via">, reason: string): Promise<void> {
  await appendAudit(state, { actor: by.name, action: "run_cancelled", detail: { run, reason: reason.trim(), via: by.via } }, io.now());
}
