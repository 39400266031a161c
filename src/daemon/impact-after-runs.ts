import { fetchImpactAfterRun } from "../app/fetch-impact.ts";
import { loadConfiguration, withOpenJob } from "../app/open-session.ts";
import { stoppedByHand } from "../session/session.ts";
import { findRun } from "../store/runs/runs.ts";
import type { StoredRunRequest } from "../store/schedule/run-requests.ts";
import type { State } from "../state/state.ts";
import type { Services } from "./services.ts";
import type { Call } from "../app/io.ts";

const quiet = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };

/** Reads the impact of pending removals in the background after each run, one job after another. */
export function impactAfterRuns(io: Call, { state, services }: { state: State; services: Services }) {
  const closing = new AbortController();
  let last: Promise<void> = Promise.resolve();

  async function read({ run: id, job_file: file }: StoredRunRequest): Promise<void> {
    const run = id === null || closing.signal.aborted ? undefined : await findRun(state.db, id);
    if (run === undefined) return;
    const { job, mapping } = await loadConfiguration(io, file);
    const within = { stop: closing.signal, open: services.open };
    await withOpenJob(io, state, job, mapping, quiet, (open) => fetchImpactAfterRun(io, open, run), within);
  }

  return {
    ended: (request: StoredRunRequest): void => {
      // A job file that became invalid, or a database that is down, only leaves the impact unknown.
      last = last.then(() => read(request)).catch(() => undefined);
    },
    close: async (): Promise<void> => {
      closing.abort(stoppedByHand());
      await last;
    },
  };
}
