import { sql, type Selectable } from "kysely";
import type { Db } from "../schema/tables.ts";
import type { ExceptionTable } from "../schema/review.ts";

export type Exception = Selectable<ExceptionTable>;

/** Keeps memberships independent of the rules. A newer exception replaces an older one. */
export async function insertExceptions(db: Db, exceptions: readonly Exception[]): Promise<void> {
  for (let start = 0; start < exceptions.length; start += 500) {
    await db
      .insertInto("exception")
      .values(exceptions.slice(start, start + 500))
      .onConflict((conflict) =>
        conflict.columns(["job", "key", "group_id"]).doUpdateSet((excluded) => ({
          group_path: excluded.ref("excluded.group_path"),
          by: excluded.ref("excluded.by"),
          at: excluded.ref("excluded.at"),
          reason: excluded.ref("excluded.reason"),
          until: excluded.ref("excluded.until"),
          from_run: excluded.ref("excluded.from_run"),
        })),
      )
      .execute();
  }
}

/** Returns the memberships that a job keeps independent of the rules. */
export async function listExceptions(db: Db, filter: { job?: string; key?: string; fromRun?: string } = {}): Promise<Exception[]> {
  let query = db.selectFrom("exception").selectAll().orderBy("job").orderBy("group_path").orderBy("key");
  if (filter.job !== undefined) query = query.where("job", "=", filter.job);
  if (filter.key !== undefined) query = query.where("key", "=", filter.key);
  if (filter.fromRun !== undefined) query = query.where("from_run", "=", filter.fromRun);
  return query.execute();
}

/** Ends one exception and marks the person for the next plan. */
export async function deleteException(db: Db, of: Pick<Exception, "job" | "key" | "group_id">): Promise<boolean> {
  const { rows } = await sql<{ key: string }>`WITH ended AS (
      DELETE FROM exception WHERE job = ${of.job} AND key = ${of.key} AND group_id = ${of.group_id} RETURNING job, key),
    marked AS (
      UPDATE person p SET dirty = true FROM ended WHERE p.job = ended.job AND p.key = ended.key)
    SELECT key FROM ended`.execute(db);
  return rows.length > 0;
}

/** Ends exceptions whose date has passed and marks their people for the next plan. */
export async function endPastExceptions(db: Db, job: string, now: Date): Promise<void> {
  await sql`WITH ended AS (
      DELETE FROM exception WHERE job = ${job} AND until < ${now} RETURNING job, key)
    UPDATE person p SET dirty = true FROM ended WHERE p.job = ended.job AND p.key = ended.key`.execute(db);
}

/** Marks these people for the next plan, even if one of their operations succeeds meanwhile. */
export async function touchPeople(db: Db, job: string, keys: readonly string[]): Promise<void> {
  await sql`UPDATE person SET touched = true
    WHERE job = ${job} AND key IN (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`.execute(db);
}
