import { fact } from "../../domain/facts/fact.ts";
import { sleepOnThisMachine } from "../../domain/clock.ts";
import { emitQueueError } from "../../domain/telemetry/events.ts";
import type { Session } from "../../session/session.ts";

/** The pause between two attempts while Redis does not answer. */
const RETRY_PAUSE_MS = 1000;

/** Repeats a queue call until Redis answers. The store keeps what Redis may lose. */
export async function untilRedisAnswers<T>(
  { state, progress, stop }: Pick<Session, "state" | "progress" | "stop">,
  call: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (state.redis === null) throw error;
      emitQueueError(error);
      progress.say(fact("redis.waiting", {}));
      await sleepOnThisMachine(RETRY_PAUSE_MS, stop);
      stop.throwIfAborted();
    }
  }
}
