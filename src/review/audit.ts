import { auditHash, auditStart, journaledAudit, listAudit, type AuditEntry } from "../store/audit.ts";
import type { Journal } from "../store/journal.ts";
import type { Db } from "../store/schema.ts";

/** The first entry of the trail that is not as it was written. */
export interface AuditBreak {
  seq: number;
  /** What is wrong with it, and what that means, as a sentence. */
  what: string;
}

export interface AuditState {
  entries: number;
  /** The last entry: who keeps its number and hash elsewhere can tell later that nothing before it was changed. */
  head: { seq: number; hash: string; at: string } | null;
  broken: AuditBreak | null;
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
 * `known`, an entry that was noted elsewhere, shows what was cut off at the end or written anew as a whole.
 */
export async function verifyAudit({ db, journal }: { db: Db; journal: Journal }, known: KnownEntry | null = null): Promise<AuditState> {
  const stored = await listAudit(db);
  const journaled = journal.kept ? await journaledAudit(journal) : stored;
  const breaks = [inDatabase(stored), inJournal(journaled), between(stored, journaled), elsewhere(stored, known)];
  const broken = breaks.reduce((first, next) => (next !== null && (first === null || next.seq < first.seq) ? next : first), null);
  const last = stored.at(-1);
  const head = last === undefined ? null : { seq: last.seq, hash: last.hash, at: last.at };
  return { entries: stored.length, head, broken, journal: journal.kept };
}

function inDatabase(entries: readonly AuditEntry[]): AuditBreak | null {
  let prev = auditStart;
  for (const [i, entry] of entries.entries()) {
    const seq = i + 1;
    if (entry.seq !== seq)
      return {
        seq: Math.min(seq, entry.seq),
        what:
          entry.seq > seq
            ? `Entry ${seq} is missing in the database: somebody took it out.`
            : `Entry ${entry.seq} has no place in the order: somebody put it in.`,
      };
    const wrong = linkFault(entry, prev, "database");
    if (wrong !== null) return { seq, what: wrong };
    prev = entry.hash;
  }
  return null;
}

function inJournal(entries: readonly AuditEntry[]): AuditBreak | null {
  let prev = auditStart;
  for (const [i, entry] of entries.entries()) {
    const seq = i + 1;
    if (entry.seq !== seq) {
      const what =
        entry.seq > seq
          ? `Entry ${seq} is missing in the journal, or stands further on: somebody took it out or moved it.`
          : `Entry ${entry.seq} stands in the journal a second time, or further on than it was written: somebody put it in or moved it.`;
      return { seq: Math.min(seq, entry.seq), what };
    }
    const wrong = linkFault(entry, prev, "journal");
    if (wrong !== null) return { seq, what: wrong };
    prev = entry.hash;
  }
  return null;
}

function linkFault(entry: AuditEntry, prev: string, where: "database" | "journal"): string | null {
  if (auditHash(entry) !== entry.hash) return `Entry ${entry.seq} in the ${where} is not as it was written: somebody changed it.`;
  if (entry.prev !== prev) return `Entry ${entry.seq} in the ${where} does not follow the entry before it: one of the two was exchanged.`;
  return null;
}

function between(stored: readonly AuditEntry[], journaled: readonly AuditEntry[]): AuditBreak | null {
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
  const entry = stored[known.seq - 1];
  if (entry === undefined)
    return { seq: stored.length + 1, what: `The trail ends before entry ${known.seq}, which was there when it was noted.` };
  return entry.hash === known.hash
    ? null
    : { seq: known.seq, what: `Entry ${known.seq} has another hash than the one that was noted: the trail was written anew.` };
}
