import { hash } from "node:crypto";
import { sql, type Selectable } from "kysely";
import pLimit, { type LimitFunction } from "p-limit";
import type { Journal, NewAuditEntry } from "../../state/journal/journal.ts";
import type { JournalDamage } from "../../state/journal/journal-lines.ts";
import type { AuditTable } from "../schema/operations.ts";
import type { Db } from "../schema/tables.ts";
import { inTransaction } from "../transaction.ts";

export type AuditEntry = Selectable<AuditTable>;

/** The hash that precedes the first entry of a trail. */
export const auditStart = "0".repeat(64);

/** Returns the hash of an entry, which covers all its parts and, by `prev`, everything before it. */
export function auditHash(entry: Omit<AuditEntry, "hash">): string {
  return hash("sha256", JSON.stringify([entry.seq, entry.at, entry.actor, entry.action, entry.detail, entry.prev]));
}

/** Lets the entries of each journal be written one after another. */
const writers = new WeakMap<Journal, LimitFunction>();

/** Appends an entry to the trail (I8), durably: to the journal first. Entries of one process are written in order. */
export function appendAudit(state: { db: Db; journal: Journal }, entry: NewAuditEntry, at: Date): Promise<void> {
  return appendAudits(state, [entry], at);
}

/** Appends several entries in order, with one write to the disk. */
export function appendAudits(state: { db: Db; journal: Journal }, entries: readonly NewAuditEntry[], at: Date): Promise<void> {
  if (state.journal.appendAudits !== undefined) return state.journal.appendAudits(entries, at);
  const writer = writers.get(state.journal) ?? pLimit(1);
  writers.set(state.journal, writer);
  return writer(() => append(state, entries, at));
}

/** Entries in the journal that the database refused. The next append inserts them first; otherwise two would share a number. */
const unsaved = new WeakMap<Journal, AuditEntry[]>();

async function append(state: { db: Db; journal: Journal }, entries: readonly NewAuditEntry[], at: Date): Promise<void> {
  if (state.journal.kept) return appendNext(state, entries, at);
  // Other processes write to the same trail: no two entries may follow the same one.
  const appendLocked = async (db: Db): Promise<void> => {
    await sql`LOCK TABLE audit IN EXCLUSIVE MODE`.execute(db);
    await appendNext({ db, journal: state.journal }, entries, at);
  };
  await inTransaction(state.db, appendLocked);
}

async function appendNext({ db, journal }: { db: Db; journal: Journal }, entries: readonly NewAuditEntry[], at: Date): Promise<void> {
  const waiting = unsaved.get(journal);
  if (waiting !== undefined) {
    await insertEntries(db, waiting);
    unsaved.delete(journal);
  }
  if (entries.length === 0) return;
  let last = await db.selectFrom("audit").selectAll().orderBy("seq", "desc").limit(1).executeTakeFirst();
  // In the form that jsonb returns, so that the chain can be verified from the database alone.
  const { rows } = await sql<{ detail: unknown }>`
    SELECT value AS detail FROM jsonb_array_elements(${JSON.stringify(entries.map(({ detail }) => detail))}::jsonb) WITH ORDINALITY ORDER BY ordinality`.execute(
    db,
  );
  const signed: AuditEntry[] = [];
  for (const [i, { actor, action }] of entries.entries()) {
    const unsigned = {
      seq: (last?.seq ?? 0) + 1,
      at: at.toISOString(),
      actor,
      action,
      detail: rows[i]?.detail ?? {},
      prev: last?.hash ?? auditStart,
    };
    last = { ...unsigned, hash: auditHash(unsigned) };
    signed.push(last);
  }
  await Promise.all(signed.map((entry) => journal.append({ t: "audit", ...entry })));
  if (journal.kept) unsaved.set(journal, signed);
  await insertEntries(db, signed);
  unsaved.delete(journal);
}

async function insertEntries(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += 500) {
    await db
      .insertInto("audit")
      .values(entries.slice(start, start + 500).map((entry) => ({ ...entry, detail: JSON.stringify(entry.detail) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Returns the trail in the journal, in order, and the journal's damage. */
export async function journaledAudit(journal: Journal): Promise<{ trail: AuditEntry[]; damage: JournalDamage | null }> {
  const { entries, damage } = await journal.read(0);
  const trail = entries.flatMap((entry) => {
    if (entry.t !== "audit") return [];
    const { seq, at, actor, action, detail, prev, hash: link } = entry;
    return [{ seq, at, actor, action, detail, prev, hash: link }];
  });
  return { trail, damage };
}

export async function listAudit(db: Db): Promise<AuditEntry[]> {
  return db.selectFrom("audit").selectAll().orderBy("seq").execute();
}
