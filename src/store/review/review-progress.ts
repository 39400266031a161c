import { sql } from "kysely";
import { ERASED } from "../../domain/erased.ts";
import type { Db } from "../schema/tables.ts";

/** How far the review of the current removals is. */
export interface ReviewProgress {
  decided: number;
  all: number;
  /** Of the decided ones: removed, and not added back since. */
  removed: number;
  /** Approved, and not removed yet. */
  approved: number;
  kept: number;
}

/**
 * Counts the removals of the runs that found those still pending, and what people decided about them. If nothing is
 * pending, those of the latest run whose removals people decided. Removals that a policy approved, or whose facts
 * changed, are left out.
 */
export async function reviewProgress(db: Db): Promise<ReviewProgress> {
  // Each status of each run is counted in the index: there may be many removals of other runs.
  const { rows } = await sql<Record<"pending" | "approved" | "applied" | "kept" | "restored", string | null>>`
    WITH pending AS MATERIALIZED (SELECT first_run, count(*) AS n FROM removal WHERE status = 'pending' GROUP BY first_run),
      latest AS (SELECT max(of.first_run) AS first_run FROM (VALUES ('approved'), ('applied'), ('rejected')) AS decided (status),
        LATERAL (SELECT first_run FROM removal r WHERE r.status = decided.status AND decided_how <> 'policy' ORDER BY first_run DESC LIMIT 1) AS of
        WHERE NOT EXISTS (SELECT 1 FROM pending)),
      runs AS MATERIALIZED (SELECT first_run FROM pending UNION ALL SELECT first_run FROM latest WHERE first_run IS NOT NULL),
      decided AS (SELECT d.status, sum(of.n) AS n FROM (VALUES ('approved'), ('applied'), ('rejected')) AS d (status), runs,
        LATERAL (SELECT count(*) AS n FROM removal r WHERE r.status = d.status AND r.first_run = runs.first_run AND decided_how <> 'policy' OFFSET 0) AS of
        GROUP BY d.status)
    SELECT (SELECT sum(n) FROM pending) AS pending, (SELECT n FROM decided WHERE status = 'approved') AS approved,
      (SELECT n FROM decided WHERE status = 'applied') AS applied, (SELECT n FROM decided WHERE status = 'rejected') AS kept,
      (SELECT count(*) FROM removal WHERE restored IS NOT NULL AND status = 'applied' AND decided_how <> 'policy'
        AND first_run IN (SELECT first_run FROM runs)) AS restored`.execute(db);
  const of = (name: "pending" | "approved" | "applied" | "kept" | "restored"): number => Number(rows[0]?.[name] ?? 0);
  const decided = of("approved") + of("applied") + of("kept");
  return {
    decided,
    all: of("pending") + decided,
    removed: of("applied") - of("restored"),
    approved: of("approved"),
    kept: of("kept") + of("restored"),
  };
}

/** Of a reviewer's decisions, the latest are searched for reasons. */
const SEARCHED = 200;

/** A reason of a reviewer, with the action and the kind of evidence it belongs to. */
export interface RecentReason {
  reason: string;
  verdict: "approved" | "rejected";
  /** The kind of the evidence: `value_changed`, `leaver`. */
  kind: string;
}

/** Returns the latest reasons that a reviewer gave, without those that were erased. */
export async function recentReasons(db: Db, by: string, limit: number): Promise<RecentReason[]> {
  const { rows } = await sql<RecentReason>`
    SELECT reason, verdict, kind FROM (
      SELECT decision_reason AS reason, CASE WHEN status = 'rejected' THEN 'rejected' ELSE 'approved' END AS verdict, evidence->>'kind' AS kind,
        decided_at FROM removal
      WHERE decided_by = ${by} AND status IN ('approved', 'applied', 'rejected') AND decision_reason <> ${ERASED}
        AND length(decision_reason) <= 120
      ORDER BY decided_at DESC LIMIT ${SEARCHED}) AS latest
    GROUP BY reason, verdict, kind ORDER BY max(decided_at) DESC LIMIT ${limit}`.execute(db);
  return rows;
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
