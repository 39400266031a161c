import { fact, type Fact } from "../domain/facts/fact.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { auditHash, auditStart, journaledAudit, listAudit, type AuditEntry } from "../store/audit/audit.ts";
import { allowedBy, type Allowed } from "../store/audit/audit-redaction.ts";
import { damageFact, findDamage } from "../state/journal/journal-damage.ts";
import type { JournalDamage } from "../state/journal/journal-lines.ts";
import type { Journal } from "../state/journal/journal.ts";
import { getSetting, setSetting } from "../store/settings.ts";
import type { Db } from "../store/schema/tables.ts";

/** The first entry of the trail that was changed, added, moved or removed. */
interface AuditBreak {
  seq: number;
  what: Fact;
}

export interface AuditState {
  entries: number;
  /** The last entry. Its number and hash, kept elsewhere, prove later that nothing before it changed. */
  head: { seq: number; hash: string; at: string } | null;
  /** The number of entries whose details were erased on request. */
  redacted: number;
  /** The number of purged entries. */
  purged: number;
  broken: AuditBreak | null;
  /** Damaged lines of the journal, also those on a server that are not settled yet. */
  damage: JournalDamage | null;
  /** Whether the state has a journal, which is then compared as well. */
  journal: boolean;
}

/** An entry whose number and hash were noted elsewhere. */
export interface KnownEntry {
  seq: number;
  hash: string;
}

/**
 * Recomputes the hash chain of the trail and compares it with the journal. Finds entries that were changed, added,
 * moved or removed, unless trail and journal were changed in the same way. A server has no journal: there, only
 * `known`, an entry noted elsewhere, reveals a truncated or rewritten trail.
 */
export async function verifyAudit({ db, journal }: { db: Db; journal: Journal }, known: KnownEntry | null = null): Promise<AuditState> {
  const { stored, journaled, damage } = await readBoth(db, journal);
  const breaks = [inOrder(stored, "database"), inOrder(journaled, "journal"), between(stored, journaled), elsewhere(stored, known)];
  const broken = breaks.reduce((first, next) => (next !== null && (first === null || next.seq < first.seq) ? next : first), null);
  const last = stored.at(-1);
  const head = last === undefined ? null : { seq: last.seq, hash: last.hash, at: last.at };
  const redacted = stored.filter((entry) => auditHash(entry) !== entry.hash).length;
  const purged = stored[0] === undefined ? 0 : stored[0].seq - 1;
  // A server has no journal; damage recorded earlier counts until it is settled.
  const wrong = damage ?? (await findDamage(db));
  const { count, lines } = wrong ?? { count: 0, lines: [] };
  return { entries: stored.length, head, redacted, purged, broken, damage: count === 0 ? null : { count, lines }, journal: journal.kept };
}

/** An entry is in the journal a moment before it is in the database. */
const READS = 5;
const BETWEEN_READS_MS = 100;

/**
 * Reads the trail from database and journal. What the database has is in the journal, which is read later; what only
 * the journal has may just be on its way to the database, which is read again up to there.
 */
async function readBoth(
  db: Db,
  journal: Journal,
): Promise<{ stored: AuditEntry[]; journaled: AuditEntry[]; damage: JournalDamage | null }> {
  let stored = await listAudit(db);
  if (!journal.kept) return { stored, journaled: stored, damage: null };
  const { trail: journaled, damage } = await journaledAudit(journal);
  const last = journaled.at(-1)?.seq ?? 0;
  for (let left = READS; left > 0 && (stored.at(-1)?.seq ?? 0) < last; left -= 1) {
    await sleep(BETWEEN_READS_MS);
    stored = (await listAudit(db)).filter(({ seq }) => seq <= last);
  }
  return { stored, journaled, damage };
}

type Where = "database" | "journal";

function inOrder(entries: readonly AuditEntry[], where: Where): AuditBreak | null {
  const allowed = allowedBy(entries);
  let { seq, prev } = beginning(entries, allowed);
  for (const entry of entries) {
    if (entry.seq !== seq) return { seq: Math.min(seq, entry.seq), what: displaced(entry.seq, seq, where) };
    const wrong = linkFault(entry, prev, where, allowed);
    if (wrong !== null) return { seq, what: wrong };
    prev = entry.hash;
    seq += 1;
  }
  return null;
}

/** Returns the first number and its preceding hash: 1, or those after the entries that a later entry records as purged. */
function beginning([first]: readonly AuditEntry[], { anchors }: Allowed): { seq: number; prev: string } {
  const anchor = first === undefined ? undefined : anchors.get(first.seq - 1);
  return first === undefined || anchor === undefined ? { seq: 1, prev: auditStart } : { seq: first.seq, prev: anchor };
}

function displaced(found: number, expected: number, where: Where): Fact {
  if (where === "database")
    return found > expected
      ? fact("audit.entry_missing_in_database", { n: expected })
      : fact("audit.entry_added_to_database", { n: found });
  return found > expected ? fact("audit.entry_missing_in_journal", { n: expected }) : fact("audit.entry_repeated_in_journal", { n: found });
}

function linkFault(entry: AuditEntry, prev: string, where: Where, { redacted }: Allowed): Fact | null {
  const hash = auditHash(entry);
  // The details of an erased entry have another hash, which a later entry names.
  if (hash !== entry.hash && redacted.get(entry.seq)?.has(hash) !== true) return fact(`audit.entry_changed_in_${where}`, { n: entry.seq });
  if (entry.prev !== prev) return fact(`audit.entry_replaced_in_${where}`, { n: entry.seq });
  return null;
}

function between(inTable: readonly AuditEntry[], inFile: readonly AuditEntry[]): AuditBreak | null {
  // After an interrupted purge, one of the two may still have purged entries.
  const from = Math.max(inTable[0]?.seq ?? 1, inFile[0]?.seq ?? 1);
  const stored = inTable.filter(({ seq }) => seq >= from);
  const journaled = inFile.filter(({ seq }) => seq >= from);
  const most = Math.max(stored.length, journaled.length);
  for (let i = 0; i < most; i += 1) {
    const [one, other] = [stored[i], journaled[i]];
    const seq = one?.seq ?? other?.seq ?? i + 1;
    if (one === undefined) return { seq, what: fact("audit.database_ends_before", { n: seq, count: journaled.length - stored.length }) };
    if (other === undefined) return { seq, what: fact("audit.journal_ends_before", { n: seq, count: stored.length - journaled.length }) };
    if (one.hash !== other.hash) return { seq, what: fact("audit.entry_differs", { n: seq }) };
  }
  return null;
}

function elsewhere(stored: readonly AuditEntry[], known: KnownEntry | null): AuditBreak | null {
  if (known === null) return null;
  const entry = stored.find(({ seq }) => seq === known.seq);
  const first = stored[0]?.seq ?? 1;
  if (known.seq < first) {
    if (allowedBy(stored).anchors.get(known.seq) === known.hash) return null;
    return { seq: known.seq, what: fact("audit.entry_purged", { n: known.seq, first }) };
  }
  if (entry === undefined) return { seq: (stored.at(-1)?.seq ?? 0) + 1, what: fact("audit.ends_before_noted", { n: known.seq }) };
  return entry.hash === known.hash ? null : { seq: known.seq, what: fact("audit.hash_differs", { n: known.seq }) };
}

/** The last verification of the trail, for the badge of the audit page. */
export interface Verification {
  at: string;
  entries: number;
  /** The problems found; none: the trail is intact. */
  problems: Fact[];
}

const VERIFIED = "audit_verified";

/** Verifies the trail and stores the result. */
export async function verifyAndRemember(
  state: { db: Db; journal: Journal },
  now: Date,
  known: KnownEntry | null = null,
): Promise<AuditState> {
  const found = await verifyAudit(state, known);
  const { broken, damage, entries } = found;
  const problems = [
    ...(damage === null ? [] : [fact("journal.damaged", { damage: damageFact(damage) })]),
    ...(broken === null ? [] : [broken.what]),
  ];
  await setSetting(state.db, VERIFIED, { at: now.toISOString(), entries, problems } satisfies Verification);
  return found;
}

/** Returns the last verification; `null`: there was none. */
export function lastVerification(db: Db): Promise<Verification | null> {
  return getSetting<Verification>(db, VERIFIED);
}
