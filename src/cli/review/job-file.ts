import { fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import type { State } from "../../state/state.ts";
import type { Removal } from "../../store/review/removals.ts";
import { findRun } from "../../store/runs/runs.ts";

/** Returns the job file of the last run that found a removal. */
export async function jobFileOf(state: State, removal: Removal | undefined): Promise<string> {
  const run = removal === undefined ? undefined : await findRun(state.db, removal.last_run);
  if (run === undefined)
    throw new UsageProblem(fact("usage.job_of_removal_is_unknown", {}), fact("advice.add_option", { option: "--job JOB" }));
  return run.job_file;
}
