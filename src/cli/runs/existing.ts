import { fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { findRun, type Run } from "../../store/runs/runs.ts";
import type { State } from "../../state/state.ts";
import type { CommonOptions } from "../../app/with-state.ts";

/** Options of the commands on runs. */
export interface RunsOptions extends CommonOptions {
  job?: string;
  limit?: string;
  all?: boolean;
}

/** Returns a stored run. @throws UsageProblem if there is none */
export async function existingRun(state: State, id: string): Promise<Run> {
  const run = await findRun(state.db, id);
  if (run === undefined) throw new UsageProblem(fact("run.does_not_exist", { run: id }), fact("advice.list_runs", {}));
  return run;
}
