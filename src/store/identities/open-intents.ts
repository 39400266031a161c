import { sql } from "kysely";
import type { JournalDamage } from "../../state/journal/journal-lines.ts";
import type { State } from "../../state/state.ts";
import { hasId, statusOf } from "../runs/operation-id.ts";
import type { Db } from "../schema/tables.ts";
import type { NewIntent } from "./intents.ts";
import { setKeyOf } from "./set-key.ts";
import { isReserving } from "./waiting-creates.ts";

/** The current facts about a person just before their create is sent. */
export interface CreateFacts {
  /** This process still has the operation. */
  mine: boolean;
  /** The account that the person is linked to. */
  linked_user: string | null;
  /** Another create for the person has an unknown outcome. */
  unconfirmed: boolean;
  /** An unresolved create keeps exactly the same groups (`isReserving`). */
  reserved: boolean;
  /** The state was restored from a backup of this time, and that is not settled. */
  restored: string | null;
  /** Unresolved damage of the journal. */
  damaged: JournalDamage | null;
}

/** A create that has its turn. */
export interface Turn {
  intent: NewIntent;
  at: Date;
}

/** The facts, and the snapshot before the create if its intent was opened. */
export interface OpenedTurn extends CreateFacts {
  since: number | null;
}

/**
 * Reads the facts that creates were planned on again, because they may have waited for a long time, and opens the
 * intents of those that no fact blocks: one statement for all. The journal does not have them yet.
 */
export async function openIntents(db: Db, turns: readonly Turn[], processId: string): Promise<OpenedTurn[]> {
  const given = turns.map(({ intent: { groups, names = {}, ...intent }, at }) => ({
    ...intent,
    names,
    groups,
    set_key: setKeyOf(groups),
    at: at.toISOString(),
  }));
  const { rows } = await sql<OpenedTurn & { operation: string }>`WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS r(operation text, account text, job text, key text,
        username text, names jsonb, digest text, groups jsonb, named jsonb, set_key text, at timestamptz)
        -- Tells the planner how few they are, so that it uses indexes.
        LIMIT ${given.length}),
    facts AS MATERIALIZED (SELECT g.operation,
      COALESCE((SELECT status = 'running' AND claimed_by = ${processId} FROM operation o WHERE ${hasId("o", sql`g.operation`)}), false) AS mine,
      (SELECT user_id FROM link WHERE account = g.account AND key = g.key) AS linked_user,
      EXISTS (SELECT 1 FROM intent i WHERE i.account = g.account AND i.key = g.key AND i.operation <> g.operation
        AND ${isUnconfirmed("i")}) AS unconfirmed,
      EXISTS (SELECT 1 FROM intent i WHERE i.account = g.account AND i.operation <> g.operation
        AND (i.set_key = g.set_key OR (i.named @> g.named AND i.named <@ g.named))
        AND ${isReserving("i", { run: sql`(SELECT own.run FROM operation own WHERE ${hasId("own", sql`g.operation`)})`, job: sql`g.job`, processId })}) AS reserved,
      (SELECT value->>'made' FROM setting WHERE name = 'creates_held') AS restored,
      (SELECT NULLIF(value, 'null') FROM setting WHERE name = 'journal_damage') AS damaged
      FROM given g),
    opened AS (
      INSERT INTO intent (operation, account, job, key, username, names, digest, groups, named, set_key, at, status, since)
      SELECT g.operation, g.account, g.job, g.key, g.username, g.names, g.digest, g.groups, g.named, g.set_key, g.at, 'open',
        COALESCE((SELECT number FROM snapshot s WHERE s.account = g.account), 0)
      FROM given g JOIN facts f ON f.operation = g.operation
      WHERE f.mine AND f.linked_user IS NULL AND NOT f.unconfirmed AND NOT f.reserved AND f.restored IS NULL AND f.damaged IS NULL
      ON CONFLICT (operation) DO UPDATE SET status = 'open', names = excluded.names, digest = excluded.digest, since = excluded.since, groups = excluded.groups,
        named = excluded.named, set_key = excluded.set_key, at = excluded.at, lost_at = NULL, evidence = NULL, reason = NULL
      WHERE intent.key = excluded.key AND intent.status = 'refused'
      RETURNING operation, since)
    SELECT f.*, o.since FROM facts f LEFT JOIN opened o ON o.operation = f.operation`.execute(db);
  const found = new Map(rows.map(({ operation, ...turn }) => [operation, turn]));
  return turns.map(({ intent: { operation } }) => {
    const turn = found.get(operation);
    if (turn === undefined) throw new Error(`no facts about the create ${operation}`);
    return turn;
  });
}

/**
 * Returns SQL for whether the outcome of an intent is unknown, for a search by person. The status is hidden from the
 * planner: the index of unconfirmed intents has all that are in flight, and those that ended since the last VACUUM.
 */
export function isUnconfirmed(intent: string) {
  return sql`COALESCE(${sql.ref(intent)}.status, '') IN ('open', 'uncertain', 'unlinked')`;
}

/** Records an opened intent durably: resolves when it is on disk (I2). */
export async function journalIntent({ journal }: Pick<State, "journal">, { intent, at }: Turn, since: number): Promise<void> {
  await journal.append({
    t: "intent",
    ...intent,
    groups: [...intent.groups],
    named: [...intent.named],
    since,
    at: at.toISOString(),
  });
}

/** Returns whether this process opened the intent at that time and still has the operation. */
export async function isOpenedBy(db: Db, operation: string, processId: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ opened: boolean }>`SELECT EXISTS (
    SELECT 1 FROM intent i, operation o
    WHERE i.operation = ${operation} AND i.status = 'open' AND i.at = ${at} AND ${hasId("o", operation)} AND ${statusOf("o")} = 'running' AND o.claimed_by = ${processId}) AS opened`.execute(
    db,
  );
  return rows[0]?.opened === true;
}
