import type { Clock } from "../model/clock.ts";

/** Why something could not be sent, as a sentence without secrets; and whether trying again may help. */
export class DeliveryFault extends Error {
  readonly again: boolean;
  /** Some have got it: who sends it again sends it to them twice. */
  readonly partly: boolean;

  constructor(sentence: string, again: boolean, partly = false) {
    super(sentence);
    this.again = again;
    this.partly = partly;
  }
}

/** Before the second try and the third, in ms. */
const PAUSES: readonly number[] = [1000, 4000];

/** Tries a few times what may pass. @returns `null` once it is sent, else why it could not be */
export async function deliver(send: () => Promise<void>, sleep: Clock["sleep"]): Promise<DeliveryFault | null> {
  for (let tried = 0; ; tried += 1) {
    try {
      await send();
      return null;
    } catch (error) {
      const fault = error instanceof DeliveryFault ? error : new DeliveryFault("a defect of Rollcall stopped it", false);
      const pause = PAUSES[tried];
      if (!fault.again || pause === undefined) return fault;
      await sleep(pause);
    }
  }
}
