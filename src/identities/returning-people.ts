import { appendAudit } from "../store/audit/audit.ts";
import { listErased, listUnlinked } from "../store/privacy/erase.ts";
import { transferLink } from "../store/identities/link-transfers.ts";
import { pseudonymKey } from "../store/settings.ts";
import type { Session } from "../session/session.ts";
import { pseudonymOf } from "../domain/erased.ts";

interface Returning {
  key: string;
  /** The pseudonym that their account is linked to. */
  from: string;
  userId: string;
}

/** Finds the people of a run's file who were erased and still have an account. */
export async function returningPeople({ state, job }: Session, run: string): Promise<Returning[]> {
  const { account } = job.service;
  const erased = await listErased(state.db, account);
  if (erased.size === 0) return [];
  const secret = await pseudonymKey(state);
  return (await listUnlinked(state.db, { run, job: job.name, account })).flatMap((key) => {
    const from = pseudonymOf(secret, account, key);
    const userId = erased.get(from);
    return userId === undefined ? [] : [{ key, from, userId }];
  });
}

/** Links erased people who are in HR's file again to their old account, so that they get no second one (I2). */
export async function relinkReturningPeople(session: Session, run: string): Promise<void> {
  const { state, job, now } = session;
  const { account } = job.service;
  for (const { key, from, userId } of await returningPeople(session, run)) {
    const detail = { job: job.name, account, run, key, user_id: userId };
    await appendAudit(state, { actor: "rollcall", action: "person_returned", detail }, now());
    await transferLink(state, { account, job: job.name, key, from, userId }, now());
  }
}
