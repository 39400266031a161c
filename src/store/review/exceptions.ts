import { sql, type RawBuilder, type Selectable } from "kysely";
import { inDirection, nameOrder, type Sort } from "../sort.ts";
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

/** A membership that a reviewer decided to keep: a rejected removal, or one that a revert restored, which has no id. */
export interface ExceptionRow {
  id: string | null;
  job: string;
  key: string;
  name: string | null;
  group_id: string;
  group_path: string;
  by: string | null;
  at: Date | null;
  reason: string | null;
  until: Date | null;
  from_run: string | null;
}

const EXCEPTION_ORDERS = {
  person: [sql`name COLLATE "und-x-icu"`, sql`id`],
  group: [sql`group_path`, sql`key`],
  decided: [sql`at`],
  by: [nameOrder("by"), sql`at`],
  until: [sql`until`, sql`at`],
} as const;
export type ExceptionSort = keyof typeof EXCEPTION_ORDERS;
export const EXCEPTION_SORTS = Object.keys(EXCEPTION_ORDERS) as ExceptionSort[];

/**
 * Returns one page of all exceptions.
 * @param sort left out: rejected removals first, by group
 */
export async function pageExceptionRows(
  db: Db,
  { job, sort }: { job?: string | undefined; sort?: Sort<ExceptionSort> },
  page: { limit: number | null; offset: number },
): Promise<ExceptionRow[]> {
  const terms = sort === undefined ? sql`id IS NULL, group_path, cause, key` : inDirection(EXCEPTION_ORDERS[sort.by], sort.direction);
  const order = sql`${terms}, job, key, group_path`;
  const ofJob = job === undefined ? sql`` : sql`AND job = ${job}`;
  // Each part is limited by itself, so that an index gives its first rows.
  const first = (part: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(SELECT * FROM (${part}) AS part ORDER BY ${order} LIMIT ${page.limit === null ? null : page.offset + page.limit})`;
  const { rows } = await sql<ExceptionRow>`SELECT id, job, key, name, group_id, group_path, by, at, reason, until, from_run FROM (
      ${first(sql`SELECT id, job, key, name, group_id, group_path, cause, decided_by AS by, decided_at AS at, decision_reason AS reason,
        keep_until AS until, NULL::text AS from_run FROM removal WHERE status = 'rejected' ${ofJob}`)}
      UNION ALL
      ${first(sql`SELECT NULL::text AS id, job, key, (SELECT r.name FROM removal r WHERE r.job = exception.job AND r.key = exception.key ORDER BY r.seen_at DESC LIMIT 1) AS name,
        group_id, group_path, NULL::text AS cause, by, at, reason, until, from_run FROM exception WHERE true ${ofJob}`)}) AS kept
    ORDER BY ${order} LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return rows;
}

/** Counts all exceptions. */
export async function countExceptionRows(db: Db, job?: string): Promise<number> {
  const ofJob = job === undefined ? sql`` : sql`AND job = ${job}`;
  const { rows } = await sql<{ n: string }>`SELECT (SELECT count(*) FROM removal WHERE status = 'rejected' ${ofJob})
    + (SELECT count(*) FROM exception WHERE true ${ofJob}) AS n`.execute(db);
  return Number(rows[0]?.n ?? 0);
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

/**
 * Ends exceptions whose date has passed and marks their people for the next plan. While memberships of the job are being
 * added back, it ends none: a process that continues this reads from the exceptions what is still missing.
 */
export async function endPastExceptions(db: Db, job: string, now: Date): Promise<void> {
  await sql`WITH ended AS (
      DELETE FROM exception WHERE job = ${job} AND until < ${now}
        AND NOT EXISTS (SELECT 1 FROM run_request r WHERE r.job = ${job} AND r.kind = 'revert' AND r.ended_at IS NULL)
      RETURNING job, key)
    UPDATE person p SET dirty = true FROM ended WHERE p.job = ended.job AND p.key = ended.key`.execute(db);
}

/** Marks these people for the next plan, even if one of their operations succeeds meanwhile. */
export async function touchPeople(db: Db, job: string, keys: readonly string[]): Promise<void> {
  await sql`UPDATE person SET touched = true
    WHERE job = ${job} AND key IN (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`.execute(db);
}
