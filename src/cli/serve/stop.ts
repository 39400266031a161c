import { forgetProcess } from "../../store/processes.ts";
import type { State } from "../../store/state.ts";

/** A database that is away is not waited for either, in ms. */
const LEAVE = 2000;

/**
 * Waits for what is in flight, and no longer than `grace` ms. What has not ended by then is left as a kill would leave
 * it, which loses nothing (I10): the process says that it is gone, so that others take it up at once, and ends with 0.
 */
export async function stopWithin(grace: number, { db, me }: Pick<State, "db" | "me">, close: () => Promise<void>): Promise<void> {
  if (await inTime(close(), grace)) return;
  console.error(
    `What is in flight has not ended within ${Math.round(grace / 1000)} s. Nothing is lost: another process, or the next start, finds out what became of it.`,
  );
  await inTime(forgetProcess(db, me), LEAVE).catch(() => false);
  // The service, or a Redis that is away, may keep us for ever otherwise.
  process.exit(0);
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
