import { observeAccount } from "../apply/observed.ts";
import { noteEvidence, listLeftOpen, refuseIntent } from "../store/intents.ts";
import { addLink } from "../store/links.ts";
import { settleByObservation } from "../store/outcomes.ts";
import { markDirty } from "../store/people.ts";
import type { Service, Session } from "./session.ts";

/** How many creates an observation settled. */
export interface Settled {
  linked: number;
  /** Proven not to have happened: the next plan makes them again. */
  absent: number;
  waiting: number;
}

/**
 * Settles what creates of this service account left open, by the groups as they were read last. What is not proven
 * waits for another reading or for a person, with its evidence.
 */
export async function settleCreates(session: Session, service: Service): Promise<Settled> {
  const { state, job, now } = session;
  const { account, identities } = job.service;
  const settled: Settled = { linked: 0, absent: 0, waiting: 0 };
  const intents = new Map((await listLeftOpen(state.db, account)).map((intent) => [intent.operation, intent]));
  if (intents.size === 0) return settled;
  for (const finding of await observeAccount(state, account, identities.settle, await service.directory.readAt())) {
    const intent = intents.get(finding.operation);
    if (intent === undefined) continue;
    if (finding.verdict === "linked") {
      await addLink(state, { account, job: intent.job, key: intent.key, userId: finding.userId, source: "observed" }, now());
      await settleByObservation(state.db, intent.operation, now());
      settled.linked += 1;
    } else if (finding.verdict === "absent") {
      await refuseIntent(state, intent.operation, now());
      await markDirty(state.db, account, intent.key);
      settled.absent += 1;
    } else {
      await noteEvidence(state.db, intent.operation, finding);
      settled.waiting += 1;
    }
  }
  return settled;
}
