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
      AND status IN ('pending', 'approved', 'rejected', 'applied') AND (status = 'pending' OR decided_how <> 'policy')`.execute(db);
  return { decided: Number(rows[0]?.decided ?? 0), all: Number(rows[0]?.all ?? 0) };
}

/** Of a reviewer's decisions, the latest are searched for reasons. */
const SEARCHED = 200;

/** Returns the latest reasons that a reviewer gave, without those that were erased. */
export async function recentReasons(db: Db, by: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ reason: string }>`
    SELECT reason FROM (
      SELECT decision_reason AS reason, decided_at FROM removal
      WHERE decided_by = ${by} AND decision_reason IS NOT NULL AND decision_reason <> 'Erased on request.' AND length(decision_reason) <= 120
      ORDER BY decided_at DESC LIMIT ${SEARCHED}) AS latest
    GROUP BY reason ORDER BY max(decided_at) DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ reason }) => reason);
}

/** How far the approved ones of some removals are. */
export interface AppliedProgress {
  applied: number;
  /** Approved and due, but not applied yet. */
  open: number;
  /** Approved, and not to be sent before a time. */
  postponed: number;
  /** The earliest of these times. */
  next: Date | null;
  /** A request to apply decisions of these jobs has not ended. */
  applying: boolean;
}

/** Counts the removals with these ids that are applied, and those that are approved and not applied yet. */
export async function appliedProgress(db: Db, ids: readonly string[], now: Date): Promise<AppliedProgress> {
  const { rows } = await sql<Record<"applied" | "open" | "postponed", string> & { next: Date | null; applying: boolean }>`
    WITH named AS (SELECT * FROM removal WHERE id IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))
    SELECT count(*) FILTER (WHERE status = 'applied') AS applied,
      count(*) FILTER (WHERE status = 'approved' AND (due_at IS NULL OR due_at <= ${now})) AS open,
      count(*) FILTER (WHERE status = 'approved' AND due_at > ${now}) AS postponed,
      min(due_at) FILTER (WHERE status = 'approved' AND due_at > ${now}) AS next,
      EXISTS (SELECT 1 FROM run_request r WHERE r.kind = 'decisions' AND r.ended_at IS NULL AND r.job IN (SELECT job FROM named)) AS applying
    FROM named`.execute(db);
  const [row] = rows;
  if (row === undefined) return { applied: 0, open: 0, postponed: 0, next: null, applying: false };
  const { applied, open, postponed, ...rest } = row;
  return { applied: Number(applied), open: Number(open), postponed: Number(postponed), ...rest };
}
