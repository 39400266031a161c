import { sql, type Selectable } from "kysely";
import type { Journal, JournalEntry } from "../../state/journal/journal.ts";
import type { Db } from "../schema/tables.ts";
import type { LinkTable } from "../schema/accounts.ts";

type Link = Selectable<LinkTable>;

interface Unlinked {
  account: string;
  key: string;
  userId: string;
}

/** A link that a person made, with nothing sent or about to be sent, and no create that it has resolved. */
const isUndoable = sql`l.sent IS NULL AND l.source IN ('imported', 'by hand')
  AND NOT EXISTS (SELECT 1 FROM intent i WHERE i.account = l.account AND i.key = l.key)
  AND NOT EXISTS (SELECT 1 FROM operation o LEFT JOIN run r ON r.id = o.run WHERE o.account = l.account AND o.key = l.key
    AND (o.attempts > 0 OR o.status IN ('queued', 'running') OR (o.status = 'planned' AND r.released)))`;

/** Returns the links of an account that can be undone, latest first. */
export async function listUndoableLinks(db: Db, account: string, limit: number): Promise<Link[]> {
  const { rows } = await sql<Link>`SELECT l.* FROM link l WHERE l.account = ${account} AND ${isUndoable}
    ORDER BY l.created_at DESC, l.key LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findUndoableLink(db: Db, account: string, key: string): Promise<Link | undefined> {
  const { rows } = await sql<Link>`SELECT l.* FROM link l WHERE l.account = ${account} AND l.key = ${key} AND ${isUndoable}`.execute(db);
  return rows[0];
}

/** Removes a link durably, in the journal first. */
export async function removeLink({ db, journal }: { db: Db; journal: Journal }, link: Unlinked, at: Date): Promise<void> {
  await journal.append({ t: "unlinked", ...link, at: at.toISOString() });
  await deleteLinks(db, [link]);
}

async function deleteLinks(db: Db, links: readonly Unlinked[]): Promise<void> {
  const rows = JSON.stringify(links);
  await sql`DELETE FROM link l USING jsonb_to_recordset(${rows}::jsonb) AS u(account text, key text, "userId" text)
    WHERE l.account = u.account AND l.key = u.key AND l.user_id = u."userId" AND l.sent IS NULL`.execute(db);
  await sql`UPDATE person p SET dirty = true FROM jsonb_to_recordset(${rows}::jsonb) AS u(account text, key text)
    WHERE p.account = u.account AND p.key = u.key`.execute(db);
}

/** Returns the entries without the links that were undone later. */
export function withoutUnlinked(entries: readonly JournalEntry[]): JournalEntry[] {
  const undone = new Set<string>();
  return entries
    .toReversed()
    .filter((entry) => {
      if (entry.t === "unlinked") undone.add(placeOf(entry));
      return entry.t !== "link" || !undone.has(placeOf(entry));
    })
    .toReversed();
}

/** Removes the links whose undo a power cut took. */
export async function replayUnlinked(db: Db, entries: readonly JournalEntry[]): Promise<void> {
  const last = new Map<string, JournalEntry>();
  for (const entry of entries) if (entry.t === "link" || entry.t === "moved" || entry.t === "unlinked") last.set(placeOf(entry), entry);
  const undone = [...last.values()].filter((entry) => entry.t === "unlinked");
  if (undone.length > 0) await deleteLinks(db, undone);
}

function placeOf({ account, key, userId }: Unlinked): string {
  return JSON.stringify([account, key, userId]);
}
