import { hash } from "node:crypto";
import { sql, type Selectable } from "kysely";
import type { Journal } from "./journal.ts";
import type { AuditTable, Db } from "./schema.ts";

export type AuditEntry = Selectable<AuditTable>;

/** What the first entry of a trail follows. */
export const auditStart = "0".repeat(64);

/** The chain's link: changes with every part of the entry and with everything before it. */
export function auditHash(entry: Omit<AuditEntry, "hash">): string {
  return hash("sha256", JSON.stringify([entry.seq, entry.at, entry.actor, entry.action, entry.detail, entry.prev]));
}

let tail: Promise<unknown> = Promise.resolve();

/** Adds an entry to the trail (I8), durably: in the journal first. Entries of one process follow each other. */
export function appendAudit(
  state: { db: Db; journal: Journal },
  entry: { actor: string; action: string; detail: Record<string, unknown> },
  at: Date,
): Promise<void> {
  const done = tail.then(() => append(state, entry, at));
  tail = done.catch(() => undefined);
  return done;
}

async function append(
  { db, journal }: { db: Db; journal: Journal },
  { actor, action, detail }: { actor: string; action: string; detail: Record<string, unknown> },
  at: Date,
): Promise<void> {
  const last = await db.selectFrom("audit").selectAll().orderBy("seq", "desc").limit(1).executeTakeFirst();
  // As jsonb gives it back, so that the chain can be verified from the database alone.
  const { rows } = await sql<{ detail: unknown }>`SELECT ${JSON.stringify(detail)}::jsonb AS detail`.execute(db);
  const unsigned = {
    seq: (last?.seq ?? 0) + 1,
    at: at.toISOString(),
    actor,
    action,
    detail: rows[0]?.detail ?? {},
    prev: last?.hash ?? auditStart,
  };
  const signed = { ...unsigned, hash: auditHash(unsigned) };
  await journal.append({ t: "audit", ...signed });
  await db
    .insertInto("audit")
    .values({ ...signed, detail: JSON.stringify(signed.detail) })
    .execute();
}

export async function listAudit(db: Db): Promise<AuditEntry[]> {
  return db.selectFrom("audit").selectAll().orderBy("seq").execute();
}
