import type { ActionWork } from "../../actions/work.ts";
import type { Call } from "../../app/io.ts";
import type { State } from "../../state/state.ts";
import type { ForegroundOptions } from "./runs.ts";

/** Does the work of actions within a command, which ends with it. */
export interface ForegroundWork extends ActionWork {
  /** Whether the result of the command is printed already, as that of a run is. */
  printed(): boolean;
}

/** @param options those of the command, which may name the file of a job */
export function foregroundWork(io: Call, state: State, options: ForegroundOptions): ForegroundWork {
  const place = { io, state, options };
  let printed = false;
  /** Most actions need neither the pipeline nor queues. */
  const here = async (): Promise<typeof import("./runs.ts")> => {
    // The daemon that runs the command has done that.
    if (state.host === null) await (await import("../../queue/backend.ts")).prepareQueues(state);
    return import("./runs.ts");
  };
  const printing = <T>(work: (runs: typeof import("./runs.ts")) => Promise<T>): Promise<T> => {
    printed = true;
    return here().then(work);
  };
  return {
    printed: () => printed,
    jobs: async () => [],
    running: () => [],
    start: (job) => printing((runs) => runs.startHere(place, job)),
    resume: (run) => printing((runs) => runs.resumeHere(place, run)),
    approve: (run, by, reason) => printing((runs) => runs.approveHere(place, run, by, reason)),
    cancel: (run, by, reason) => printing((runs) => runs.cancelHere(place, run, by, reason)),
    revert: (run, by, reason, until) => printing((runs) => runs.revertHere(place, run, { by, reason, until })),
    addBack: (job, removals, by, reason, askAgain) => printing((runs) => runs.addBackHere(place, job, removals, { by, reason, askAgain })),
    changeAccount: (job, change) => printing((runs) => runs.changeAccountHere(place, job, change)),
    accountOf: async (job) => (await import("./runs.ts")).accountHere(place, job),
    // The state belongs to this command alone, or its daemon's runs take locks of their own.
    alone: (work) => work(),
    namedJob: async () => (options.job === undefined ? null : (await import("./runs.ts")).jobNamed(place, options.job)),
    policy: async (job) => (await import("./runs.ts")).policyOf(place, job),
    applyApproved: async (job, removals) => (await here()).applyHere(place, job, removals),
    mailReassigned: async (removals, about) => (await import("../../app/notify.ts")).notifyReassigned(io, state, removals, about),
  };
}
