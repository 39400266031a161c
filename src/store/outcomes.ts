import { sql } from "kysely";
import type { JournalDamage } from "./journal-lines.ts";
import { noteOwnChange } from "./own-changes.ts";
import { openPayload } from "./payload.ts";
import type { State } from "./state.ts";
import type { Db } from "./schema.ts";
import type { Operation } from "./operations.ts";

/** An operation that was taken up, with what is known of its person at this moment. */
export interface ClaimedOperation extends Operation {
  /** The account that the person is linked to. */
  linked_user: string | null;
  /** The groups of that account, as far as we know. */
  memberships: string[];
  /** A create for the same person whose outcome nobody knows. */
  unsettled: boolean;
  /** The number of the last complete reading of the groups; 0 where there was none. */
  reading: number;
  /** The state is that of a backup of this time, and nobody has said that the accounts made since are linked. */
  restored: string | null;
  /** What is damaged in the journal, which may have told of an account of the person. */
  damaged: JournalDamage | null;
}

/** The operation waits for a retry that is not due yet. */
export interface NotDue {
  dueAt: Date;
}

/**
 * Takes an operation up, once: `undefined` when it has ended or another process has it, `busy` while another operation
 * of the same person runs, in this process or in another.
 */
export async function claimOperation(db: Db, id: string, me: string, now: Date): Promise<ClaimedOperation | NotDue | "busy" | undefined> {
  try {
    return (await claim(db, id, me, now)) ?? (await findDueTime(db, id));
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, "constraint") === "operation_running") return "busy";
    throw error;
  }
}

async function findDueTime(db: Db, id: string): Promise<NotDue | undefined> {
  const found = await db.selectFrom("operation").select("due_at").where("id", "=", id).where("status", "=", "queued").executeTakeFirst();
  return found === undefined || found.due_at === null ? undefined : { dueAt: found.due_at };
}

async function claim(db: Db, id: string, me: string, now: Date): Promise<ClaimedOperation | undefined> {
  const { rows } = await sql<Omit<ClaimedOperation, "memberships"> & { memberships: string[] | null }>`
    WITH claimed AS (
      UPDATE operation SET status = 'running', attempts = attempts + 1, claimed_by = ${me}
      WHERE id = ${id} AND status = 'queued' AND (due_at IS NULL OR due_at <= ${now}) RETURNING *),
    found AS (
      SELECT c.*, l.user_id AS linked_user, EXISTS (
          SELECT 1 FROM intent i WHERE i.account = c.account AND i.key = c.key AND i.status IN ('open', 'uncertain', 'unlinked')
        ) AS unsettled, COALESCE((SELECT r.number FROM reading r WHERE r.account = c.account), 0) AS reading,
        (SELECT value->>'made' FROM setting WHERE name = 'creates_held') AS restored,
        (SELECT value FROM setting WHERE name = 'journal_damage') AS damaged
      FROM claimed c LEFT JOIN link l ON l.account = c.account AND l.key = c.key)
    SELECT f.*, (SELECT jsonb_agg(m.group_id) FROM membership m WHERE m.account = f.account AND m.user_id = f.linked_user) AS memberships
    FROM found f`.execute(db);
  const claimed = rows[0];
  if (claimed === undefined) return undefined;
  return { ...claimed, payload: openPayload(db, id, claimed.payload), memberships: claimed.memberships ?? [] };
}

export interface Told {
  userId: string;
  /** What was sent, as it is remembered. */
  sent: Record<string, unknown>;
  active: boolean | null;
  /** Groups that the person is in now. */
  groups: readonly string[];
  /** Set where the operation ended well but the person is to be looked at again. */
  remark?: { code: string; reason: string };
  /** The account was found by observation, not named by the answer. */
  observed?: true;
}

/**
 * The account exists: first in the journal, then link, memberships, the end of the operation and the settled person in
 * one statement. A link that is taken already is the error of the database's unique key.
 */
export async function recordCreated(state: Pick<State, "db" | "journal">, operation: Operation, told: Told, at: Date): Promise<void> {
  const { account, job, key } = operation;
  const source = told.observed === true ? "observed" : "created";
  await state.journal.append({ t: "link", account, job, key, userId: told.userId, source, at: at.toISOString() });
  await sql`WITH linked AS (
      INSERT INTO link (account, key, user_id, job, source, active, sent, created_at)
      VALUES (${account}, ${key}, ${told.userId}, ${job}, ${source}, ${told.active}, ${JSON.stringify(told.sent)}::jsonb, ${at})),
    settled AS (
      UPDATE intent SET status = 'linked' WHERE account = ${account} AND key = ${key} AND status IN ('open', 'uncertain', 'unlinked')),
    ${ending(operation, told, at)}`.execute(state.db);
}

/** The service accepted an update: what it was told, memberships, the end of the operation and the settled person. */
export async function recordUpdated(db: Db, operation: Operation, told: Told, at: Date): Promise<void> {
  await sql`WITH remembered AS (
      UPDATE link SET sent = COALESCE(sent, '{}'::jsonb) || ${JSON.stringify(told.sent)}::jsonb, active = COALESCE(${told.active}::boolean, active)
      WHERE account = ${operation.account} AND key = ${operation.key}),
    ${ending(operation, told, at)}`.execute(db);
}

function ending(operation: Operation, told: Told, at: Date) {
  return sql`joined AS (
      INSERT INTO membership (account, group_id, user_id)
      SELECT ${operation.account}, g, ${told.userId} FROM jsonb_array_elements_text(${JSON.stringify(told.groups)}::jsonb) AS g
      ON CONFLICT DO NOTHING),
    noted AS (${noteOwnChange(operation.account, told.userId, told.groups, true)}),
    ended AS (
      UPDATE operation SET status = 'done', payload = NULL, code = ${told.remark?.code ?? null}, reason = ${told.remark?.reason ?? null}, ended_at = ${at} WHERE id = ${operation.id}),
    person_settled AS (
      UPDATE person SET dirty = ${told.remark !== undefined} WHERE job = ${operation.job} AND key = ${operation.key}),
    others AS (
      -- Another job of the account may have said otherwise about this person: it looks again.
      UPDATE person SET touched = true WHERE ${operation.kind === "deactivate" || operation.kind === "reactivate"}::boolean
        AND account = ${operation.account} AND key = ${operation.key} AND job <> ${operation.job})
    SELECT 1`;
}

/** The account of a create whose outcome was not known has been found: the operation has ended well after all. */
export function settleByObservation(db: Db, operation: string, at: Date): Promise<void> {
  return endUncertain(db, operation, { code: "observed", reason: "The new account was found in the groups." }, at);
}

/** The same, where a report of the service said whose account it is. */
export function settleByReported(db: Db, operation: string, at: Date): Promise<void> {
  return endUncertain(db, operation, { code: "reported", reason: "The new account was found in a report of the service." }, at);
}

/** Ends a create well whose outcome was not known. */
export async function endUncertain(db: Db, operation: string, found: { code: string; reason: string }, at: Date): Promise<void> {
  await db
    .updateTable("operation")
    .set({ status: "done", ...found, payload: null, ended_at: at })
    .where("id", "=", operation)
    .where("status", "=", "uncertain")
    .execute();
}
