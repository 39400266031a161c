import { sql } from "kysely";
import { auditHash, type AuditEntry } from "./audit.ts";
import type { Db } from "./schema.ts";

/** The entry that says which entries were redacted, and what each of them may hold since. */
export const FORGOTTEN = "person_forgotten";
/** The entry that says where the trail continues from, once its beginning was purged. */
export const PURGED = "audit_purged";

/** An entry whose details were taken out: its hash stays, so that the chain holds; the redacted text has one of its own. */
export interface Redaction {
  seq: number;
  /** Of the entry with the redacted details. */
  hash: string;
  detail: unknown;
}

export function redactionOf(entry: AuditEntry, detail: unknown): Redaction {
  return { seq: entry.seq, hash: auditHash({ ...entry, detail }), detail };
}

/** What a trail says itself about what is no longer in it. */
export interface Allowed {
  /** Of each redacted entry the hashes that its text may have. */
  redacted: Map<number, Set<string>>;
  /** Number and hash of entries up to which the trail was purged. */
  anchors: Map<number, string>;
}

/** Collects what the later entries of a trail say about the earlier ones. Entries are held against the chain elsewhere. */
export function allowedBy(entries: readonly AuditEntry[]): Allowed {
  const allowed: Allowed = { redacted: new Map(), anchors: new Map() };
  for (const { action, detail, seq: at } of entries) {
    const said = (detail ?? {}) as { redacted?: unknown; through?: unknown; hash?: unknown };
    if (action === PURGED && typeof said.through === "number" && typeof said.hash === "string" && said.through < at)
      allowed.anchors.set(said.through, said.hash);
    if (action !== FORGOTTEN || !Array.isArray(said.redacted)) continue;
    for (const pair of said.redacted as unknown[]) {
      const [seq, hash] = Array.isArray(pair) ? (pair as unknown[]) : [];
      // Nothing that comes later can be spoken for.
      if (typeof seq !== "number" || typeof hash !== "string" || seq >= at) continue;
      allowed.redacted.set(seq, (allowed.redacted.get(seq) ?? new Set<string>()).add(hash));
    }
  }
  return allowed;
}

/** Takes details out of the database's trail; the journal's follows with `journal.rewrite`. */
export async function redactEntries(db: Db, redactions: readonly Redaction[]): Promise<void> {
  await sql`UPDATE audit a SET detail = r.detail FROM jsonb_to_recordset(${JSON.stringify(redactions)}::jsonb) AS r(seq integer, detail jsonb)
    WHERE a.seq = r.seq`.execute(db);
}

/** The last entry that was written before a moment, with nothing younger before it. */
export async function lastEntryBefore(db: Db, before: Date): Promise<{ seq: number; hash: string } | undefined> {
  return db
    .selectFrom("audit")
    .select(["seq", "hash"])
    .where("seq", "<", (inner) =>
      inner
        .selectFrom("audit")
        .select((select) => sql<number>`COALESCE(${select.fn.min("seq")}, 2147483647)`.as("seq"))
        .where("at", ">=", before.toISOString()),
    )
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** How many entries the trail has up to one of them. */
export async function countEntriesThrough(db: Db, seq: number): Promise<number> {
  const row = await db
    .selectFrom("audit")
    .select((select) => select.fn.countAll<string>().as("n"))
    .where("seq", "<=", seq)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function deleteEntriesThrough(db: Db, seq: number): Promise<void> {
  await db.deleteFrom("audit").where("seq", "<=", seq).execute();
}

/** The number of the first entry that there still is. */
export async function firstSeq(db: Db): Promise<number | null> {
  return (await db.selectFrom("audit").select("seq").orderBy("seq").limit(1).executeTakeFirst())?.seq ?? null;
}
