import { fact } from "../domain/facts/fact.ts";
import { EXIT, Problem } from "../domain/problem.ts";
import { findLiveRun, insertRun } from "../store/runs/runs.ts";
import { refuseIfStopped } from "../session/emergency-stop.ts";
import type { Session } from "../session/session.ts";

/**
 * Records the start of a run. Across all processes a job has at most one run of a full export at a time; partial files
 * and plan-only runs may overlap with it.
 * @throws Problem `job_busy`, exit 2; `emergency_stop`, exit 3
 */
export async function beginRun(
  { state, job }: Session,
  { partial, planOnly }: { partial: boolean; planOnly: boolean },
  run: Parameters<typeof insertRun>[1],
): Promise<void> {
  // A plan-only run sends nothing.
  if (!planOnly) await refuseIfStopped({ state, job });
  await state.locks.exclusively(`job:${job.name}`, async () => {
    const live = partial || planOnly ? undefined : await findLiveRun(state.db, job.name, state.processId);
    if (live !== undefined) throw busy(job.name, live.id, live.owner_process ?? "");
    await insertRun(state.db, run);
  });
}

/** Returns a run that reads no file: it applies decisions, reverts a run, or changes one account by hand. */
export function runWithoutFile(
  { job, context }: Pick<Session, "job" | "context">,
  { at, ...run }: { id: string; kind: "decisions" | "revert" | "account"; at: Date },
): Parameters<typeof insertRun>[1] {
  return {
    ...run,
    job: job.name,
    job_file: job.file,
    account: job.service.account,
    status: "running",
    partial: true,
    started_at: at,
    file: "",
    sha256: "",
    rows: 0,
    context,
    released: true,
    released_by: null,
  };
}

function busy(job: string, run: string, where: string): Problem {
  return new Problem(fact("run.job_is_busy", { run, job, process: where }), {
    code: "job_busy",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: fact("advice.wait_or_cancel", { run }),
  });
}
