import { sleepOnThisMachine } from "../model/clock.ts";
import { tellQueueTrouble } from "../model/happening.ts";
import type { Session } from "./session.ts";

/** Between two tries of a call that Redis did not answer. */
const RETRY_PAUSE_MS = 1000;

/** Repeats a call of the queue until Redis answers: it comes back by itself, and the store keeps what it has lost. */
export async function untilRedisAnswers<T>(
  { state, progress, stop }: Pick<Session, "state" | "progress" | "stop">,
  call: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (state.redis === null) throw error;
      tellQueueTrouble(error);
      progress.say("Waiting for Redis, which does not answer.");
      await sleepOnThisMachine(RETRY_PAUSE_MS, stop);
      stop.throwIfAborted();
    }
  }
}
