import { fact } from "../../domain/facts/fact.ts";
import type { MembershipException } from "../../plan/exceptions.ts";
import { endRejections } from "../../store/review/decisions.ts";
import { endPastExceptions, listExceptions } from "../../store/review/exceptions.ts";
import type { Session } from "../../session/session.ts";

/** Returns the exceptions of one person, or of all people of the job, by key and group. */
export async function loadExceptions({ state, job, now }: Session, key?: string): Promise<Map<string, Map<string, MembershipException>>> {
  const exceptions = new Map<string, Map<string, MembershipException>>();
  const at = now();
  for (const { key: owner, group_id: group, by, reason, until } of await listExceptions(state.db, {
    job: job.name,
    ...(key === undefined ? {} : { key }),
  })) {
    if (until !== null && until < at) continue;
    const theirs = exceptions.get(owner) ?? new Map<string, MembershipException>();
    theirs.set(group, { by, reason, until });
    exceptions.set(owner, theirs);
  }
  return exceptions;
}

/** Ends exceptions whose end date has passed, so that the plan finds their removals again. */
export async function endPastKeeping({ state, job }: Session, now: Date): Promise<void> {
  await endRejections(state.db, { job: job.name, keepUntilBefore: now }, fact("outcome.exception_over", {}), now);
  await endPastExceptions(state.db, job.name, now);
}
