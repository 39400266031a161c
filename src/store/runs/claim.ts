import { sql } from "kysely";
import type { UrgentDeactivation } from "../../domain/protection/urgent.ts";
import type { JournalDamage } from "../../state/journal/journal-lines.ts";
import { isUnconfirmed } from "../identities/open-intents.ts";
import { urgentOf } from "../people/urgent-deactivations.ts";
import type { Db } from "../schema/tables.ts";
import type { Operation } from "./operations.ts";
import { beforeOf } from "./name-chains.ts";
import { openPayloads, portionOf, type Payload } from "../portions/payload.ts";

/** A claimed operation, with the current data of its person. */
export interface ClaimedOperation extends Operation {
  payload: Payload;
  /** The account that the person is linked to. */
  linked_user: string | null;
  /** The username last sent to that account, and that of the person's last row; a fingerprint if it is sensitive. */
  linked_username: string | null;
  row_username: string | null;
  /** The known groups of that account. */
  memberships: string[];
  /** The operation that had to be done first; `null`: none. */
  before: { status: string; key: string } | null;
  /** A create for the same person has an unknown outcome. */
  unconfirmed: boolean;
  /** A person closed the account, and HR's file does not agree yet: nothing may reactivate it. */
  urgent: UrgentDeactivation | null;
  /** The number of the last complete snapshot; 0 if there is none. */
  snapshot: number;
  /** The state was restored from a backup of this time, and the accounts created since are not confirmed as linked. */
  restored: string | null;
  /** Damage of the journal, which may have recorded an account of the person. */
  damaged: JournalDamage | null;
}

type Found = Omit<ClaimedOperation, "memberships" | "payload"> & {
  memberships: string[] | null;
  portion: { first: number; version: string } | null;
};

/** `notDue`: it waits for a retry. `busy`: another operation of the same person runs. `over`: ended, or another process has it. */
export type Claim = { claimed: ClaimedOperation } | { notDue: Date } | "busy" | "over";

/**
 * Claims operations, each once, in one statement.
 * @throws an error for which `isBusy` is true if another operation of one of their people runs in any process; then
 *   none is claimed
 */
export async function claimOperations(db: Db, ids: readonly string[], processId: string, now: Date): Promise<Claim[]> {
  const { rows } = await sql<Found>`
    WITH claimed AS (
      UPDATE operation SET status = 'running', attempts = attempts + 1, claimed_by = ${processId}
      -- By id: the index of open operations also has all that ended since the last VACUUM, so its condition is hidden.
      WHERE id = ANY (ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))) AND COALESCE(status, '') = 'queued'
        AND (due_at IS NULL OR due_at <= ${now}) RETURNING *),
    found AS (
      SELECT c.*, l.user_id AS linked_user, l.sent->>'username' AS linked_username, ${beforeOf("c")} AS before,
        (SELECT p.username FROM person p WHERE p.job = c.job AND p.key = c.key) AS row_username, EXISTS (
          SELECT 1 FROM intent i WHERE i.account = c.account AND i.key = c.key AND ${isUnconfirmed("i")}
        ) AS unconfirmed, ${urgentOf({ account: sql`c.account`, key: sql`c.key`, userId: sql`l.user_id`, now })} AS urgent, COALESCE((SELECT r.number FROM snapshot r WHERE r.account = c.account), 0) AS snapshot,
        (SELECT value->>'made' FROM setting WHERE name = 'creates_held') AS restored,
        (SELECT value FROM setting WHERE name = 'journal_damage') AS damaged
      FROM claimed c LEFT JOIN link l ON l.account = c.account AND l.key = c.key)
    SELECT f.*, (SELECT jsonb_agg(m.group_id) FROM membership m WHERE m.account = f.account AND m.user_id = f.linked_user) AS memberships,
      ${portionOf("f")} AS portion
    FROM found f`.execute(db);
  const payloads = await openPayloads(db, rows).catch(async (error: unknown) => {
    // Claimed one by one, only those without a payload fail.
    if (ids.length > 1) await releaseOperations(db, ids, processId);
    throw error;
  });
  const claimed = new Map(rows.map((row, n) => [row.id, { ...row, payload: payloads[n] ?? {} }]));
  const others = ids.filter((id) => !claimed.has(id));
  const due = others.length === 0 ? new Map<string, Date>() : await findDueTimes(db, others);
  return ids.map((id) => {
    const row = claimed.get(id);
    // The same id twice in one group is claimed once.
    claimed.delete(id);
    if (row !== undefined) return { claimed: { ...row, memberships: row.memberships ?? [] } };
    const notDue = due.get(id);
    return notDue === undefined ? "over" : { notDue };
  });
}

/** Returns claimed operations that were not tried to the queued ones, as if they had never been claimed. */
export async function releaseOperations(db: Db, ids: readonly string[], processId: string): Promise<null[]> {
  await sql`UPDATE operation SET status = 'queued', attempts = attempts - 1
    WHERE id = ANY (ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))
      AND status = 'running' AND claimed_by = ${processId}`.execute(db);
  return ids.map(() => null);
}

/** Returns whether a claim failed because another operation of the person runs. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, "constraint") === "operation_running";
}

async function findDueTimes(db: Db, ids: readonly string[]): Promise<Map<string, Date>> {
  const found = await db.selectFrom("operation").select(["id", "due_at"]).where("id", "in", ids).where("status", "=", "queued").execute();
  return new Map(found.flatMap(({ id, due_at: dueAt }) => (dueAt === null ? [] : [[id, dueAt] as const])));
}
