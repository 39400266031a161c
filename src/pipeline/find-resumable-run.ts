import { fact, inTurn } from "../domain/facts/fact.ts";
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
    const next = run.status === "held" ? fact("advice.approve_run", { run: id }) : fact("advice.start_new_run", {});
    throw new UsageProblem(fact("run.has_status", { run: id, status: run.status }), next);
  }
  if (run.kind === "sync" && run.sha256 === "")
    throw new UsageProblem(fact("run.read_no_file", { run: id }), fact("advice.start_new_run", {}));
  const later = await laterRun(session.state.db, run);
  if (later !== undefined) {
    throw new UsageProblem(
      fact("run.is_older", { run: id, later: later.id, job: run.job, status: later.status }),
      later.released ? fact("advice.start_new_run", {}) : fact("advice.resume_or_cancel", { run: later.id }),
    );
  }
  refuseChanged(session, run);
  await refuseIfStopped(session);
  return run;
}

/** @throws UsageProblem if the mapping has changed since: the cells of the run's rows are in the order of the earlier columns */
export function refuseChanged({ context }: Pick<Session, "context">, run: Pick<Run, "id" | "job" | "context">): void {
  if (run.context === context) return;
  throw new UsageProblem(fact("run.has_other_rules", { run: run.id, job: run.job }), fact("advice.replace_run", {}));
}

/** @throws UsageProblem if someone cancelled the run, or a newer one replaced it: its rows are deleted then */
export function refuseEnded({ id, status }: Pick<Run, "id" | "status">): void {
  if (status !== "cancelled" && status !== "superseded") return;
  throw new UsageProblem(inTurn(fact("run.has_status", { run: id, status }), fact("nothing.sent", {})), fact("advice.start_new_run", {}));
}

export function runNotFound(id: string): UsageProblem {
  return new UsageProblem(fact("run.does_not_exist", { run: id }), fact("advice.list_runs", {}));
}
