import { UsageProblem } from "../model/problem.ts";
import { findRun, laterRun, type Run } from "../store/runs.ts";
import { refuseIfStopped } from "./emergency-stop.ts";
import type { Session } from "./session.ts";

/** A run that somebody wants to go on with. @throws UsageProblem why that would be wrong */
export async function runToGoOn(session: Session, id: string, allowed: readonly string[]): Promise<Run> {
  const run = await findRun(session.state.db, id);
  if (run === undefined) throw noSuchRun(id);
  if (!allowed.includes(run.status)) {
    const next =
      run.status === "held" ? `Release it with \`rollcall runs approve ${id} --reason TEXT\`.` : "Start a new one with `rollcall sync`.";
    throw new UsageProblem(`Run ${id} is ${run.status}.`, next);
  }
  if (run.kind === "sync" && run.sha256 === "")
    throw new UsageProblem(`Run ${id} could not read its file: there is nothing to go on with.`, "Start a new one with `rollcall sync`.");
  const later = await laterRun(session.state.db, run);
  if (later !== undefined) {
    throw new UsageProblem(
      `Run ${later.id} of ${run.job} is newer than run ${id} (${later.status}): going on with the older one would undo newer data. Nothing was changed.`,
      later.released
        ? "Start a new run with `rollcall sync`."
        : `Go on with ${later.id}, or cancel it first: \`rollcall runs cancel ${later.id}\`.`,
    );
  }
  if (run.context !== session.context) {
    throw new UsageProblem(
      `The mapping or the policy of ${run.job} has changed since run ${id} was planned.`,
      "Start a new run with `rollcall sync`; it takes the place of this one.",
    );
  }
  await refuseIfStopped(session);
  return run;
}

export function noSuchRun(id: string): UsageProblem {
  return new UsageProblem(`There is no run ${id}.`, "`rollcall runs list` shows those there are.");
}
