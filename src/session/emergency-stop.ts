import { ServiceProblem } from "../learning-service/errors/errors.ts";
import { EXIT } from "../domain/problem.ts";
import { emergencyStopped, findEmergencyStop, liftingAdvice, refusalFact, type EmergencyStop } from "../store/schedule/emergency-stop.ts";
import type { State } from "../state/state.ts";
import { untilStored } from "../state/database-errors.ts";

interface Stoppable {
  state: Pick<State, "db" | "dir">;
  job: { service: { account: string } };
}

/**
 * Throws if the emergency stop is set, before anything is sent.
 * @throws Problem `emergency_stop`, exit 3
 */
export async function refuseIfStopped({ state, job }: Stoppable): Promise<void> {
  const stop = await findEmergencyStop(state, job.service.account);
  if (stop !== null) throw emergencyStopped(stop);
}

/**
 * Returns a check that the client runs right before each write request; it throws if the account was stopped, in any
 * process. Simultaneous requests share one query, which starts after all of them have called.
 * @throws ServiceProblem `emergency_stop`; nothing was sent
 */
export function emergencyGate(state: Pick<State, "db" | "dir">, account: string): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<EmergencyStop | null> | null = null;
  const check = (): Promise<EmergencyStop | null> => {
    const begin = async (): Promise<EmergencyStop | null> => {
      next = null;
      return findStop(state, account);
    };
    if (next === null) {
      next = running.then(begin, begin);
      running = next;
    }
    return next;
  };
  return async () => {
    const stop = await check();
    if (stop !== null) throw notSent(stop);
  };
}

/** Looks up the emergency stop. Waits for a database that is down, because nothing may be sent without its answer. */
async function findStop(state: Pick<State, "db" | "dir">, account: string): Promise<EmergencyStop | null> {
  let found: EmergencyStop | null = null;
  await untilStored(async () => (found = await findEmergencyStop(state, account)));
  return found;
}

function notSent(stop: EmergencyStop): ServiceProblem {
  return new ServiceProblem(refusalFact(stop), {
    code: "emergency_stop",
    effect: "stop",
    exit: EXIT.held,
    audience: "admin",
    sent: "no",
    next: liftingAdvice(stop),
  });
}
