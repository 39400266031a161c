/** What the pages about identities read. */
import { sql } from "kysely";
import type { Db } from "./schema.ts";

/** How many creates are not settled, in all accounts. */
export async function countUnsettled(db: Db): Promise<number> {
  const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM intent WHERE status IN ('open', 'uncertain', 'unlinked')`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** The accounts with creates that are not settled, and which creates each job sent there. */
export async function listUnsettledAccounts(db: Db): Promise<{ account: string; job: string; operations: string[] }[]> {
  const { rows } = await sql<{ account: string; job: string; operations: string[] }>`
    SELECT account, job, jsonb_agg(operation) AS operations FROM intent
    WHERE status IN ('open', 'uncertain', 'unlinked') GROUP BY account, job ORDER BY account, job`.execute(db);
  return rows;
}

/** Whose create an operation is. */
export async function findCreate(db: Db, operation: string): Promise<{ account: string; job: string; key: string } | undefined> {
  return db.selectFrom("intent").select(["account", "job", "key"]).where("operation", "=", operation).executeTakeFirst();
}

/** People whose operation of the last run was held because they look like somebody else, or because accounts are not known. */
export async function listHeldPeople(
  db: Db,
  limit: number,
): Promise<{ run: string; job: string; key: string; name: string; code: string | null; reason: string | null }[]> {
  const { rows } = await sql<{ run: string; job: string; key: string; name: string; code: string | null; reason: string | null }>`
    SELECT o.run, o.job, o.key, o.name, o.code, o.reason FROM operation o JOIN (
      SELECT DISTINCT ON (job) id FROM run WHERE kind = 'sync' AND released ORDER BY job, started_at DESC) AS last ON last.id = o.run
    WHERE o.status = 'held' AND o.code IN ('same_person', 'name_in_use', 'unsettled_create') ORDER BY o.run, o.seq LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}
