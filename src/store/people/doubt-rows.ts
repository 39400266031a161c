import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";

/**
 * Marks the rows of a job as out of date whose newer ones the database lost with a run: nothing is decided on them until
 * a run is for these people again (I1).
 */
export async function doubtRowsBeforeLost(db: Db, released: readonly { run: string; job: string; at: string }[]): Promise<void> {
  await sql`UPDATE person p SET state = 'rejected', dirty = true
    FROM jsonb_to_recordset(${JSON.stringify(released)}::jsonb) AS e(run text, job text, at timestamptz)
    WHERE p.job = e.job AND p.state = 'present' AND NOT EXISTS (
      SELECT 1 FROM run r WHERE r.job = e.job AND r.released AND (r.id = e.run OR (r.started_at > e.at AND NOT r.partial)))`.execute(db);
}
