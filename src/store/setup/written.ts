import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";

/** Returns whether a setup wrote the file of a job with this content. */
export async function isSetupFile(db: Db, job: string, sha256: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM audit WHERE action = 'job_setup_written'
    AND detail @> ${JSON.stringify({ job, job_sha256: sha256 })}::jsonb LIMIT 1`.execute(db);
  return rows.length > 0;
}
