import pTimeout from "p-timeout";
import { removeProcess } from "../store/schedule/processes.ts";
import type { State } from "../state/state.ts";
import type { Log } from "../observability/log.ts";

/** Limit for the database too: it may be unavailable. */
const DEREGISTER_TIMEOUT_MS = 2000;

/**
 * Waits at most `grace` ms for work in flight. Unfinished work is left as after a kill, which loses nothing (I10), and the
 * process deregisters, so that others continue the work at once.
 *
 * @returns whether everything ended in time; if not, don't close the state, and end the process
 */
export async function stopWithin(
  log: Pick<Log, "event">,
  grace: number,
  { db, processId }: Pick<State, "db" | "processId">,
  close: () => Promise<void>,
): Promise<boolean> {
  if (await inTime(close(), grace)) return true;
  log.event("process_left_work", { ms: grace });
  await inTime(removeProcess(db, processId), DEREGISTER_TIMEOUT_MS).catch(() => false);
  return false;
}

async function inTime(work: Promise<unknown>, ms: number): Promise<boolean> {
  return pTimeout(
    work.then(() => true),
    { milliseconds: ms, fallback: () => false },
  );
}
