import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";
import { isLeftOut } from "./people.ts";

/** Whether a person waits only for a change that the last run did not send, because `protect` forbids it. */
const isOnlyProtected = sql`(p.state = 'present' AND NOT p.touched AND EXISTS (SELECT 1 FROM operation o
  WHERE o.account = p.account AND o.key = p.key AND o.run = p.run AND o.job = p.job AND o.code = 'protected'
    AND o.user_id IS NOT DISTINCT FROM (SELECT l.user_id FROM link l WHERE l.account = p.account AND l.key = p.key)))`;

/** Counts the people whose change waits, because `protect` forbids it. */
export async function countProtected(db: Db, job: string): Promise<number> {
  const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM person p WHERE job = ${job} AND dirty AND ${isOnlyProtected}`.execute(
    db,
  );
  return Number(rows[0]?.n ?? 0);
}

/**
 * Returns whether a job has work although its file is unchanged: marked people, dates that have come, approved removals,
 * approved groups, open creates.
 * @param at.asksElsewhere as for `findCandidates`
 */
export async function anythingLeft(db: Db, at: { job: string; account: string; today: string; asksElsewhere: boolean }): Promise<boolean> {
  const { job, today } = at;
  const { rows } = await sql<{ any: boolean }>`SELECT
    EXISTS (SELECT 1 FROM person p WHERE job = ${job} AND (dirty OR touched OR state <> 'present') AND NOT ${isOnlyProtected})
    OR EXISTS (SELECT 1 FROM person WHERE job = ${job} AND due <= ${today})
    OR EXISTS (SELECT 1 FROM person p WHERE job = ${job} AND was_in_scope AND ${at.asksElsewhere ? isLeftOut(at) : sql`false`})
    OR EXISTS (SELECT 1 FROM removal WHERE job = ${job} AND status = 'approved')
    OR EXISTS (SELECT 1 FROM missing_group WHERE job = ${job} AND (decision = 'create' AND (detail->>'creatable')::boolean OR detail->>'why' IN ('not_sent', 'unconfirmed')))
    OR EXISTS (SELECT 1 FROM intent WHERE job = ${job} AND status IN ('open', 'uncertain', 'unlinked')) AS any`.execute(db);
  return rows[0]?.any === true;
}
