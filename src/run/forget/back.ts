import { appendAudit } from "../../store/audit.ts";
import { listForgotten, listUnlinked } from "../../store/forget.ts";
import { moveLink } from "../../store/moves.ts";
import { pseudonymKey } from "../../store/settings.ts";
import type { Session } from "../session.ts";
import { pseudonymOf } from "./forget.ts";

interface Returning {
  key: string;
  /** The pseudonym that their account is linked to. */
  from: string;
  userId: string;
}

/** Finds the people of a run's file who were erased and still have an account. */
export async function returningPeople({ state, job }: Session, run: string): Promise<Returning[]> {
  const { account } = job.service;
  const forgotten = await listForgotten(state.db, account);
  if (forgotten.size === 0) return [];
  const secret = await pseudonymKey(state);
  return (await listUnlinked(state.db, run, account)).flatMap((key) => {
    const from = pseudonymOf(secret, account, key);
    const userId = forgotten.get(from);
    return userId === undefined ? [] : [{ key, from, userId }];
  });
}

/** Whoever was forgotten and stands in HR's file again gets their account back, not a second one (I2). */
export async function welcomeBack(session: Session, run: string): Promise<void> {
  const { state, job, now } = session;
  const { account } = job.service;
  for (const { key, from, userId } of await returningPeople(session, run)) {
    const detail = { job: job.name, account, run, key, user_id: userId };
    await appendAudit(state, { actor: "rollcall", action: "person_returned", detail }, now());
    await moveLink(state, { account, job: job.name, key, from, userId }, now());
  }
}
