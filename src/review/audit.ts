import { auditHash, auditStart, journaledAudit, listAudit, type AuditEntry } from "../store/audit/audit.ts";
import { allowedBy, type Allowed } from "../store/audit/audit-redaction.ts";
import { findDamage } from "../state/journal/journal-damage.ts";
import type { JournalDamage } from "../state/journal/journal-lines.ts";
import type { Journal } from "../state/journal/journal.ts";
import type { Db } from "../store/schema/tables.ts";

/** The first entry of the trail that is not as it was written. */
interface AuditBreak {
  seq: number;
  /** The damage and its meaning, as a sentence. */
  what: string;
}

export interface AuditState {
  entries: number;
  /** The last entry: who keeps its number and hash elsewhere can tell later that nothing before it was changed. */
  head: { seq: number; hash: string; at: string } | null;
  /** Entries without their details, which were erased on request. */
  redacted: number;
  /** Entries that went before the first one. */
  purged: number;
  broken: AuditBreak | null;
  /** Lines of the journal that are not as they were written, or were not and nobody has settled it. */
  damage: JournalDamage | null;
  /** Whether there is a journal, which was compared as well. */
  journal: boolean;
}

/** An entry as somebody wrote it down elsewhere. */
export interface KnownEntry {
  seq: number;
  hash: string;
}

/**
 * Computes the chain of the trail again and holds it against the journal: what was changed, taken out, put in, moved
 * or cut off shows, as long as it was not done to both in the same way. On a server there is no journal, and only
 * `known`, an entry that was noted elsewhere, shows a cut end or a rewritten trail.
 */
export async function verifyAudit({ db, journal }: { db: Db; journal: Journal }, known: KnownEntry | null = null): Promise<AuditState> {
  const stored = await listAudit(db);
  const { trail: journaled, damage } = journal.kept ? await journaledAudit(journal) : { trail: stored, damage: null };
  const breaks = [inOrder(stored, "database"), inOrder(journaled, "journal"), between(stored, journaled), elsewhere(stored, known)];
  const broken = breaks.reduce((first, next) => (next !== null && (first === null || next.seq < first.seq) ? next : first), null);
  const last = stored.at(-1);
  const head = last === undefined ? null : { seq: last.seq, hash: last.hash, at: last.at };
  const redacted = stored.filter((entry) => auditHash(entry) !== entry.hash).length;
  const purged = stored[0] === undefined ? 0 : stored[0].seq - 1;
  // On a server the journal stayed behind, and what was wrong with it counts until somebody settles it.
  const wrong = damage ?? (await findDamage(db));
  const { count, lines } = wrong ?? { count: 0, lines: [] };
  return { entries: stored.length, head, redacted, purged, broken, damage: count === 0 ? null : { count, lines }, journal: journal.kept };
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

/** A trail begins with its first entry, or with the one after those that a later entry says were purged. */
function beginning([first]: readonly AuditEntry[], { anchors }: Allowed): { seq: number; prev: string } {
  const anchor = first === undefined ? undefined : anchors.get(first.seq - 1);
  return first === undefined || anchor === undefined ? { seq: 1, prev: auditStart } : { seq: first.seq, prev: anchor };
}

function displaced(found: number, expected: number, where: Where): string {
  if (where === "database")
    return found > expected
      ? `Entry ${expected} is missing in the database: somebody took it out.`
      : `Entry ${found} has no place in the order: somebody put it in.`;
  return found > expected
    ? `Entry ${expected} is missing in the journal, or stands further on: somebody took it out or moved it.`
    : `Entry ${found} is in the journal a second time, or in another place than it was written: someone added or moved it.`;
}

function linkFault(entry: AuditEntry, prev: string, where: Where, { redacted }: Allowed): string | null {
  const hash = auditHash(entry);
  // Of an entry whose details were erased on request the text has another hash, which a later entry names.
  if (hash !== entry.hash && redacted.get(entry.seq)?.has(hash) !== true)
    return `Entry ${entry.seq} in the ${where} is not as it was written: somebody changed it.`;
  if (entry.prev !== prev) return `Entry ${entry.seq} in the ${where} does not follow the entry before it: one of the two was exchanged.`;
  return null;
}

function between(inTable: readonly AuditEntry[], inFile: readonly AuditEntry[]): AuditBreak | null {
  // After an interrupted purge, one of them may still have purged entries; each is in order by itself.
  const from = Math.max(inTable[0]?.seq ?? 1, inFile[0]?.seq ?? 1);
  const stored = inTable.filter(({ seq }) => seq >= from);
  const journaled = inFile.filter(({ seq }) => seq >= from);
  const most = Math.max(stored.length, journaled.length);
  for (let i = 0; i < most; i += 1) {
    const [one, other] = [stored[i], journaled[i]];
    const seq = one?.seq ?? other?.seq ?? i + 1;
    if (one === undefined)
      return {
        seq,
        what: `The database ends before entry ${seq}, which the journal has: somebody cut off its last ${journaled.length - stored.length}.`,
      };
    if (other === undefined)
      return {
        seq,
        what: `The journal ends before entry ${seq}, which the database has: somebody cut the journal off, or put ${stored.length - journaled.length} into the database.`,
      };
    if (one.hash !== other.hash)
      return { seq, what: `Entry ${seq} is another one in the database than in the journal: somebody exchanged one of them.` };
  }
  return null;
}

function elsewhere(stored: readonly AuditEntry[], known: KnownEntry | null): AuditBreak | null {
  if (known === null) return null;
  const entry = stored.find(({ seq }) => seq === known.seq);
  const first = stored[0]?.seq ?? 1;
  if (known.seq < first) {
    if (allowedBy(stored).anchors.get(known.seq) === known.hash) return null;
    return { seq: known.seq, what: `Entry ${known.seq} was purged with everything before ${first}: it cannot be compared any more.` };
  }
  if (entry === undefined)
    return { seq: (stored.at(-1)?.seq ?? 0) + 1, what: `The trail ends before entry ${known.seq}, which was there when it was noted.` };
  return entry.hash === known.hash
    ? null
    : { seq: known.seq, what: `Entry ${known.seq} has another hash than the noted one: the trail was rewritten.` };
}
