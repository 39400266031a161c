import { groupCalls } from "../state/database/group-calls.ts";
import type { State } from "../state/state.ts";
import { recordCreated, recordSending, recordUpdated, type OtherLink, type Outcome, type Sending } from "../store/runs/outcomes.ts";

/** Records outcomes. Each call resolves when its outcome is durable; outcomes that wait meanwhile share one statement. */
export interface OutcomeWriter {
  /** Returns the link that was there first; `null` if the account was recorded. */
  created(outcome: Outcome): Promise<OtherLink | null>;
  updated(outcome: Outcome): Promise<null>;
  /** Call before an update is sent, so that a power cut does not hide that it may have changed the account. */
  sending(update: Sending): Promise<null>;
}

export function outcomeWriter(state: State): OutcomeWriter {
  return {
    created: groupCalls((outcomes) => recordCreated(state, outcomes)),
    updated: groupCalls(async (outcomes) => {
      await recordUpdated(state.db, outcomes);
      return outcomes.map(() => null);
    }),
    sending: groupCalls(async (updates) => {
      await recordSending(state, updates);
      return updates.map(() => null);
    }),
  };
}
