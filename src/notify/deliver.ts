import { fact, type Fact } from "../domain/facts/fact.ts";
import type { Clock } from "../domain/clock.ts";

/** Why a message could not be sent, without secrets, and whether a retry may help. */
export class DeliveryFault extends Error {
  readonly fact: Fact;
  readonly again: boolean;
  /** Some recipients got it; a retry would send it to them twice. */
  readonly partly: boolean;

  constructor(why: Fact, again: boolean, partly = false) {
    super(why.code);
    this.fact = why;
    this.again = again;
    this.partly = partly;
  }
}

/** Before the second and third attempts. */
const RETRY_DELAYS_MS: readonly number[] = [1000, 4000];

/** Sends with a few retries. @returns `null` once it is sent, else why it failed */
export async function deliver(send: () => Promise<void>, sleep: Clock["sleep"]): Promise<DeliveryFault | null> {
  for (let tried = 0; ; tried += 1) {
    try {
      await send();
      return null;
    } catch (error) {
      const fault = error instanceof DeliveryFault ? error : new DeliveryFault(fact("notice.is_stopped_by_defect", {}), false);
      const pause = RETRY_DELAYS_MS[tried];
      if (!fault.again || pause === undefined) return fault;
      await sleep(pause);
    }
  }
}
