import { sql } from "kysely";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { Db } from "../schema/tables.ts";
import { hasId, idOf, statusOf } from "./operation-id.ts";

/** The codes of updates that are never sent: a username is freed only by itself, or not by this run. */
const USERNAME_RING = "username_ring";
export const NAME_NOT_FREED = "name_not_freed";
export const NEVER_SENT: ReadonlySet<string | null> = new Set([USERNAME_RING, NAME_NOT_FREED]);

/** Says why an update that takes a username of another account is not sent. */
export function notFreed(key: string): Fact {
  return fact("operation.name_not_freed", { key });
}

/**
 * Makes each planned update that takes a username wait for the update of the same run that frees it. Updates that wait for
 * each other in a ring are never sent, nor those whose username no update frees, because that person is blocked or keeps it.
 */
export async function chainUsernames(db: Db, run: string): Promise<void> {
  const taking = sql`taking AS MATERIALIZED (
      SELECT o.seq, o.key, o.account, lower(f->>'to') AS name FROM operation o, jsonb_array_elements(o.changes->'fields') f
      WHERE o.run = ${run} AND o.status = 'planned' AND o.kind <> 'create' AND o.changes->'fields' @> '[{"field": "username"}]'
        AND f->>'field' = 'username'),
    held AS MATERIALIZED (
      SELECT t.seq, l.key AS holder FROM taking t
        JOIN link l ON l.account = t.account AND lower(l.sent->>'username') = t.name AND l.key <> t.key)`;
  const { rows: kept } = await sql<{ seq: number; holder: string }>`WITH ${taking} SELECT h.seq, min(h.holder) AS holder FROM held h
    WHERE NOT EXISTS (SELECT 1 FROM taking g WHERE g.key = h.holder) GROUP BY h.seq`.execute(db);
  const { rows } = await sql<Chained>`
    WITH ${taking},
    chained AS (SELECT h.seq AS taker, ${run}::text AS run, max(g.seq) AS seq FROM held h JOIN taking g ON g.key = h.holder GROUP BY h.seq)
    UPDATE operation o SET after_operation = ${idOf("c")} FROM chained c WHERE o.run = c.run AND o.seq = c.taker
      RETURNING o.seq, o.key, c.seq AS after`.execute(db);
  const rings = ringsOf(rows).flatMap((ring) => {
    const reason = fact("operation.username_ring", { keys: ring.map(({ key }) => key).toSorted() });
    return ring.map(({ seq }) => ({ run, seq, code: USERNAME_RING, reason }));
  });
  const values = [...rings, ...kept.map(({ seq, holder }) => ({ run, seq, code: NAME_NOT_FREED, reason: notFreed(holder) }))];
  if (values.length === 0) return;
  await sql`UPDATE operation o SET after_operation = NULL, code = r.code, reason = r.reason
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS r(run text, seq integer, code text, reason jsonb)
    WHERE o.run = r.run AND o.seq = r.seq`.execute(db);
}

interface Chained {
  seq: number;
  key: string;
  after: number;
}

/** Returns the rings: operations that wait for each other, so that none can be the first. */
function ringsOf(rows: readonly Chained[]): Chained[][] {
  const known = new Map(rows.map((row) => [row.seq, row]));
  const seen = new Map<number, number>();
  const rings: Chained[][] = [];
  for (const [walk, start] of rows.entries()) {
    const path: Chained[] = [];
    let at: Chained | undefined = start;
    for (; at !== undefined && !seen.has(at.seq); at = known.get(at.after)) {
      seen.set(at.seq, walk);
      path.push(at);
    }
    // The walk came back to itself: the ring begins where it did.
    if (at !== undefined && seen.get(at.seq) === walk) rings.push(path.slice(path.indexOf(at)));
  }
  return rings;
}

/** Returns the status and the key of the operation that another one had to wait for. */
export const beforeOf = (alias: string) =>
  sql`(SELECT jsonb_build_object('status', b.status, 'key', b.key) FROM operation b WHERE ${hasId("b", sql.ref(`${alias}.after_operation`))})`;

/** Returns whether an operation need not wait for another one any more. */
export const isFree = (alias: string) => sql`(${sql.ref(`${alias}.after_operation`)} IS NULL OR NOT EXISTS (
  SELECT 1 FROM operation b WHERE ${hasId("b", sql.ref(`${alias}.after_operation`))} AND ${statusOf("b")} IN ('planned', 'queued', 'running')))`;

/** Returns whether operations of a run wait for others. */
export async function hasChains(db: Db, run: string): Promise<boolean> {
  const found = await db
    .selectFrom("operation")
    .select("seq")
    .where("run", "=", run)
    .where("after_operation", "is not", null)
    .limit(1)
    .execute();
  return found.length > 0;
}
