import type { Restoration } from "../schema/review.ts";
import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";

/** An earlier decision about the same person and group. */
export interface EarlierDecision {
  /** The pending removal. */
  of: string;
  status: string;
  restored: Restoration | null;
  decided_by: string;
  decided_at: Date;
  decision_reason: string;
}

/** Returns earlier decisions about the people and groups of these removals, latest first. */
export async function earlierDecisions(db: Db, removals: readonly string[]): Promise<EarlierDecision[]> {
  if (removals.length === 0) return [];
  const { rows } = await sql<EarlierDecision>`
    SELECT r.id AS of, e.status, e.restored, e.decided_by, e.decided_at, COALESCE(e.decision_reason, '') AS decision_reason
    FROM removal r JOIN removal e ON e.job = r.job AND e.key = r.key AND e.group_id = r.group_id AND e.id <> r.id
    WHERE r.id IN (SELECT jsonb_array_elements_text(${JSON.stringify(removals)}::jsonb))
      AND e.decided_by IS NOT NULL AND e.decided_at IS NOT NULL
    ORDER BY e.decided_at DESC`.execute(db);
  return rows;
}

/** Counts approvals of a job that were not applied and were decided before a moment. */
export async function countExpiring(db: Db, job: string, decidedBefore: Date): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    SELECT count(*) AS n FROM removal WHERE job = ${job} AND status = 'approved' AND decided_at < ${decidedBefore}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
