import { appendAudit } from "../../store/audit.ts";
import { listForgotten, listUnlinked } from "../../store/forget.ts";
import { moveLink } from "../../store/moves.ts";
import { pseudonymKey } from "../../store/settings.ts";
import type { Session } from "../session.ts";
import { pseudonymOf } from "./forget.ts";

/** Whoever was forgotten and stands in HR's file again gets their account back, not a second one (I2). */
export async function welcomeBack({ state, job, now }: Session, run: string): Promise<void> {
  const { account } = job.service;
  const forgotten = await listForgotten(state.db, account);
  if (forgotten.size === 0) return;
  const secret = await pseudonymKey(state);
  for (const key of await listUnlinked(state.db, run, account)) {
    const from = pseudonymOf(secret, account, key);
    const userId = forgotten.get(from);
    if (userId === undefined) continue;
    const detail = { job: job.name, account, run, key, user_id: userId };
    await appendAudit(state, { actor: "rollcall", action: "person_returned", detail }, now());
    await moveLink(state, { account, job: job.name, key, from, userId }, now());
  }
}
