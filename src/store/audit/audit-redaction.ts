import { sql } from "kysely";
import { auditHash, type AuditEntry } from "./audit.ts";
import type { Db } from "../schema/tables.ts";

/** The entry that lists redacted entries with the hashes of their new details. */
export const ERASED_MARK = "person_forgotten";
/** The entry that says where the trail continues after its beginning was purged. */
export const PURGED = "audit_purged";

/** An entry whose details were removed. Its own hash stays, so that the chain remains valid; the redacted text has another. */
export interface Redaction {
  seq: number;
  /** Hash of the entry with the redacted details. */
  hash: string;
  detail: unknown;
}

export function redactionOf(entry: AuditEntry, detail: unknown): Redaction {
  return { seq: entry.seq, hash: auditHash({ ...entry, detail }), detail };
}

/** The redactions and purges that a trail records about itself. */
export interface Allowed {
  /** The hashes that each redacted entry's text may have. */
  redacted: Map<number, Set<string>>;
  /** Number and hash of the entries up to which the trail was purged. */
  anchors: Map<number, string>;
}

/** Collects what later entries of a trail record about earlier ones. The chain itself is verified elsewhere. */
export function allowedBy(entries: readonly AuditEntry[]): Allowed {
  const allowed: Allowed = { redacted: new Map(), anchors: new Map() };
  for (const { action, detail, seq: at } of entries) {
    const recorded = (detail ?? {}) as { redacted?: unknown; through?: unknown; hash?: unknown };
    if (action === PURGED && typeof recorded.through === "number" && typeof recorded.hash === "string" && recorded.through < at)
      allowed.anchors.set(recorded.through, recorded.hash);
    if (action !== ERASED_MARK || !Array.isArray(recorded.redacted)) continue;
    for (const pair of recorded.redacted as unknown[]) {
      const [seq, hash] = Array.isArray(pair) ? (pair as unknown[]) : [];
      // An entry can only vouch for earlier ones.
      if (typeof seq !== "number" || typeof hash !== "string" || seq >= at) continue;
      allowed.redacted.set(seq, (allowed.redacted.get(seq) ?? new Set<string>()).add(hash));
    }
  }
  return allowed;
}

/** Removes details from the database's trail; `journal.rewrite` does the same for the journal. */
export async function redactEntries(db: Db, redactions: readonly Redaction[]): Promise<void> {
  await sql`UPDATE audit a SET detail = r.detail FROM jsonb_to_recordset(${JSON.stringify(redactions)}::jsonb) AS r(seq integer, detail jsonb)
    WHERE a.seq = r.seq`.execute(db);
}

/** Returns the last entry before a moment that no younger entry precedes. */
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

/** Returns the number of entries up to and including `seq`. */
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

/** Returns the number of the first remaining entry. */
export async function firstSeq(db: Db): Promise<number | null> {
  return (await db.selectFrom("audit").select("seq").orderBy("seq").limit(1).executeTakeFirst())?.seq ?? null;
}
