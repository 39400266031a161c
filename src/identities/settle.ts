import { observeAccount } from "./observed.ts";
import { noteEvidence, listLeftOpen, refuseIntent } from "../store/identities/intents.ts";
import { addLink } from "../store/identities/links.ts";
import { settleByObservation } from "../store/runs/outcomes.ts";
import { markDirty } from "../store/people/people.ts";
import type { Service, Session } from "../session/session.ts";
import { settleByReport } from "./settle-by-report.ts";

/**
 * Settles unconfirmed creates of this service account by the last snapshot of the groups, and then by a report if the job
 * names one. The rest stays unconfirmed, with its evidence, for the next snapshot or a person.
 * @param since requests a report only if one of the creates was sent after this time
 */
export async function settleCreates(session: Session, service: Service, since: Date | null = null): Promise<void> {
  const waiting = await settleByGroups(session);
  if (waiting > 0) await settleByReport(session, service, since);
}

/** Settles creates by the groups. @returns how many are still unconfirmed */
async function settleByGroups(session: Session): Promise<number> {
  const { state, job, now } = session;
  const { account, identities } = job.service;
  let waiting = 0;
  const intents = new Map((await listLeftOpen(state.db, account)).map((intent) => [intent.operation, intent]));
  if (intents.size === 0) return waiting;
  for (const finding of await observeAccount(state, account, identities.settle)) {
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
