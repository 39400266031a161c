import { readRunActivity } from "../../store/runs/operations.ts";
import { listOthersRuns, type Run } from "../../store/runs/runs.ts";
import type { State } from "../../state/state.ts";
import { openRunWorker } from "./run-worker.ts";
import type { Service, Session } from "../../session/session.ts";
import { sleepOnThisMachine } from "../../domain/clock.ts";

/** A job opened on this host to help with one of its runs. */
interface JoinedJob {
  session: Session;
  service: Service;
}

export interface JoinRunsParts {
  state: State;
  /** Opens the job of a run until `work` ends. @throws if this host cannot */
  open(run: Run, stop: AbortSignal, work: (opened: JoinedJob) => Promise<void>): Promise<void>;
  /** Reports why this host cannot help with a run, once per run. */
  warn(run: Run, error: unknown): void;
}

/** How often to look for runs of other processes, and whether a joined run is still active. */
const POLL_INTERVAL_MS = 1000;
/** The pause before joining the same run again, so that attempts are not used up. */
const REST_MS = 15_000;
/** With fewer open operations it is not worth opening the job. */
const MIN_OPEN_OPERATIONS = 16;

/**
 * Joins runs of other processes until `stop`: takes operations from the same queue, under the shared limits. Only joins
 * with the mapping and policy that the run was planned with.
 */
export async function joinRuns({ state, open, warn }: JoinRunsParts, stop: AbortSignal): Promise<void> {
  const helping = new Map<string, Promise<void>>();
  const refused = new Set<string>();
  const notBefore = new Map<string, number>();
  while (!stop.aborted) {
    try {
      for (const run of await listOthersRuns(state.db, state.processId)) {
        if (helping.has(run.id) || refused.has(run.id) || (notBefore.get(run.id) ?? 0) > performance.now()) continue;
        if ((await readRunActivity(state.db, run.id)).active < MIN_OPEN_OPERATIONS) continue;
        const help = open(run, stop, (opened) => helpWith(state, run, opened, stop))
          .catch((error: unknown) => {
            if (stop.aborted) return;
            refused.add(run.id);
            warn(run, error);
          })
          .finally(() => {
            helping.delete(run.id);
            notBefore.set(run.id, performance.now() + REST_MS);
          });
        helping.set(run.id, help);
      }
    } catch {
      // The database is down; the joined runs wait for it themselves.
    }
    await sleepOnThisMachine(POLL_INTERVAL_MS, stop);
  }
  await Promise.all(helping.values());
}

async function helpWith(state: State, run: Run, { session, service }: JoinedJob, stop: AbortSignal): Promise<void> {
  if (session.context !== run.context) throw new Error("the mapping or policy on this host differs from the one the run was planned with");
  const worker = await openRunWorker(session, service, run.id, { begin: false });
  try {
    for (let idle = 0; !stop.aborted && idle < 3;) {
      await sleepOnThisMachine(POLL_INTERVAL_MS, stop);
      // The run's owner handles the problem; here we only stop adding to it.
      if (worker.refused() !== null || worker.watch.inARow() >= session.job.service.retry.pauseAfter) return;
      const { active } = await readRunActivity(state.db, run.id).catch(() => ({ active: 1 }));
      idle = active === 0 ? idle + 1 : 0;
    }
  } finally {
    await worker.close();
  }
}
