import { lookAtRun } from "../store/operations.ts";
import { listOthersRuns, type Run } from "../store/runs.ts";
import type { State } from "../store/state.ts";
import { openCrew } from "./crew.ts";
import type { Service, Session } from "./session.ts";
import { sleepOnThisMachine } from "../model/clock.ts";

/** A job that is opened to help with a run of it, as this host has it. */
export interface Opened {
  session: Session;
  service: Service;
}

export interface AssistParts {
  state: State;
  /** Opens the job of a run for as long as `work` takes. @throws where this host cannot */
  open(run: Run, stop: AbortSignal, work: (opened: Opened) => Promise<void>): Promise<void>;
  /** Why a run cannot be helped with, once for each. */
  warn(run: Run, error: unknown): void;
}

/** How often it is looked for runs that others carry on, in ms, and whether one that is helped with goes on. */
const LOOK = 1000;
/** After it has ended or met trouble, help with the same run rests for so long, in ms: attempts are not to be used up. */
const REST = 15_000;
/** For fewer operations it is not worth opening a job. */
const WORTH = 16;

/**
 * Helps with the operations of runs that other processes carry on, until `stop`: takes them from the same queue, under
 * the limits that all share. Only with the very mapping and policy that the run was planned with.
 */
export async function assist({ state, open, warn }: AssistParts, stop: AbortSignal): Promise<void> {
  const helping = new Map<string, Promise<void>>();
  const refused = new Set<string>();
  const notBefore = new Map<string, number>();
  while (!stop.aborted) {
    try {
      for (const run of await listOthersRuns(state.db, state.me)) {
        if (helping.has(run.id) || refused.has(run.id) || (notBefore.get(run.id) ?? 0) > performance.now()) continue;
        if ((await lookAtRun(state.db, run.id)).active < WORTH) continue;
        const help = open(run, stop, (opened) => helpWith(state, run, opened, stop))
          .catch((error: unknown) => {
            if (stop.aborted) return;
            refused.add(run.id);
            warn(run, error);
          })
          .finally(() => {
            helping.delete(run.id);
            notBefore.set(run.id, performance.now() + REST);
          });
        helping.set(run.id, help);
      }
    } catch {
      // The database is away: what goes on here waits for it by itself.
    }
    await sleepOnThisMachine(LOOK, stop);
  }
  await Promise.all(helping.values());
}

async function helpWith(state: State, run: Run, { session, service }: Opened, stop: AbortSignal): Promise<void> {
  if (session.context !== run.context) throw new Error("the mapping or the policy of this host is another than the run was planned with");
  const crew = await openCrew(session, service, run.id, { begin: false });
  try {
    for (let idle = 0; !stop.aborted && idle < 3;) {
      await sleepOnThisMachine(LOOK, stop);
      // Whoever carries it on decides what becomes of the trouble; here it is only not added to.
      if (crew.refused() !== null || crew.watch.inARow() >= session.job.service.retry.pauseAfter) return;
      const { active } = await lookAtRun(state.db, run.id).catch(() => ({ active: 1 }));
      idle = active === 0 ? idle + 1 : 0;
    }
  } finally {
    await crew.close();
  }
}
