/** Queries for the identity pages. */
import type { Fact } from "../../domain/facts/fact.ts";
import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";
import { inDirection, nameOrder, type Sort } from "../sort.ts";

/** Counts unresolved creates in all accounts. */
export async function countUnconfirmed(db: Db): Promise<number> {
  const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM intent WHERE status IN ('open', 'uncertain', 'unlinked')`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Returns the accounts with unresolved creates, and these creates by job. */
export async function listUnconfirmedAccounts(db: Db): Promise<{ account: string; job: string; operations: string[] }[]> {
  const { rows } = await sql<{ account: string; job: string; operations: string[] }>`
    SELECT account, job, jsonb_agg(operation) AS operations FROM intent
    WHERE status IN ('open', 'uncertain', 'unlinked') GROUP BY account, job ORDER BY account, job`.execute(db);
  return rows;
}

/** Returns the account, job and key of a create. */
export async function findCreate(db: Db, operation: string): Promise<{ account: string; job: string; key: string } | undefined> {
  return db.selectFrom("intent").select(["account", "job", "key"]).where("operation", "=", operation).executeTakeFirst();
}

/** Returns the service account of a job's latest run; `null` if it has never run. */
export async function findAccountOfJob(db: Db, job: string): Promise<string | null> {
  const run = await db.selectFrom("run").select("account").where("job", "=", job).orderBy("started_at", "desc").limit(1).executeTakeFirst();
  return run?.account ?? null;
}

/** A person whose operation in the last run was blocked. */
export interface HeldRow {
  run: string;
  job: string;
  key: string;
  name: string;
  code: string | null;
  reason: Fact | null;
  /** Possible duplicates with both records, without sensitive values. */
  alike: {
    key: string;
    user_id: string | null;
    fields: string[];
    records: { field: string; here: string | null; there: string | null }[];
  }[];
  /** The decision made since. */
  settled: "linked" | "distinct" | null;
}

const HELD_ORDERS = {
  found: [sql`o.run`, sql`o.seq`],
  name: [nameOrder("o.name"), sql`o.key`],
  key: [sql`o.key`],
  reason: [sql`o.code`, nameOrder("o.name"), sql`o.key`],
} as const;
export type HeldSort = keyof typeof HELD_ORDERS;
export const HELD_SORTS = Object.keys(HELD_ORDERS) as HeldSort[];

/** Returns people whose operation in the last run was blocked as a possible duplicate, or because of unknown accounts. */
export async function listHeldPeople(db: Db, limit: number, { by, direction }: Sort<HeldSort>): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    SELECT o.run, o.job, o.key, o.name, o.code, o.reason, COALESCE(o.changes->'alike', '[]'::jsonb) AS alike,
      CASE WHEN o.code <> 'another_person' AND EXISTS (SELECT 1 FROM link l WHERE l.account = o.account AND l.key = o.key) THEN 'linked'
        WHEN o.code = 'same_person' AND NOT EXISTS (
          SELECT 1 FROM jsonb_array_elements(COALESCE(o.changes->'alike', '[{}]'::jsonb)) AS other WHERE NOT EXISTS (
            SELECT 1 FROM distinct_person d WHERE d.account = o.account AND d.key = o.key AND d.other_key = other->>'key')) THEN 'distinct'
      END AS settled
    FROM operation o JOIN (
      SELECT DISTINCT ON (job) id FROM run WHERE kind = 'sync' AND released ORDER BY job, started_at DESC) AS last ON last.id = o.run
    WHERE o.status = 'held' AND o.code IN ('same_person', 'another_person', 'name_in_use', 'unsettled_create') ORDER BY ${inDirection(HELD_ORDERS[by], direction)}, o.run LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}
