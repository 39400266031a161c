import { sql } from "kysely";
import type { Journal, JournalEntry } from "./journal.ts";
import type { Db } from "./schema.ts";

export interface Move {
  account: string;
  job: string;
  /** The key that has the account from now on, and the one that had it. */
  key: string;
  from: string;
  userId: string;
}

/**
 * Gives an account to another key, durably: in the journal first. What was told to the account stays known, both
 * people are looked at again, and removals that were found for the old key are not its own any more.
 *
 * The caller has seen that `from` has the account and that nobody is linked to `key`.
 */
export async function moveLink(state: { db: Db; journal: Journal }, move: Move, at: Date): Promise<void> {
  await state.journal.append({ t: "moved", ...move, at: at.toISOString() });
  await state.db.transaction().execute(async (db) => {
    await moveRows(db, [move], at);
    await sql`UPDATE intent SET status = 'linked'
      WHERE account = ${move.account} AND key = ${move.key} AND status IN ('open', 'uncertain', 'unlinked')`.execute(db);
  });
}

async function moveRows(db: Db, moves: readonly Pick<Move, "account" | "key" | "userId">[], at: Date): Promise<void> {
  if (moves.length === 0) return;
  const rows = JSON.stringify(moves);
  // In two steps, since several may change places; a blank key is nobody's.
  const { rows: moved } = await sql<{ account: string; from: string; key: string; userId: string }>`
    WITH to_move AS (
      SELECT l.account, l.key AS from_key, m.key AS to_key, l.user_id
      FROM link l JOIN jsonb_to_recordset(${rows}::jsonb) AS m(account text, key text, "userId" text)
        ON l.account = m.account AND l.user_id = m."userId" AND l.key <> m.key),
    parked AS (
      UPDATE link l SET key = ' ' || l.user_id FROM to_move t WHERE l.account = t.account AND l.user_id = t.user_id)
    SELECT account, from_key AS "from", to_key AS key, user_id AS "userId" FROM to_move`.execute(db);
  const changed = JSON.stringify(moved);
  await sql`UPDATE link l SET key = m.key, source = 'by hand'
    FROM jsonb_to_recordset(${changed}::jsonb) AS m(account text, key text, "userId" text)
    WHERE l.account = m.account AND l.user_id = m."userId"`.execute(db);
  await sql`UPDATE person p SET dirty = true FROM jsonb_to_recordset(${changed}::jsonb) AS m(account text, "from" text, key text)
    WHERE p.account = m.account AND p.key IN (m."from", m.key)`.execute(db);
  await sql`UPDATE removal r SET status = 'superseded', ended_at = ${at},
      outcome = 'The account belongs to ' || m.key || ' now; what is to be removed there is found anew.'
    FROM jsonb_to_recordset(${changed}::jsonb) AS m(account text, "from" text, key text, "userId" text)
    WHERE r.account = m.account AND r.key = m."from" AND r.user_id = m."userId"
      AND r.status IN ('pending', 'approved', 'rejected')`.execute(db);
}

type Linked = Extract<JournalEntry, { t: "link" | "moved" }>;

/** A link as it has to be after the whole journal. */
export interface ReplayedLink {
  account: string;
  /** Where the account ended up. */
  key: string;
  userId: string;
  job: string;
  source: string;
  at: string;
  /** The key whose unsettled creates this entry settled. */
  settles: string;
  /** Creates of that key that left only after it: they are not settled by it (I2). */
  later: string[];
}

/**
 * Reads who has which account from a journal in which accounts have moved between keys. An entry counts with the key
 * that its account has at the end, so that a key that was given up and taken again is not in its own way.
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

/** Moves what the database still has under a key that its account has left; before links are put back. */
export async function replayMoves(db: Db, entries: readonly JournalEntry[]): Promise<void> {
  const last = new Map<string, Move & { at: string }>();
  for (const entry of entries) if (entry.t === "moved") last.set(pair(entry.account, entry.userId), entry);
  if (last.size === 0) return;
  const moves = [...last.values()];
  const when = new Date(moves.at(-1)?.at ?? 0);
  await db.transaction().execute((tx) => moveRows(tx, moves, when));
}

/** What was written down by two names together; a control character stands in no key. */
function pair(account: string, name: string): string {
  return `${account}\u0000${name}`;
}
