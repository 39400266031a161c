import { forgetProcess } from "../../store/processes.ts";
import type { State } from "../../store/state.ts";
import type { Log } from "../../outside/log.ts";

/** A database that is away is not waited for either, in ms. */
const LEAVE = 2000;

/**
 * Waits for what is in flight, and no longer than `grace` ms. Unfinished work is left as a kill would leave it, which
 * loses nothing (I10): the process says that it is gone, so that others take the work up at once.
 *
 * @returns whether everything ended in time; if not, the state must not be closed, and the process has to end
 */
export async function stopWithin(
  log: Pick<Log, "event">,
  grace: number,
  { db, me }: Pick<State, "db" | "me">,
  close: () => Promise<void>,
): Promise<boolean> {
  if (await inTime(close(), grace)) return true;
  log.event("process_left_work", { ms: grace });
  await inTime(forgetProcess(db, me), LEAVE).catch(() => false);
  return false;
}

async function inTime(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
