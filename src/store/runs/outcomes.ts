import { sql } from "kysely";
import type { JournalDamage } from "../../state/journal/journal-lines.ts";
import { noteOwnChange } from "../directory/own-changes.ts";
import { openPayload } from "./payload.ts";
import type { State } from "../../state/state.ts";
import type { Db } from "../schema/tables.ts";
import type { Operation } from "./operations.ts";

/** A claimed operation, with the current data of its person. */
export interface ClaimedOperation extends Operation {
  /** The account that the person is linked to. */
  linked_user: string | null;
  /** The known groups of that account. */
  memberships: string[];
  /** A create for the same person has an unknown outcome. */
  unconfirmed: boolean;
  /** The number of the last complete snapshot; 0 if there is none. */
  snapshot: number;
  /** The state was restored from a backup of this time, and the accounts created since are not confirmed as linked. */
  restored: string | null;
  /** Damage of the journal, which may have recorded an account of the person. */
  damaged: JournalDamage | null;
}

/** The operation waits for a retry that is not due yet. */
export interface NotDue {
  dueAt: Date;
}

/**
 * Claims an operation, once: `undefined` if it has ended or another process has it, `busy` while another operation of
 * the same person runs in any process.
 */
export async function claimOperation(
  db: Db,
  id: string,
  processId: string,
  now: Date,
): Promise<ClaimedOperation | NotDue | "busy" | undefined> {
  try {
    return (await claim(db, id, processId, now)) ?? (await findDueTime(db, id));
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, "constraint") === "operation_running") return "busy";
    throw error;
  }
}

async function findDueTime(db: Db, id: string): Promise<NotDue | undefined> {
  const found = await db.selectFrom("operation").select("due_at").where("id", "=", id).where("status", "=", "queued").executeTakeFirst();
  return found === undefined || found.due_at === null ? undefined : { dueAt: found.due_at };
}

async function claim(db: Db, id: string, processId: string, now: Date): Promise<ClaimedOperation | undefined> {
  const { rows } = await sql<Omit<ClaimedOperation, "memberships"> & { memberships: string[] | null }>`
    WITH claimed AS (
      UPDATE operation SET status = 'running', attempts = attempts + 1, claimed_by = ${processId}
      WHERE id = ${id} AND status = 'queued' AND (due_at IS NULL OR due_at <= ${now}) RETURNING *),
    found AS (
      SELECT c.*, l.user_id AS linked_user, EXISTS (
          SELECT 1 FROM intent i WHERE i.account = c.account AND i.key = c.key AND i.status IN ('open', 'uncertain', 'unlinked')
        ) AS unconfirmed, COALESCE((SELECT r.number FROM snapshot r WHERE r.account = c.account), 0) AS snapshot,
        (SELECT value->>'made' FROM setting WHERE name = 'creates_held') AS restored,
        (SELECT value FROM setting WHERE name = 'journal_damage') AS damaged
      FROM claimed c LEFT JOIN link l ON l.account = c.account AND l.key = c.key)
    SELECT f.*, (SELECT jsonb_agg(m.group_id) FROM membership m WHERE m.account = f.account AND m.user_id = f.linked_user) AS memberships
    FROM found f`.execute(db);
  const claimed = rows[0];
  if (claimed === undefined) return undefined;
  return { ...claimed, payload: openPayload(db, id, claimed.payload), memberships: claimed.memberships ?? [] };
}

export interface WriteResult {
  userId: string;
  /** The sent data, in its stored form. */
  sent: Record<string, unknown>;
  active: boolean | null;
  /** The current groups of the person. */
  groups: readonly string[];
  /** Set if the operation succeeded but the person must be planned again. */
  note?: { code: string; reason: string };
  /** The account was found by observation, not in the answer. */
  observed?: true;
}

/**
 * Records a created account: first in the journal, then link, memberships, the end of the operation and the person in
 * one statement. A link that is already taken violates the database's unique key.
 */
export async function recordCreated(
  state: Pick<State, "db" | "journal">,
  operation: Operation,
  result: WriteResult,
  at: Date,
): Promise<void> {
  const { account, job, key } = operation;
  const source = result.observed === true ? "observed" : "created";
  await state.journal.append({ t: "link", account, job, key, userId: result.userId, source, at: at.toISOString() });
  await sql`WITH linked AS (
      INSERT INTO link (account, key, user_id, job, source, active, sent, created_at)
      VALUES (${account}, ${key}, ${result.userId}, ${job}, ${source}, ${result.active}, ${JSON.stringify(result.sent)}::jsonb, ${at})),
    settled AS (
      UPDATE intent SET status = 'linked' WHERE account = ${account} AND key = ${key} AND status IN ('open', 'uncertain', 'unlinked')),
    ${ending(operation, result, at)}`.execute(state.db);
}

/** Records an accepted update: sent data, memberships, the end of the operation and the person. */
export async function recordUpdated(db: Db, operation: Operation, result: WriteResult, at: Date): Promise<void> {
  await sql`WITH remembered AS (
      UPDATE link SET sent = COALESCE(sent, '{}'::jsonb) || ${JSON.stringify(result.sent)}::jsonb, active = COALESCE(${result.active}::boolean, active)
      WHERE account = ${operation.account} AND key = ${operation.key}),
    ${ending(operation, result, at)}`.execute(db);
}

function ending(operation: Operation, result: WriteResult, at: Date) {
  return sql`joined AS (
      INSERT INTO membership (account, group_id, user_id)
      SELECT ${operation.account}, g, ${result.userId} FROM jsonb_array_elements_text(${JSON.stringify(result.groups)}::jsonb) AS g
      ON CONFLICT DO NOTHING),
    noted AS (${noteOwnChange(operation.account, result.userId, result.groups, true)}),
    ended AS (
      UPDATE operation SET status = 'done', payload = NULL, code = ${result.note?.code ?? null}, reason = ${result.note?.reason ?? null}, ended_at = ${at} WHERE id = ${operation.id}),
    person_settled AS (
      UPDATE person SET dirty = ${result.note !== undefined} WHERE job = ${operation.job} AND key = ${operation.key}),
    others AS (
      -- Another job of the account may know otherwise about this person, so it checks again.
      UPDATE person SET touched = true WHERE ${operation.kind === "deactivate" || operation.kind === "reactivate"}::boolean
        AND account = ${operation.account} AND key = ${operation.key} AND job <> ${operation.job})
    SELECT 1`;
}

/** Ends an unconfirmed create as done after its account was found by observation. */
export function settleByObservation(db: Db, operation: string, at: Date): Promise<void> {
  return endUncertain(db, operation, { code: "observed", reason: "The new account was found in the groups." }, at);
}

/** Ends an unconfirmed create as done after a report of the service named its account. */
export function settleByReported(db: Db, operation: string, at: Date): Promise<void> {
  return endUncertain(db, operation, { code: "reported", reason: "The new account was found in a report of the service." }, at);
}

/** Ends an unconfirmed create as done. */
export async function endUncertain(db: Db, operation: string, found: { code: string; reason: string }, at: Date): Promise<void> {
  await db
    .updateTable("operation")
    .set({ status: "done", ...found, payload: null, ended_at: at })
    .where("id", "=", operation)
    .where("status", "=", "uncertain")
    .execute();
}
