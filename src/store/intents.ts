import { sql, type Selectable } from "kysely";
import type { JournalDamage } from "./journal-lines.ts";
import type { State } from "./state.ts";
import type { Db, IntentTable } from "./schema.ts";
import { isAlive } from "./processes.ts";
import { setKeyOf } from "./set-key.ts";
import { getSetting, setSetting } from "./settings.ts";

export type Intent = Selectable<IntentTable>;

export interface NewIntent {
  operation: string;
  account: string;
  job: string;
  key: string;
  username: string;
  digest: string;
  /** Ids of the groups that the create names and that tell their members. */
  groups: readonly string[];
  /** Ids of all groups that it names. */
  named: readonly string[];
}

/** Makes it durable that a create is about to leave, and after which reading of the groups, before it leaves (I2). */
export async function openIntent(state: Pick<State, "db" | "journal">, intent: NewIntent, at: Date): Promise<void> {
  const { groups, named, ...rest } = intent;
  const ofThisTry = {
    status: "open",
    digest: intent.digest,
    since: sql<number>`COALESCE((SELECT number FROM reading WHERE account = ${intent.account}), 0)`,
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
    .values({ ...rest, ...ofThisTry })
    .onConflict((conflict) =>
      conflict.column("operation").doUpdateSet(ofThisTry).where("intent.key", "=", intent.key).where("intent.status", "=", "refused"),
    )
    .returning("since")
    .executeTakeFirst();
  if (opened === undefined) throw new Error(`the intent ${intent.operation} is another create's`);
  await state.journal.append({
    t: "intent",
    ...intent,
    groups: [...groups],
    named: [...named],
    since: opened.since ?? 0,
    at: at.toISOString(),
  });
}

/** What is known of a person at the moment at which their create is about to leave. */
export interface CreateFacts {
  /** Whether the operation is still this process's. */
  mine: boolean;
  /** The account that the person is linked to. */
  linked_user: string | null;
  /** The outcome of another create for the person is not known. */
  unsettled: boolean;
  /**
   * A create of an earlier run with exactly the same groups is not settled, and was sent before the job's first good
   * run: the account that may come of it did not hold the whole run as an unknown one, so it may be anybody's.
   */
  reserved: boolean;
  /** The state is that of a backup of this time, and nobody has settled that. */
  restored: string | null;
  /** What is damaged in the journal, and not settled. */
  damaged: JournalDamage | null;
}

/** Looks again at what the create was planned on: it may have waited for its turn for long. */
export async function lookBeforeCreate(
  db: Db,
  { operation, account, job, key, groups, named }: NewIntent,
  me: string,
): Promise<CreateFacts> {
  const { rows } = await sql<CreateFacts>`SELECT
    EXISTS (SELECT 1 FROM operation WHERE id = ${operation} AND status = 'running' AND claimed_by = ${me}) AS mine,
    (SELECT user_id FROM link WHERE account = ${account} AND key = ${key}) AS linked_user,
    EXISTS (SELECT 1 FROM intent WHERE account = ${account} AND key = ${key} AND operation <> ${operation}
      AND status IN ('open', 'uncertain', 'unlinked')) AS unsettled,
    EXISTS (SELECT 1 FROM intent i WHERE i.account = ${account} AND i.operation <> ${operation}
      AND (i.set_key = ${setKeyOf(groups)} OR (i.named @> ${JSON.stringify(named)}::jsonb AND i.named <@ ${JSON.stringify(named)}::jsonb))
      AND i.status IN ('open', 'uncertain', 'unlinked') AND i.since IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM operation o JOIN operation own ON own.run = o.run WHERE o.id = i.operation AND own.id = ${operation})
      -- In flight in a process that is alive: its answer is on its way, as those of the same run.
      AND NOT (i.status = 'open' AND EXISTS (SELECT 1 FROM operation o
        WHERE o.id = i.operation AND o.status = 'running' AND ${isAlive("o.claimed_by", me)}))
      AND NOT EXISTS (SELECT 1 FROM run r WHERE r.job = ${job} AND r.status = 'completed' AND NOT r.partial AND r.kind = 'sync'
        AND r.started_at < i.at)) AS reserved,
    (SELECT value->>'made' FROM setting WHERE name = 'creates_held') AS restored,
    (SELECT value FROM setting WHERE name = 'journal_damage') AS damaged`.execute(db);
  return rows[0] ?? { mine: false, linked_user: null, unsettled: true, reserved: true, restored: null, damaged: null };
}

/** Whether this process opened the intent at that time, and still has the operation. */
export async function isOpenedBy(db: Db, operation: string, me: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ opened: boolean }>`SELECT EXISTS (
    SELECT 1 FROM intent i JOIN operation o ON o.id = i.operation
    WHERE i.operation = ${operation} AND i.status = 'open' AND i.at = ${at} AND o.status = 'running' AND o.claimed_by = ${me}) AS opened`.execute(
    db,
  );
  return rows[0]?.opened === true;
}

/** The service refused the create, or it never left, or it is proven that nothing came of it: there is no account of it. */
export async function refuseIntent(state: Pick<State, "db" | "journal">, operation: string, at: Date): Promise<void> {
  await state.journal.append({ t: "settled", operation, outcome: "refused", at: at.toISOString() });
  await state.db.updateTable("intent").set({ status: "refused" }).where("operation", "=", operation).execute();
}

/** The service accepted the create and did not say whose account it is: there is one, and never to be made again. */
export async function leaveUnlinked(state: Pick<State, "db" | "journal">, operation: string, reason: string, at: Date): Promise<void> {
  await state.journal.append({ t: "settled", operation, outcome: "unlinked", at: at.toISOString() });
  await state.db.updateTable("intent").set({ status: "unlinked", reason }).where("operation", "=", operation).execute();
}

/** The answer was lost: nobody knows whether there is an account. */
export async function doubtIntent(db: Db, operation: string, reason: string, at: Date): Promise<void> {
  await db.updateTable("intent").set({ status: "uncertain", reason, lost_at: at }).where("operation", "=", operation).execute();
}

/** Writes down what an observation saw, and why it settled nothing. */
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

/** Creates whose outcome nobody knows: nobody of these is created again until it is settled. */
export async function listUnsettled(db: Db, account: string): Promise<Intent[]> {
  return db
    .selectFrom("intent")
    .selectAll()
    .where("account", "=", account)
    .where("status", "in", ["open", "uncertain", "unlinked"])
    .orderBy("at")
    .execute();
}

/** The same, less those that a process is still at: their outcome is not known yet to anybody, and soon will be. */
export async function listLeftOpen(db: Db, account: string): Promise<Intent[]> {
  const { rows } = await sql<Intent>`SELECT i.* FROM intent i WHERE i.account = ${account} AND i.status IN ('open', 'uncertain', 'unlinked')
    AND NOT EXISTS (SELECT 1 FROM operation o WHERE o.id = i.operation AND o.key = i.key AND o.status = 'running') ORDER BY i.at`.execute(
    db,
  );
  return rows;
}

/** Whether a create of the same groups waits to be settled: another one beside it would make both undecidable. */
export async function isSetUnsettled(db: Db, account: string, setKey: string): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`SELECT EXISTS (
    SELECT 1 FROM intent WHERE account = ${account} AND set_key = ${setKey} AND status IN ('open', 'uncertain', 'unlinked')) AS any`.execute(
    db,
  );
  return rows[0]?.any === true;
}

export interface NewAccount {
  userId: string;
  /** The reading that saw it first. */
  reading: number;
  /** Ids of the groups that it is in. */
  groups: string[];
}

/** Accounts that nobody is linked to and that no reading up to `since` saw. */
export async function listNewAccounts(db: Db, account: string, since: number): Promise<NewAccount[]> {
  const { rows } = await sql<{ user_id: string; reading: number; groups: string[] | null }>`
    SELECT s.user_id, s.reading,
      (SELECT jsonb_agg(m.group_id) FROM membership m WHERE m.account = s.account AND m.user_id = s.user_id) AS groups
    FROM seen_account s WHERE s.account = ${account} AND s.reading > ${since}
      AND NOT EXISTS (SELECT 1 FROM link l WHERE l.account = s.account AND l.user_id = s.user_id)
    ORDER BY s.reading, s.user_id`.execute(db);
  return rows.map(({ user_id: userId, reading, groups }) => ({ userId, reading, groups: groups ?? [] }));
}

/**
 * The account cannot be the one that the answer named: there may be one, or the service gave somebody else's. Only a
 * person can tell, so no reading is ever held against it.
 */
export async function leaveToPerson(state: Pick<State, "db" | "journal">, operation: string, reason: string, at: Date): Promise<void> {
  await leaveUnlinked(state, operation, reason, at);
  await state.db.updateTable("intent").set({ since: null }).where("operation", "=", operation).execute();
}

const answersOf = (account: string): string => `creates_answered_null ${account}`;

/** Whether the last create that said something about it was answered without an id. */
export async function answeredNull(db: Db, account: string): Promise<boolean> {
  return (await getSetting<boolean>(db, answersOf(account))) === true;
}

export async function rememberAnswer(db: Db, account: string, isNull: boolean): Promise<void> {
  await setSetting(db, answersOf(account), isNull);
}
