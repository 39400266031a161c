import { ServiceProblem } from "../learning-service/errors.ts";
import { EXIT } from "../model/problem.ts";
import { emergencyStopped, findEmergencyStop, refusalNext, refusalText, type EmergencyStop } from "../store/emergency-stop.ts";
import type { State } from "../store/state.ts";
import { untilStored } from "../store/trouble.ts";

interface Stoppable {
  state: Pick<State, "db" | "dir">;
  job: { service: { account: string } };
}

/**
 * Refuses to begin anything that would send something.
 * @throws Problem `emergency_stop`, exit 3
 */
export async function refuseIfStopped({ state, job }: Stoppable): Promise<void> {
  const stop = await findEmergencyStop(state, job.service.account);
  if (stop !== null) throw emergencyStopped(stop);
}

/**
 * Returns what a client calls right before each writing request: it throws if somebody has stopped the account, also in
 * another process. Requests that ask at the same time share one look that begins after all of them have asked.
 * @throws ServiceProblem `emergency_stop`; nothing was sent
 */
export function emergencyGate(state: Pick<State, "db" | "dir">, account: string): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<EmergencyStop | null> | null = null;
  const look = (): Promise<EmergencyStop | null> => {
    const begin = async (): Promise<EmergencyStop | null> => {
      next = null;
      return patientLook(state, account);
    };
    if (next === null) {
      next = running.then(begin, begin);
      running = next;
    }
    return next;
  };
  return async () => {
    const stop = await look();
    if (stop !== null) throw notSent(stop);
  };
}

/** A database that restarts is waited for: without its answer nothing may be sent. */
async function patientLook(state: Pick<State, "db" | "dir">, account: string): Promise<EmergencyStop | null> {
  let found: EmergencyStop | null = null;
  await untilStored(async () => (found = await findEmergencyStop(state, account)));
  return found;
}

function notSent(stop: EmergencyStop): ServiceProblem {
  return new ServiceProblem(refusalText(stop), {
    code: "emergency_stop",
    exit: EXIT.held,
    audience: "admin",
    sent: "no",
    next: refusalNext(stop),
  });
}
