import { sql } from "kysely";
import type { Db } from "./schema.ts";

/** Forgets the keys of the file that was counted before. */
export async function forgetJoiners(db: Db): Promise<void> {
  await sql`CREATE TEMP TABLE IF NOT EXISTS joiner_key (key text PRIMARY KEY)`.execute(db);
  await sql`TRUNCATE joiner_key`.execute(db);
}

/**
 * Of the keys of some active people those for whom a run would make an account: they come for the first time since
 * `forgetJoiners`, are linked to nobody, and no earlier create of theirs is in doubt. The database remembers the keys,
 * so that a person of two rows counts once and memory does not grow with the file.
 */
export async function addJoiners(db: Db, account: string, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    WITH came AS (
      INSERT INTO joiner_key SELECT DISTINCT k FROM jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) AS k
      ON CONFLICT DO NOTHING RETURNING key)
    SELECT c.key FROM came c
    WHERE NOT EXISTS (SELECT 1 FROM link l WHERE l.account = ${account} AND l.key = c.key)
      AND NOT EXISTS (SELECT 1 FROM intent i WHERE i.account = ${account} AND i.key = c.key AND i.status IN ('open', 'uncertain', 'unlinked'))`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}
