import { EXIT, Problem } from "../model/problem.ts";
import { findLiveRun, insertRun } from "../store/runs.ts";
import { refuseIfStopped } from "./emergency-stop.ts";
import type { Session } from "./session.ts";

/**
 * Writes down that a run begins. Never two of one job over whole files at once, in all processes; a file of part of
 * the people, or a plan that is only looked at, may come in between.
 * @throws Problem `job_busy`, exit 2; `emergency_stop`, exit 3
 */
export async function beginRun(
  { state, job }: Session,
  { partial, planOnly }: { partial: boolean; planOnly: boolean },
  run: Parameters<typeof insertRun>[1],
): Promise<void> {
  // A plan that is only looked at sends nothing.
  if (!planOnly) await refuseIfStopped({ state, job });
  await state.locks.exclusively(`job:${job.name}`, async () => {
    const live = partial || planOnly ? undefined : await findLiveRun(state.db, job.name, state.me);
    if (live !== undefined) throw busy(job.name, live.id, live.conductor ?? "");
    await insertRun(state.db, run);
  });
}

function busy(job: string, run: string, where: string): Problem {
  return new Problem(`Run ${run} of ${job} goes on at this moment (${where}), and there are never two of one job. Nothing was started.`, {
    code: "job_busy",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: `Wait for it, or stop it with \`rollcall runs cancel ${run}\`.`,
  });
}
