import type { Fact } from "../../domain/facts/fact.ts";
import { sql } from "kysely";
import type { Removal } from "../review/removals.ts";
import type { Db } from "../schema/tables.ts";
import { hasId } from "./operation-id.ts";

/**
 * Returns the removals applied for a run: in it, or by decisions on removals that it found first. The audit trail,
 * which outlives the operations, says which requests a run sent. Excludes a membership that was given again since and
 * removed by a later decision.
 */
export async function listApplied(db: Db, run: string): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    WITH carried AS (
      SELECT * FROM removal WHERE status = 'applied' AND first_run = ${run}
      UNION ALL SELECT * FROM removal WHERE status = 'applied' AND first_run <> ${run} AND id IN (
        SELECT jsonb_array_elements_text(a.detail->'removals') FROM audit a
        WHERE a.action = 'removal_sent' AND starts_with(a.detail->>'operation', ${`${run}-`}))),
    -- First, because they are few: each is searched for among those of the run.
    removed_again AS MATERIALIZED (
      SELECT c.id, later.id AS later FROM carried c JOIN removal later ON later.job = c.job AND later.key = c.key AND later.group_id = c.group_id
        AND later.status = 'applied' AND later.ended_at > c.ended_at)
    SELECT c.* FROM carried c WHERE NOT EXISTS (
      SELECT 1 FROM removed_again a WHERE a.id = c.id AND NOT EXISTS (SELECT 1 FROM carried o WHERE o.id = a.later))
    ORDER BY c.key, c.group_path, c.ended_at`.execute(db);
  return rows;
}

/** Returns the run that sent a removal to the service; `null` if it was never sent, or its operations were deleted. */
export async function findSendingRun(db: Db, removal: string): Promise<string | null> {
  const { rows } = await sql<{ run: string }>`
    SELECT o.run FROM audit a JOIN operation o ON ${hasId("o", sql`a.detail->>'operation'`)}
    WHERE a.action = 'removal_sent' AND a.detail->'removals' @> to_jsonb(${removal}::text) ORDER BY a.seq DESC LIMIT 1`.execute(db);
  return rows[0]?.run ?? null;
}

/** Returns why the service did not apply approved removals at the last attempt after their decision, by removal. */
export async function findLastFailures(db: Db, ids: readonly string[]): Promise<Map<string, Fact>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; reason: Fact }>`
    SELECT r.id, last.reason FROM removal r CROSS JOIN LATERAL (
      SELECT o.status, o.reason FROM operation o WHERE o.account = r.account AND o.key = r.key AND o.kind = 'remove-groups'
        AND o.ended_at >= r.decided_at ORDER BY o.ended_at DESC LIMIT 1) AS last
    WHERE r.id IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) AND r.status = 'approved'
      AND last.status IN ('failed', 'uncertain') AND last.reason IS NOT NULL`.execute(db);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}
