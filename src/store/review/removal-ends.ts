/** How removals end: applied, superseded or expired. */
import { sql, type RawBuilder } from "kysely";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { Db } from "../schema/tables.ts";
import { inTransaction } from "../transaction.ts";

const ANSWER_LOST = JSON.stringify(fact("outcome.removed_answer_lost", {}));

/**
 * Whether a confirmed request for the removal `r` may have left, and its outcome is not recorded: until then, only that
 * operation ends the removal.
 */
export const isOwned = sql<boolean>`(r.confirm_sent AND EXISTS (SELECT 1 FROM operation o JOIN run ON run.id = o.run
  WHERE o.account = r.account AND o.key = r.key AND o.kind = 'remove-groups' AND o.removals @> to_jsonb(r.id)
    AND (o.status = 'running' OR o.status = 'queued' AND run.status = 'running')))`;

/** How the removal `r` ends: applied, if a confirmed request for it left without an answer and its membership is gone. */
export function ending(status: "superseded" | "expired", outcome: Fact | RawBuilder<unknown>) {
  const applied = sql`r.status = 'approved' AND r.confirm_sent AND NOT EXISTS (SELECT 1 FROM membership m
    WHERE m.account = r.account AND m.user_id = r.user_id AND m.group_id = r.group_id)`;
  return sql`status = CASE WHEN ${applied} THEN 'applied' ELSE ${status}::text END,
    outcome = CASE WHEN ${applied} THEN ${ANSWER_LOST}::jsonb ELSE ${"code" in outcome ? sql`${JSON.stringify(outcome)}::jsonb` : outcome} END`;
}

/**
 * Says, before it leaves, that a confirmed request for these removals is sent. Of two who come at the same moment one
 * is first: an approval that is undone is not claimed, and one that is claimed can no longer be undone.
 * @returns whether every one of them is still approved; else none is marked
 */
export async function claimForSending(db: Db, ids: readonly string[]): Promise<boolean> {
  return inTransaction(db, async (inside) => {
    const approved = await inside
      .selectFrom("removal")
      .select("id")
      .where("id", "in", ids)
      .where("status", "=", "approved")
      .orderBy("id")
      .forUpdate()
      .execute();
    if (approved.length < new Set(ids).size) return false;
    await inside.updateTable("removal").set({ confirm_sent: true }).where("id", "in", ids).execute();
    return true;
  });
}

/** Records that a confirmed removal was applied, even if something else ended it meanwhile. */
export async function endApplied(db: Db, id: string, outcome: Fact, at: Date): Promise<void> {
  await db
    .updateTable("removal")
    .set({ status: "applied", outcome: JSON.stringify(outcome), ended_at: at })
    .where("id", "=", id)
    .where("status", "!=", "applied")
    .execute();
}

/** Ends open removals whose facts changed, except those that an operation is applying. @param by the operation's own finding */
export async function supersede(db: Db, ids: readonly string[], outcome: Fact, at: Date, by?: "owner"): Promise<void> {
  await sql`UPDATE removal r SET ended_at = ${at}, ${ending("superseded", outcome)}
    WHERE id IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) AND status IN ('pending', 'approved', 'rejected')
      AND (${by === "owner"}::boolean OR NOT ${isOwned})`.execute(db);
}

/** Supersedes the open removals of accounts that belong to other keys now. @param moved JSON with account, from, key and userId */
export async function supersedeMoved(db: Db, moved: string, at: Date): Promise<void> {
  await sql`UPDATE removal r SET ended_at = ${at},
      ${ending("superseded", sql`jsonb_build_object('code', 'outcome.account_moved', 'values', jsonb_build_object('key', m.key))`)}
    FROM jsonb_to_recordset(${moved}::jsonb) AS m(account text, "from" text, key text, "userId" text)
    WHERE r.account = m.account AND r.key = m."from" AND r.user_id = m."userId"
      AND r.status IN ('pending', 'approved', 'rejected') AND NOT ${isOwned}`.execute(db);
}

/** Records that the service refused the confirmed request for these removals: it changed nothing. */
export async function clearSending(db: Db, ids: readonly string[]): Promise<void> {
  await db.updateTable("removal").set({ confirm_sent: false }).where("id", "in", ids).execute();
}

/**
 * Expires approvals that were not applied in time, and removals that no run has found since then. Marks their people, so
 * that the current plan finds the removals that are still due.
 */
export async function expireRemovals(db: Db, job: string, before: Date, now: Date): Promise<void> {
  await sql`WITH expired AS (
      UPDATE removal r SET ended_at = ${now}, ${ending("expired", fact("outcome.not_decided", {}))}
      WHERE job = ${job} AND NOT ${isOwned}
        AND ((status = 'approved' AND decided_at < ${before}) OR (status = 'pending' AND seen_at < ${before}))
      RETURNING key)
    UPDATE person SET dirty = true WHERE job = ${job} AND key IN (SELECT key FROM expired)`.execute(db);
}
