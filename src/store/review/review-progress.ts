import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";

/** How far the review of the current removals is. */
export interface ReviewProgress {
  decided: number;
  all: number;
}

/**
 * Counts the removals that the same runs found as those still pending, and how many of them people decided. Removals
 * that a policy approved, or whose facts changed, are left out.
 */
export async function reviewProgress(db: Db): Promise<ReviewProgress> {
  const { rows } = await sql<{ decided: string; all: string }>`
    SELECT count(*) FILTER (WHERE status <> 'pending') AS decided, count(*) AS "all" FROM removal
    WHERE first_run IN (SELECT DISTINCT first_run FROM removal WHERE status = 'pending')
      AND (status = 'pending' OR (status IN ('approved', 'rejected', 'applied') AND decided_how <> 'policy'))`.execute(db);
  return { decided: Number(rows[0]?.decided ?? 0), all: Number(rows[0]?.all ?? 0) };
}

/** Returns the latest reasons that a reviewer gave, without those that were erased. */
export async function recentReasons(db: Db, by: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ reason: string }>`
    SELECT decision_reason AS reason FROM removal
    WHERE decided_by = ${by} AND decision_reason IS NOT NULL AND decision_reason <> 'Erased on request.' AND length(decision_reason) <= 120
    GROUP BY decision_reason ORDER BY max(decided_at) DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ reason }) => reason);
}
