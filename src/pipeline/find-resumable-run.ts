import { UsageProblem } from "../domain/problem.ts";
import { findRun, laterRun, type Run } from "../store/runs/runs.ts";
import { countWaiting } from "../store/identities/waiting-creates.ts";
import type { Db } from "../store/schema/tables.ts";
import { refuseIfStopped } from "../session/emergency-stop.ts";
import type { Session } from "../session/session.ts";

/** Returns the statuses that a run can be resumed from: also completed, while creates of it wait for accounts to be identified. */
export async function resumableStatuses(db: Db, id: string): Promise<Run["status"][]> {
  return ["planned", "interrupted", "failed", ...((await countWaiting(db, id)) > 0 ? (["completed"] as const) : [])];
}

/** Returns the run to resume or approve. @throws UsageProblem if it cannot be resumed */
export async function findResumableRun(session: Session, id: string, allowed: readonly string[]): Promise<Run> {
  const run = await findRun(session.state.db, id);
  if (run === undefined) throw runNotFound(id);
  if (!allowed.includes(run.status)) {
    const next =
      run.status === "held" ? `Release it with \`rollcall runs approve ${id} --reason TEXT\`.` : "Start a new one with `rollcall sync`.";
    throw new UsageProblem(`Run ${id} is ${run.status}.`, next);
  }
  if (run.kind === "sync" && run.sha256 === "")
    throw new UsageProblem(`Run ${id} could not read its file, so there is nothing to resume.`, "Start a new one with `rollcall sync`.");
  const later = await laterRun(session.state.db, run);
  if (later !== undefined) {
    throw new UsageProblem(
      `Run ${later.id} of ${run.job} (${later.status}) is newer than run ${id}. Resuming the older run would overwrite newer data. Nothing was changed.`,
      later.released
        ? "Start a new run with `rollcall sync`."
        : `Resume ${later.id}, or cancel it first: \`rollcall runs cancel ${later.id}\`.`,
    );
  }
  refuseChanged(session, run);
  await refuseIfStopped(session);
  return run;
}

/** @throws UsageProblem if the mapping has changed since: the cells of the run's rows are in the order of the earlier columns */
export function refuseChanged({ context }: Pick<Session, "context">, run: Pick<Run, "id" | "job" | "context">): void {
  if (run.context === context) return;
  throw new UsageProblem(
    `The mapping or the policy of ${run.job} has changed since run ${run.id} began.`,
    "Start a new run with `rollcall sync`; it replaces this one.",
  );
}

/** @throws UsageProblem if someone cancelled the run, or a newer one replaced it: its rows are deleted then */
export function refuseEnded({ id, status }: Pick<Run, "id" | "status">): void {
  if (status !== "cancelled" && status !== "superseded") return;
  throw new UsageProblem(`Run ${id} is ${status}. Nothing was sent.`, "Start a new one with `rollcall sync`.");
}

export function runNotFound(id: string): UsageProblem {
  return new UsageProblem(`There is no run ${id}.`, "`rollcall runs list` shows all runs.");
}
