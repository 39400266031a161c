import { UsageProblem } from "../../model/problem.ts";
import { findRun, type Run } from "../../store/runs.ts";
import type { State } from "../../store/state.ts";
import type { CommonOptions } from "../with-state.ts";

/** What the commands on runs take. */
export interface RunsOptions extends CommonOptions {
  job?: string;
  limit?: string;
  reason?: string;
  reviewer?: string;
  until?: string;
  all?: boolean;
}

/** @throws UsageProblem where there is none */
export async function existingRun(state: State, id: string): Promise<Run> {
  const run = await findRun(state.db, id);
  if (run === undefined) throw new UsageProblem(`There is no run ${id}.`, "`rollcall runs list` shows those there are.");
  return run;
}
