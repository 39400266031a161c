import { sql, type Selectable } from "kysely";
import type { Fact } from "../../domain/facts/fact.ts";
import type { State } from "../../state/state.ts";
import { hasId, statusOf } from "../runs/operation-id.ts";
import type { Db } from "../schema/tables.ts";
import type { IntentTable } from "../schema/accounts.ts";
import { getSetting, setSetting } from "../settings.ts";
import { pinUsernames } from "./usernames.ts";

export type Intent = Selectable<IntentTable>;

export interface NewIntent extends Pick<Intent, "operation" | "account" | "job" | "key" | "username" | "digest"> {
  /** The e-mail address and national id that it names, in their stored form. */
  names?: Record<string, unknown>;
  /** Ids of the groups that the create names and whose members the service lists. */
  groups: readonly string[];
  /** Ids of all groups that it names. */
  named: readonly string[];
}

/**
 * Records that a create led to no account of the person: the service refused it, it was never sent, that is proven, or
 * the person has another account.
 */
export async function refuseIntent(state: Pick<State, "db" | "journal">, operation: string, at: Date): Promise<void> {
  await state.journal.append({ t: "settled", operation, outcome: "refused", at: at.toISOString() });
  await pinUsernames(state.db, [operation]);
  // Another run may have found the account meanwhile.
  await state.db
    .updateTable("intent")
    .set({ status: "refused" })
    .where("operation", "=", operation)
    .where("status", "<>", "linked")
    .execute();
}

/** Records that the service accepted a create without naming the account: it exists and must never be created again. */
export async function leaveUnlinked(state: Pick<State, "db" | "journal">, operation: string, reason: Fact, at: Date): Promise<void> {
  await state.journal.append({ t: "settled", operation, outcome: "unlinked", at: at.toISOString() });
  await state.db
    .updateTable("intent")
    .set({ status: "unlinked", reason: JSON.stringify(reason) })
    .where("operation", "=", operation)
    .execute();
}

/** Records that the answer was lost: it is unknown whether there is an account. */
export async function markUnconfirmed(db: Db, operation: string, reason: Fact, at: Date): Promise<void> {
  await db
    .updateTable("intent")
    .set({ status: "uncertain", reason: JSON.stringify(reason), lost_at: at })
    .where("operation", "=", operation)
    .execute();
}

/** Records the evidence of an observation, and why it resolved nothing. */
export async function noteEvidence(
  db: Db,
  operation: string,
  { reason, ...evidence }: { reason: Fact; candidates: string[]; others: string[]; clear?: number | null },
): Promise<void> {
  await db
    .updateTable("intent")
    .set({ reason: JSON.stringify(reason), evidence: JSON.stringify(evidence) })
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
    AND NOT EXISTS (SELECT 1 FROM operation o WHERE ${hasId("o", sql`i.operation`)} AND o.key = i.key AND ${statusOf("o")} = 'running') ORDER BY i.at`.execute(
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
export async function leaveUnconfirmed(state: Pick<State, "db" | "journal">, operation: string, reason: Fact, at: Date): Promise<void> {
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
