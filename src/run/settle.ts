import { observeAccount } from "../apply/observed.ts";
import { noteEvidence, listLeftOpen, refuseIntent } from "../store/intents.ts";
import { addLink } from "../store/links.ts";
import { settleByObservation } from "../store/outcomes.ts";
import { markDirty } from "../store/people.ts";
import type { Service, Session } from "./session.ts";
import { settleByReport } from "./settle-by-report.ts";

/**
 * Settles what creates of this service account left open, by the groups as they were read last, and then by a report
 * where the job names one. What is not proven waits for another reading or for a person, with its evidence.
 * @param since a report is requested only where one of the creates was sent after this time
 */
export async function settleCreates(session: Session, service: Service, since: Date | null = null): Promise<void> {
  const waiting = await settleByGroups(session, service);
  if (waiting > 0) await settleByReport(session, service, since);
}

/** @returns how many are still open */
async function settleByGroups(session: Session, service: Service): Promise<number> {
  const { state, job, now } = session;
  const { account, identities } = job.service;
  let waiting = 0;
  const intents = new Map((await listLeftOpen(state.db, account)).map((intent) => [intent.operation, intent]));
  if (intents.size === 0) return waiting;
  for (const finding of await observeAccount(state, account, identities.settle, await service.directory.readAt())) {
    const intent = intents.get(finding.operation);
    if (intent === undefined) continue;
    if (finding.verdict === "linked") {
      await addLink(state, { account, job: intent.job, key: intent.key, userId: finding.userId, source: "observed" }, now());
      await settleByObservation(state.db, intent.operation, now());
    } else if (finding.verdict === "absent") {
      await refuseIntent(state, intent.operation, now());
      await markDirty(state.db, account, intent.key);
    } else {
      await noteEvidence(state.db, intent.operation, finding);
      waiting += 1;
    }
  }
  return waiting;
}
