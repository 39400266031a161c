import { sql, type RawBuilder } from "kysely";
import type { Journal, JournalEntry } from "../../state/journal/journal.ts";
import { supersedeMoved } from "../review/removal-ends.ts";
import { insertExceptions, type Exception } from "../review/exceptions.ts";
import type { Db } from "../schema/tables.ts";
import { moveUsernames } from "./usernames.ts";
import { inDecisions, inTransaction } from "../transaction.ts";

export interface LinkTransfer {
  account: string;
  job: string;
  /** The new key of the account, and the previous one. */
  key: string;
  from: string;
  userId: string;
}

/**
 * Links an account to another key, in the journal first. Keeps the sent data of the account, plans both people again
 * and supersedes the old key's removals.
 * The caller has checked that `from` has the account and that `key` has none.
 */
export async function transferLink(state: { db: Db; journal: Journal }, move: LinkTransfer, at: Date): Promise<void> {
  await state.journal.append({ t: "moved", ...move, at: at.toISOString() });
  await inDecisions(state.db, move.job, async (db) => {
    await moveRows(db, [move], at);
    await sql`UPDATE intent SET status = 'linked'
      WHERE account = ${move.account} AND key = ${move.key} AND status IN ('open', 'uncertain', 'unlinked')`.execute(db);
  });
}

async function moveRows(db: Db, moves: readonly Pick<LinkTransfer, "account" | "key" | "userId">[], at: Date): Promise<void> {
  if (moves.length === 0) return;
  const rows = JSON.stringify(moves);
  // In two steps, because several accounts may swap keys; a key with a leading blank belongs to no one.
  const { rows: moved } = await sql<{ account: string; from: string; key: string; userId: string }>`
    WITH to_move AS (
      SELECT l.account, l.key AS from_key, m.key AS to_key, l.user_id
      FROM link l JOIN jsonb_to_recordset(${rows}::jsonb) AS m(account text, key text, "userId" text)
        ON l.account = m.account AND l.user_id = m."userId" AND l.key <> m.key),
    parked AS (
      UPDATE link l SET key = ' ' || l.user_id FROM to_move t WHERE l.account = t.account AND l.user_id = t.user_id)
    SELECT account, from_key AS "from", to_key AS key, user_id AS "userId" FROM to_move`.execute(db);
  const changed = JSON.stringify(moved);
  // Someone says that both keys are one person, so their names may differ.
  await sql`UPDATE link l SET key = m.key, source = 'by hand', sent = sent - 'first_name' - 'last_name'
    FROM jsonb_to_recordset(${changed}::jsonb) AS m(account text, key text, "userId" text)
    WHERE l.account = m.account AND l.user_id = m."userId"`.execute(db);
  await keepNames(db, changed, at);
  await sql`UPDATE person p SET dirty = true FROM jsonb_to_recordset(${changed}::jsonb) AS m(account text, "from" text, key text)
    WHERE p.account = m.account AND p.key IN (m."from", m.key)`.execute(db);
  await supersedeMoved(db, changed, at);
  await moveExceptions(db, changed);
  await moveUsernames(db, changed);
}

/**
 * Stores the names that moved accounts had under their previous key: nothing else may name them until the new key is in
 * a file, and another person may get the previous one (I2).
 */
async function keepNames(db: Db, moved: string, at: Date): Promise<void> {
  await sql`UPDATE intent i SET key = m.key FROM jsonb_to_recordset(${moved}::jsonb) AS m(account text, "from" text, key text)
    WHERE i.account = m.account AND i.key = m."from" AND i.status = 'moved'`.execute(db);
  await storeMovedNames(
    db,
    sql`SELECT m.account, m.key, m."userId", p.job, COALESCE(p.username, '') AS username,
        CASE WHEN p.email IS NOT NULL THEN jsonb_build_object('row_email', p.email) END AS names
      FROM jsonb_to_recordset(${moved}::jsonb) AS m(account text, "from" text, key text, "userId" text)
        JOIN person p ON p.account = m.account AND p.key = m."from" WHERE COALESCE(p.username, p.email) IS NOT NULL
      UNION SELECT m.account, m.key, m."userId", i.job, i.username, i.names
      FROM jsonb_to_recordset(${moved}::jsonb) AS m(account text, "from" text, key text, "userId" text)
        JOIN intent i ON i.account = m.account AND i.key = m."from" AND i.status = 'linked'`,
    at,
  );
}

/** Stores rows of account, key, "userId", job, username and names, unless the account has them already. */
export async function storeMovedNames(db: Db, names: RawBuilder<unknown>, at: Date): Promise<void> {
  await sql`INSERT INTO intent (operation, account, job, key, username, names, digest, groups, named, set_key, status, at)
    SELECT DISTINCT ON (id) id, account, job, key, username, names, '', '[]'::jsonb, '[]'::jsonb, '', 'moved', ${at}::timestamptz FROM (
      SELECT 'moved-' || md5(jsonb_build_array(n.account, n."userId", n.username, n.names)::text) AS id, n.* FROM (${names}) AS n
        JOIN link l ON l.account = n.account AND l.user_id = n."userId" AND l.source <> 'forgotten') AS new
    ON CONFLICT (operation) DO UPDATE SET key = excluded.key`.execute(db);
}

/** Moves the exceptions of reverted runs with the account: a reviewer keeps a membership, not a key. */
async function moveExceptions(db: Db, moved: string): Promise<void> {
  const { rows } = await sql<Exception & { to: string }>`DELETE FROM exception e
    USING jsonb_to_recordset(${moved}::jsonb) AS m(account text, "from" text, key text)
    WHERE e.account = m.account AND e.key = m."from" RETURNING e.*, m.key AS "to"`.execute(db);
  await insertExceptions(
    db,
    rows.map(({ to, ...exception }) => ({ ...exception, key: to })),
  );
}

type Linked = Extract<JournalEntry, { t: "link" | "moved" }>;

/** A link after the whole journal was applied. */
export interface ReplayedLink {
  account: string;
  /** The final key of the account. */
  key: string;
  userId: string;
  job: string;
  source: string;
  at: string;
  /** The key whose unresolved creates this entry resolves. */
  settles: string;
  /** Creates of that key sent after this entry, which it does not resolve (I2). */
  later: string[];
}

/**
 * Returns the final links of a journal in which accounts have changed keys. Each entry gets the final key of its
 * account, so that a key that was freed and reused does not conflict with itself.
 */
export function linksAtTheEnd(entries: readonly JournalEntry[]): Map<JournalEntry, ReplayedLink> {
  const ends = new Map<string, string>();
  for (const entry of entries) if (entry.t === "moved") ends.set(pair(entry.account, entry.userId), entry.key);
  const links = new Map<JournalEntry, ReplayedLink>();
  const later = new Map<string, string[]>();
  for (const entry of entries.toReversed()) {
    if (entry.t === "intent")
      later.set(pair(entry.account, entry.key), [...(later.get(pair(entry.account, entry.key)) ?? []), entry.operation]);
    if (entry.t === "link" || entry.t === "moved") links.set(entry, replayed(entry, ends, later));
  }
  return links;
}

function replayed(entry: Linked, ends: ReadonlyMap<string, string>, later: ReadonlyMap<string, string[]>): ReplayedLink {
  const { account, key, userId, job } = entry;
  return {
    account,
    key: ends.get(pair(account, userId)) ?? key,
    userId,
    job,
    source: entry.t === "moved" ? "by hand" : entry.source,
    at: entry.at,
    settles: key,
    later: later.get(pair(account, key)) ?? [],
  };
}

/** Moves database rows to the new keys, before links are restored. */
export async function replayLinkTransfers(db: Db, entries: readonly JournalEntry[]): Promise<void> {
  const last = new Map<string, LinkTransfer & { at: string }>();
  for (const entry of entries) if (entry.t === "moved") last.set(pair(entry.account, entry.userId), entry);
  if (last.size === 0) return;
  const moves = [...last.values()];
  const when = new Date(moves.at(-1)?.at ?? 0);
  await inTransaction(db, (tx) => moveRows(tx, moves, when));
}

/** Joins two names to one map key; no key contains this control character. */
function pair(account: string, name: string): string {
  return `${account}\u0000${name}`;
}
