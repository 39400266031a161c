import { groupsOfAccounts } from "../store/identities.ts";
import { listApprovals, listRemarks } from "../store/decisions.ts";
import { earlierDecisions, type EarlierDecision } from "../store/waiting.ts";
import { listRemovals, type Removal } from "../store/removals.ts";
import type { Db } from "../store/schema.ts";
import { evidenceOf, shownApproval, type ShownApproval, type StoredEvidence } from "./evidence.ts";
import { byCause, listed, type Cause, type ListedRemoval } from "./removals.ts";

/** One removal that waits, with everything that whoever decides has to see. Nothing sensitive. */
export interface PendingRemoval extends ListedRemoval {
  job: string;
  evidence: StoredEvidence;
  /** Paths of the person's other groups, as they were read last. */
  other_groups: string[];
  approvals: ShownApproval[];
  remarks: { by: string; at: string; kind: string; text: string; to: string | null }[];
  earlier: { status: string; by: string; at: string; reason: string }[];
}

export interface PendingCause extends Pick<Cause, "id" | "kind" | "text" | "sentence" | "group" | "gains" | "digest" | "alias"> {
  removals: PendingRemoval[];
}

/** Everything that waits for a decision: HTML, JSON and workbook are drawn from this and nothing else. */
export interface PendingReport {
  madeAt: string;
  /** `null`: of all jobs. */
  job: string | null;
  pending: number;
  causes: PendingCause[];
}

/** Collects what waits for a decision, by cause, the largest first. */
export async function pendingReport(db: Db, job: string | null, now: Date): Promise<PendingReport> {
  const removals = await listRemovals(db, { status: ["pending"], ...(job === null ? {} : { job }) });
  const ids = removals.map(({ id }) => id);
  const groups = await otherGroups(db, removals);
  const approvals = Map.groupBy(await listApprovals(db, ids), ({ removal }) => removal);
  const remarks = Map.groupBy(await listRemarks(db, ids), ({ removal }) => removal);
  const earlier = Map.groupBy(await earlierDecisions(db, ids), ({ of }) => of);
  const causes = byCause(removals).map(({ people, id, kind, text, sentence, group, gains, digest, alias }) => ({
    id,
    kind,
    text,
    sentence,
    group,
    gains,
    digest,
    alias,
    removals: people.map((removal) => ({
      ...listed(removal),
      job: removal.job,
      evidence: evidenceOf(removal),
      other_groups: groups(removal),
      approvals: (approvals.get(removal.id) ?? [])
        .filter((approval) => approval.evidence_digest === removal.evidence_digest)
        .map(shownApproval),
      remarks: (remarks.get(removal.id) ?? []).map(({ by, at, kind: of, text: words, to_whom: to }) => ({
        by,
        at: at.toISOString(),
        kind: of,
        text: words,
        to,
      })),
      earlier: (earlier.get(removal.id) ?? []).map(decision),
    })),
  }));
  return { madeAt: now.toISOString(), job, pending: removals.length, causes };
}

function decision({ status, decided_by: by, decided_at: at, decision_reason: reason }: EarlierDecision): PendingRemoval["earlier"][number] {
  return { status, by, at: at.toISOString(), reason };
}

async function otherGroups(db: Db, removals: readonly Removal[]): Promise<(removal: Removal) => string[]> {
  const byAccount = new Map<string, Map<string, string[]>>();
  for (const [account, of] of Map.groupBy(removals, (removal) => removal.account))
    byAccount.set(account, await groupsOfAccounts(db, account, [...new Set(of.map((removal) => removal.user_id))]));
  return (removal) => (byAccount.get(removal.account)?.get(removal.user_id) ?? []).filter((path) => path !== removal.group_path);
}
