import { sql } from "kysely";
import type { Removal } from "../review/removals.ts";
import type { Db } from "../schema/tables.ts";

/**
 * Returns the removals applied for a run: in it, or by decisions on removals that it found first. The audit trail,
 * which outlives the operations, says which requests a run sent. Excludes a membership that was given again since and
 * removed by a later decision.
 */
export async function listApplied(db: Db, run: string): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    WITH carried AS (
      SELECT r.* FROM removal r WHERE r.status = 'applied' AND (r.first_run = ${run} OR r.id IN (
        SELECT jsonb_array_elements_text(a.detail->'removals') FROM audit a
        WHERE a.action = 'removal_sent' AND starts_with(a.detail->>'operation', ${`${run}-`}))))
    SELECT c.* FROM carried c WHERE NOT EXISTS (
      SELECT 1 FROM removal later WHERE later.job = c.job AND later.key = c.key AND later.group_id = c.group_id
        AND later.status = 'applied' AND later.ended_at > c.ended_at AND later.id NOT IN (SELECT id FROM carried))
    ORDER BY c.key, c.group_path, c.ended_at`.execute(db);
  return rows;
}
