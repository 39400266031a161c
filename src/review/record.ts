import { appendAudits } from "../store/audit/audit.ts";
import type { NewAuditEntry } from "../state/journal/journal.ts";
import type { Db } from "../store/schema/tables.ts";
import { inDecisions } from "../store/transaction.ts";
import type { State } from "../state/state.ts";

/**
 * Records a decision on memberships of a job: its audit entries first (I8), then what `write` stores, in one transaction
 * while no other process decides about the job. Reviewers, workbooks, tokens, policies, reverts and add-backs have no
 * other way.
 * @param write stores the decision; it checks again what the decision depends on
 */
export async function record<T>(
  state: Pick<State, "db" | "journal">,
  job: string,
  entries: readonly NewAuditEntry[],
  at: Date,
  write: (db: Db) => Promise<T>,
): Promise<T> {
  await appendAudits(state, entries, at);
  return inDecisions(state.db, job, write);
}
