import type { Restoration } from "../../store/schema/review.ts";
import { groupsOfAccounts } from "../../store/identities/intent-pages.ts";
import { listApprovals, listComments } from "../../store/review/decisions.ts";
import { t } from "../locales/t.ts";
import { earlierDecisions, type EarlierDecision } from "../../store/review/pending.ts";
import { countPending, type PendingCounts } from "../../store/review/pending-counts.ts";
import { listRemovals, type Removal } from "../../store/review/removals.ts";
import type { Db } from "../../store/schema/tables.ts";
import { adviceOn, advisedRemovals } from "./advice.ts";
import { evidenceOf, shownApproval, type ShownApproval, type StoredEvidence } from "./evidence.ts";
import { byCause, toRemovalJson, type Cause, type ListedRemoval } from "./pending-removals.ts";

/** One pending removal with everything its reviewer needs. Nothing sensitive. */
export interface PendingRemoval extends ListedRemoval {
  job: string;
  evidence: StoredEvidence;
  /** Paths of the person's other groups in the latest snapshot. */
  other_groups: string[];
  approvals: ShownApproval[];
  remarks: { by: string; at: string; kind: string; text: string; to: string | null }[];
  earlier: { status: string; restored: Restoration | null; by: string; at: string; reason: string }[];
}

export interface PendingCause extends Omit<Cause, "people"> {
  removals: PendingRemoval[];
}

/** All pending removals: the only source of the HTML, JSON and workbook exports. */
export interface PendingReport {
  madeAt: string;
  /** `null`: of all jobs. */
  job: string | null;
  pending: number;
  people: number;
  questions: number;
  causes: PendingCause[];
}

/** Says in the reader's language how many removals, people, causes and questions need a decision. */
export function pendingText({ removals, people, causes, questions }: Omit<PendingCounts, "oldest">): string {
  return t("review.pending_counts", { removals, people, causes, questions });
}

/** Says the same of a report. */
export function reportedText({ pending, people, questions, causes }: PendingReport): string {
  return pendingText({ removals: pending, people, causes: causes.length, questions });
}

/** Loads the pending removals by cause, largest first. */
export async function pendingReport(db: Db, job: string | null, now: Date): Promise<PendingReport> {
  const removals = await listRemovals(db, { status: ["pending"], ...(job === null ? {} : { job }) });
  const shown = await withCircumstances(db, removals);
  const advice = await adviceOn(db, advisedRemovals(removals), now);
  const causes = byCause(removals).map(({ people, ...cause }) => ({
    ...cause,
    removals: people.map((removal) => ({ ...shown(removal), ...advice.get(removal.id) })),
  }));
  const { people, questions } = await countPending(db, job);
  return { madeAt: now.toISOString(), job, pending: removals.length, people, questions, causes };
}

/** Loads the context that a reviewer sees beside each removal. */
export async function withCircumstances(db: Db, removals: readonly Removal[]): Promise<(removal: Removal) => PendingRemoval> {
  const ids = removals.map(({ id }) => id);
  const groups = await otherGroups(db, removals);
  const approvals = Map.groupBy(await listApprovals(db, ids), ({ removal }) => removal);
  const remarks = Map.groupBy(await listComments(db, ids), ({ removal }) => removal);
  const earlier = Map.groupBy(await earlierDecisions(db, ids), ({ of }) => of);
  return (removal) => ({
    ...toRemovalJson(removal),
    job: removal.job,
    evidence: evidenceOf(removal),
    other_groups: groups(removal),
    approvals: (approvals.get(removal.id) ?? [])
      .filter((approval) => approval.evidence_digest === removal.evidence_digest)
      .map(shownApproval),
    remarks: (remarks.get(removal.id) ?? []).map(({ by, at, kind, text, to_whom: to }) => ({ by, at: at.toISOString(), kind, text, to })),
    earlier: (earlier.get(removal.id) ?? []).map(decision),
  });
}

function decision({
  status,
  restored,
  decided_by: by,
  decided_at: at,
  decision_reason: reason,
}: EarlierDecision): PendingRemoval["earlier"][number] {
  return { status, restored, by, at: at.toISOString(), reason };
}

async function otherGroups(db: Db, removals: readonly Removal[]): Promise<(removal: Removal) => string[]> {
  const byAccount = new Map<string, Map<string, string[]>>();
  for (const [account, of] of Map.groupBy(removals, (removal) => removal.account))
    byAccount.set(account, await groupsOfAccounts(db, account, [...new Set(of.map((removal) => removal.user_id))]));
  return (removal) => (byAccount.get(removal.account)?.get(removal.user_id) ?? []).filter((path) => path !== removal.group_path);
}
