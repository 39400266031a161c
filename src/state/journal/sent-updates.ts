import { sql } from "kysely";
import { hasId } from "../../store/runs/operation-id.ts";
import type { Db } from "../../store/schema/tables.ts";
import type { JournalEntry } from "./journal-entry.ts";

/**
 * Doubts the accounts of updates that may have been sent and that the database lost, so that the next plan sends
 * everything to them (I4). If the database has the attempt, the plan knows whether its outcome was recorded.
 */
export async function replaySending(db: Db, batch: readonly JournalEntry[]): Promise<void> {
  const sending = batch.filter(({ t }) => t === "sending");
  if (sending.length === 0) return;
  await sql`WITH lost AS (
      SELECT e.account, u.value AS user_id
      FROM jsonb_to_recordset(${JSON.stringify(sending)}::jsonb) AS e(account text, operations jsonb), jsonb_each_text(e.operations) AS u
      WHERE NOT EXISTS (SELECT 1 FROM operation o WHERE ${hasId("o", sql`u.key`)} AND o.attempts > 0)),
    doubted AS (
      UPDATE link l SET doubted = true FROM lost WHERE l.account = lost.account AND l.user_id = lost.user_id RETURNING l.account, l.key)
    UPDATE person p SET dirty = true FROM doubted d WHERE p.account = d.account AND p.key = d.key`.execute(db);
}

/**
 * Drops updates whose operations were purged. The next start reads a rewritten journal from its beginning, and would
 * take them for lost.
 */
export async function withKnownUpdates(db: Db, entries: readonly JournalEntry[]): Promise<JournalEntry[]> {
  const ids = entries.flatMap((entry) => (entry.t === "sending" ? Object.keys(entry.operations) : []));
  const { rows } = await sql<{ id: string }>`SELECT u.id FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) AS u(id)
    WHERE EXISTS (SELECT 1 FROM operation o WHERE ${hasId("o", sql`u.id`)})`.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  return entries.flatMap((entry): JournalEntry[] => {
    if (entry.t !== "sending") return [entry];
    const operations = Object.fromEntries(Object.entries(entry.operations).filter(([id]) => known.has(id)));
    return Object.keys(operations).length === 0 ? [] : [{ ...entry, operations }];
  });
}
