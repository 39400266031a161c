import type { Work } from "../console/parts.ts";
import { planAccountChange } from "../pipeline/release/urgent-deactivation.ts";
import type { State } from "../state/state.ts";
import { withOpenJob } from "../app/open-session.ts";
import type { Call } from "../app/io.ts";
import type { Jobs } from "./jobs.ts";
import type { Services } from "./services.ts";

/** Returns how the console changes one account: the change is in force when this returns; a worker sends it as a run. */
export function accountChanger(
  io: Call,
  parts: { state: State; jobs: Jobs; services: Services },
  resume: (run: { run: string; job: string; file: string }, by: string) => Promise<void>,
): Work["changeAccount"] {
  const quiet = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };
  return async (name, change) => {
    const { job, mapping } = await parts.jobs.open(name);
    const within = { stop: new AbortController().signal, open: parts.services.open };
    const run = await withOpenJob(io, parts.state, job, mapping, quiet, ({ session }) => planAccountChange(session, change), within);
    await resume({ run, job: name, file: job.file }, change.by.name);
    return run;
  };
}
