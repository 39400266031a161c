import type { KeptWord } from "../plan/decide.ts";
import { endRejections } from "../store/decisions.ts";
import { endPastExceptions, listExceptions } from "../store/exceptions.ts";
import type { Session } from "./session.ts";

/** What people said to keep, by key and group; of one person, or of everybody of the job. */
export async function keptMemberships({ state, job, now }: Session, key?: string): Promise<Map<string, Map<string, KeptWord>>> {
  const kept = new Map<string, Map<string, KeptWord>>();
  const at = now();
  for (const { key: whose, group_id: group, by, reason, until } of await listExceptions(state.db, {
    job: job.name,
    ...(key === undefined ? {} : { key }),
  })) {
    if (until !== null && until < at) continue;
    const theirs = kept.get(whose) ?? new Map<string, KeptWord>();
    theirs.set(group, { by, reason, until });
    kept.set(whose, theirs);
  }
  return kept;
}

/** What was kept until a date asks again from the next plan on. */
export async function endPastKeeping({ state, job }: Session, now: Date): Promise<void> {
  await endRejections(state.db, { job: job.name, keptBefore: now }, "The date until which it was kept has passed.", now);
  await endPastExceptions(state.db, job.name, now);
}
