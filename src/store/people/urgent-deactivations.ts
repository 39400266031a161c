import { sql, type RawBuilder, type Selectable } from "kysely";
import { ERASED } from "../../domain/erased.ts";
import type { UrgentDeactivation } from "../../domain/protection/urgent.ts";
import type { JournalEntry } from "../../state/journal/journal-entry.ts";
import type { Db, Tables } from "../schema/tables.ts";

type Row = Selectable<Tables["urgent_deactivation"]>;

/** HR has this long to update its file before an urgent deactivation is overdue. */
const OVERDUE_AFTER_DAYS = 3;

/** Whether a job's latest file still has the person, and not as one who has left. */
const isInFile = sql`EXISTS (SELECT 1 FROM person p WHERE p.account = u.account AND p.key = u.key AND p.state <> 'absent')`;
const isOverdue = (now: RawBuilder<unknown>) => sql`u.at < ${now} - make_interval(days => ${OVERDUE_AFTER_DAYS}) AND ${isInFile}`;

/** An urgent deactivation that is in force. */
export interface UrgentInForce extends Row {
  name: string | null;
  /** HR's file still has the person as active, more than three days later. */
  overdue: boolean;
  /** The service has answered that the account is inactive. */
  closed: boolean;
}

/** Returns the urgent deactivations in force, oldest first. */
export async function listUrgentDeactivations(db: Db, now: Date, of: { account?: string; key?: string } = {}): Promise<UrgentInForce[]> {
  const { rows } = await sql<UrgentInForce>`SELECT u.*, (${isOverdue(sql`${now}::timestamptz`)}) AS overdue,
      COALESCE((SELECT NOT l.active FROM link l WHERE l.account = u.account AND l.user_id = u.user_id), false) AS closed,
      (SELECT o.name FROM operation o WHERE o.run = u.run AND o.key = u.key LIMIT 1) AS name
    FROM urgent_deactivation u
    WHERE ${of.account === undefined ? sql`true` : sql`u.account = ${of.account}`} AND ${of.key === undefined ? sql`true` : sql`u.key = ${of.key}`}
    ORDER BY u.at, u.key`.execute(db);
  return rows;
}

/** The urgent deactivation of a person or their account, as JSON; `null` if none is in force. */
export const urgentOf = (of: { account: RawBuilder<unknown>; key: RawBuilder<unknown>; userId: RawBuilder<unknown>; now: Date }) =>
  sql<UrgentDeactivation | null>`(SELECT jsonb_build_object('by', u.by, 'at', to_char(u.at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 'userId', u.user_id,
      'overdue', ${isOverdue(sql`${of.now}::timestamptz`)})
    FROM urgent_deactivation u WHERE u.account = ${of.account} AND (u.key = ${of.key} OR u.user_id = ${of.userId}) LIMIT 1)`;

/** Returns the urgent deactivation of one person, as a plan sees it. */
export async function findUrgent(
  db: Db,
  account: string,
  key: string,
  userId: string | null,
  now: Date,
): Promise<UrgentDeactivation | null> {
  const { rows } = await sql<{ urgent: UrgentDeactivation | null }>`SELECT ${urgentOf({
    account: sql`${account}`,
    key: sql`${key}`,
    userId: sql`${userId}::text`,
    now,
  })} AS urgent`.execute(db);
  return rows[0]?.urgent ?? null;
}

export async function insertUrgentDeactivation(db: Db, row: Omit<Row, "agreed_run">): Promise<void> {
  await db
    .insertInto("urgent_deactivation")
    .values(row)
    .onConflict((conflict) => conflict.columns(["account", "key"]).doUpdateSet({ ...row, agreed_run: null }))
    .execute();
}

export async function endUrgentDeactivation(db: Db, account: string, key: string): Promise<void> {
  await db.deleteFrom("urgent_deactivation").where("account", "=", account).where("key", "=", key).execute();
}

/** Returns a job file for each service account where the key has an account: that of the last run. */
export async function jobFilesOf(db: Db, key: string): Promise<{ account: string; job: string; job_file: string }[]> {
  const { rows } = await sql<{ account: string; job: string; job_file: string }>`
    SELECT DISTINCT ON (l.account) l.account, r.job, r.job_file FROM link l JOIN person p ON p.account = l.account AND p.key = l.key
      JOIN run r ON r.account = l.account AND r.job = p.job
    WHERE l.key = ${key} ORDER BY l.account, r.started_at DESC`.execute(db);
  return rows;
}

/** Records that the plan of a run has these people as leavers; its release ends their urgent deactivations. */
export async function markAgreed(db: Db, account: string, keys: readonly string[], run: string): Promise<void> {
  if (keys.length === 0) return;
  await db.updateTable("urgent_deactivation").set({ agreed_run: run }).where("account", "=", account).where("key", "in", keys).execute();
}

/** Returns those whose end the plan of a run found. */
export async function listAgreed(db: Db, run: string): Promise<Row[]> {
  return db.selectFrom("urgent_deactivation").selectAll().where("agreed_run", "=", run).orderBy("key").execute();
}

/** The actions of the audit trail that begin and end an urgent deactivation. */
export const URGENT_ACTIONS = {
  begin: "account_deactivated",
  undo: "account_reactivated",
  agreed: "deactivation_agreed",
} as const;

/** Restores what a power cut took, by the trail: without it, a run would reactivate the account. */
export async function replayUrgentDeactivations(db: Db, entries: readonly JournalEntry[]): Promise<void> {
  for (const entry of entries) {
    if (entry.t !== "audit") continue;
    const { account, key, job, user_id, run, reason } = Object(entry.detail) as Record<string, string | undefined>;
    if (account === undefined || key === undefined || key === ERASED) continue;
    if (entry.action === URGENT_ACTIONS.begin) {
      if (job === undefined || user_id === undefined || run === undefined) continue;
      await insertUrgentDeactivation(db, {
        account,
        key,
        job,
        user_id,
        run,
        by: entry.actor,
        reason: reason ?? "",
        at: new Date(entry.at),
      });
    } else if (entry.action === URGENT_ACTIONS.undo || entry.action === URGENT_ACTIONS.agreed)
      await endUrgentDeactivation(db, account, key);
  }
}
