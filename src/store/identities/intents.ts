import { sql, type Selectable } from "kysely";
import type { JournalDamage } from "../../state/journal/journal-lines.ts";
import type { State } from "../../state/state.ts";
import type { Db, IntentTable } from "../schema/tables.ts";
import { isAlive } from "../schedule/processes.ts";
import { setKeyOf } from "./set-key.ts";
import { getSetting, setSetting } from "../settings.ts";

export type Intent = Selectable<IntentTable>;

export interface NewIntent extends Pick<Intent, "operation" | "account" | "job" | "key" | "username" | "digest"> {
  /** The e-mail address and national id that it names, in their stored form. */
  names?: Record<string, unknown>;
  /** Ids of the groups that the create names and whose members the service lists. */
  groups: readonly string[];
  /** Ids of all groups that it names. */
  named: readonly string[];
}

/** Records durably, before a create is sent, that it will be sent, and after which snapshot (I2). */
export async function openIntent(state: Pick<State, "db" | "journal">, intent: NewIntent, at: Date): Promise<void> {
  const { groups, named, names = {}, ...rest } = intent;
  const attempt = {
    status: "open",
    names: JSON.stringify(names),
    digest: intent.digest,
    since: sql<number>`COALESCE((SELECT number FROM snapshot WHERE account = ${intent.account}), 0)`,
    groups: JSON.stringify(groups),
    named: JSON.stringify(named),
    set_key: setKeyOf(groups),
    lost_at: null,
    evidence: null,
    reason: null,
    at,
  };
  const opened = await state.db
    .insertInto("intent")
    .values({ ...rest, ...attempt })
    .onConflict((conflict) =>
      conflict.column("operation").doUpdateSet(attempt).where("intent.key", "=", intent.key).where("intent.status", "=", "refused"),
    )
    .returning("since")
    .executeTakeFirst();
  if (opened === undefined) throw new Error(`the intent ${intent.operation} belongs to another create`);
  await state.journal.append({
    t: "intent",
    ...intent,
    groups: [...groups],
    named: [...named],
    since: opened.since ?? 0,
    at: at.toISOString(),
  });
}

/** The current facts about a person just before their create is sent. */
export interface CreateFacts {
  /** This process still has the operation. */
  mine: boolean;
  /** The account that the person is linked to. */
  linked_user: string | null;
  /** Another create for the person has an unknown outcome. */
  unconfirmed: boolean;
  /**
   * An unresolved create has exactly the same groups, and was sent before the job's first completed run: its account did
   * not stop the run as an unknown one, so it may be anyone's. Creates that a living process sent for the same run do
   * not count, but those of a process that was killed do.
   */
  reserved: boolean;
  /** The state was restored from a backup of this time, and that is not settled. */
  restored: string | null;
  /** Unresolved damage of the journal. */
  damaged: JournalDamage | null;
}

/** Reads the facts that the create was planned on again: it may have waited for a long time. */
export async function recheckCreate(
  db: Db,
  { operation, account, job, key, groups, named }: NewIntent,
  processId: string,
): Promise<CreateFacts> {
  const { rows } = await sql<CreateFacts>`SELECT
    EXISTS (SELECT 1 FROM operation WHERE id = ${operation} AND status = 'running' AND claimed_by = ${processId}) AS mine,
    (SELECT user_id FROM link WHERE account = ${account} AND key = ${key}) AS linked_user,
    EXISTS (SELECT 1 FROM intent WHERE account = ${account} AND key = ${key} AND operation <> ${operation}
      AND status IN ('open', 'uncertain', 'unlinked')) AS unconfirmed,
    EXISTS (SELECT 1 FROM intent i WHERE i.account = ${account} AND i.operation <> ${operation}
      AND (i.set_key = ${setKeyOf(groups)} OR (i.named @> ${JSON.stringify(named)}::jsonb AND i.named <@ ${JSON.stringify(named)}::jsonb))
      AND i.status IN ('open', 'uncertain', 'unlinked') AND i.since IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM operation o JOIN operation own ON own.run = o.run
        WHERE o.id = i.operation AND own.id = ${operation} AND ${isAlive("o.claimed_by", processId)})
      -- In flight in a living process: its answer is on its way, as in the same run.
      AND NOT (i.status = 'open' AND EXISTS (SELECT 1 FROM operation o
        WHERE o.id = i.operation AND o.status = 'running' AND ${isAlive("o.claimed_by", processId)}))
      AND NOT EXISTS (SELECT 1 FROM run r WHERE r.job = ${job} AND r.status = 'completed' AND NOT r.partial AND r.kind = 'sync'
        AND r.started_at < i.at)) AS reserved,
    (SELECT value->>'made' FROM setting WHERE name = 'creates_held') AS restored,
    (SELECT value FROM setting WHERE name = 'journal_damage') AS damaged`.execute(db);
  return rows[0] ?? { mine: false, linked_user: null, unconfirmed: true, reserved: true, restored: null, damaged: null };
}

/** Returns whether this process opened the intent at that time and still has the operation. */
export async function isOpenedBy(db: Db, operation: string, processId: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ opened: boolean }>`SELECT EXISTS (
    SELECT 1 FROM intent i JOIN operation o ON o.id = i.operation
    WHERE i.operation = ${operation} AND i.status = 'open' AND i.at = ${at} AND o.status = 'running' AND o.claimed_by = ${processId}) AS opened`.execute(
    db,
  );
  return rows[0]?.opened === true;
}

/** Records that a create led to no account: the service refused it, it was never sent, or that is proven. */
export async function refuseIntent(state: Pick<State, "db" | "journal">, operation: string, at: Date): Promise<void> {
  await state.journal.append({ t: "settled", operation, outcome: "refused", at: at.toISOString() });
  await state.db.updateTable("intent").set({ status: "refused" }).where("operation", "=", operation).execute();
}

/** Records that the service accepted a create without naming the account: it exists and must never be created again. */
export async function leaveUnlinked(state: Pick<State, "db" | "journal">, operation: string, reason: string, at: Date): Promise<void> {
  await state.journal.append({ t: "settled", operation, outcome: "unlinked", at: at.toISOString() });
  await state.db.updateTable("intent").set({ status: "unlinked", reason }).where("operation", "=", operation).execute();
}

/** Records that the answer was lost: it is unknown whether there is an account. */
export async function markUnconfirmed(db: Db, operation: string, reason: string, at: Date): Promise<void> {
  await db.updateTable("intent").set({ status: "uncertain", reason, lost_at: at }).where("operation", "=", operation).execute();
}

/** Records the evidence of an observation, and why it resolved nothing. */
export async function noteEvidence(
  db: Db,
  operation: string,
  { reason, ...evidence }: { reason: string; candidates: string[]; others: string[] },
): Promise<void> {
  await db
    .updateTable("intent")
    .set({ reason, evidence: JSON.stringify(evidence) })
    .where("operation", "=", operation)
    .where("status", "in", ["uncertain", "unlinked"])
    .execute();
}

/** Returns creates with an unknown outcome: these people are not created again until it is resolved. */
export async function listUnconfirmedIntents(db: Db, account: string): Promise<Intent[]> {
  return db
    .selectFrom("intent")
    .selectAll()
    .where("account", "=", account)
    .where("status", "in", ["open", "uncertain", "unlinked"])
    .orderBy("at")
    .execute();
}

/** Returns the same without those that a process is still sending. */
export async function listLeftOpen(db: Db, account: string): Promise<Intent[]> {
  const { rows } = await sql<Intent>`SELECT i.* FROM intent i WHERE i.account = ${account} AND i.status IN ('open', 'uncertain', 'unlinked')
    AND NOT EXISTS (SELECT 1 FROM operation o WHERE o.id = i.operation AND o.key = i.key AND o.status = 'running') ORDER BY i.at`.execute(
    db,
  );
  return rows;
}

/** Returns whether a create with the same groups is unresolved: a second one would make both undecidable. */
export async function hasUnconfirmedSet(db: Db, account: string, setKey: string): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`SELECT EXISTS (
    SELECT 1 FROM intent WHERE account = ${account} AND set_key = ${setKey} AND status IN ('open', 'uncertain', 'unlinked')) AS any`.execute(
    db,
  );
  return rows[0]?.any === true;
}

export interface NewAccount {
  userId: string;
  /** The first snapshot that contains it. */
  snapshot: number;
  /** Ids of its groups. */
  groups: string[];
}

/** Returns accounts without a link that first appeared after the snapshot `since`. */
export async function listNewAccounts(db: Db, account: string, since: number): Promise<NewAccount[]> {
  const { rows } = await sql<{ user_id: string; reading: number; groups: string[] | null }>`
    SELECT s.user_id, s.reading,
      (SELECT jsonb_agg(m.group_id) FROM membership m WHERE m.account = s.account AND m.user_id = s.user_id) AS groups
    FROM seen_account s WHERE s.account = ${account} AND s.reading > ${since}
      AND NOT EXISTS (SELECT 1 FROM link l WHERE l.account = s.account AND l.user_id = s.user_id)
    ORDER BY s.reading, s.user_id`.execute(db);
  return rows.map(({ user_id: userId, reading, groups }) => ({ userId, snapshot: reading, groups: groups ?? [] }));
}

/**
 * Marks a create as one that only a person can resolve: the answer named an account that cannot be right, so no
 * snapshot is compared with it.
 */
export async function leaveUnconfirmed(state: Pick<State, "db" | "journal">, operation: string, reason: string, at: Date): Promise<void> {
  await leaveUnlinked(state, operation, reason, at);
  await state.db.updateTable("intent").set({ since: null }).where("operation", "=", operation).execute();
}

const answersOf = (account: string): string => `creates_answered_null ${account}`;

/** Returns whether the last create that revealed it was answered without an id. */
export async function answeredNull(db: Db, account: string): Promise<boolean> {
  return (await getSetting<boolean>(db, answersOf(account))) === true;
}

export async function rememberAnswer(db: Db, account: string, isNull: boolean): Promise<void> {
  await setSetting(db, answersOf(account), isNull);
}
