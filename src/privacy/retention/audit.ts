import { appendAudit } from "../../store/audit/audit.ts";
import { countEntriesThrough, deleteEntriesThrough, firstSeq, lastEntryBefore, PURGED } from "../../store/audit/audit-redaction.ts";
import { findDamage } from "../../state/journal/journal-damage.ts";
import { rewriteJournal } from "../../state/journal/replay.ts";
import type { State } from "../../state/state.ts";

/**
 * Deletes the beginning of the audit trail. First writes an entry with the new start, so that `audit verify` still proves
 * the rest, and a deletion by anyone else is detected.
 * @returns the number of deleted entries
 */
export async function purgeAudit(state: Pick<State, "db" | "journal">, before: Date, now: Date, dryRun: boolean): Promise<number> {
  const { db, journal } = state;
  // Keep the entries while the journal is damaged, so that a person can inspect what is readable.
  if ((await findDamage(db)) !== null) return 0;
  const last = await lastEntryBefore(db, before);
  const entries = last === undefined ? 0 : await countEntriesThrough(db, last.seq);
  if (dryRun) return entries;
  if (last !== undefined) {
    const detail = { through: last.seq, hash: last.hash, entries, before: before.toISOString() };
    await appendAudit(state, { actor: "rollcall", action: PURGED, detail }, now);
    await deleteEntriesThrough(db, last.seq);
  }
  // Also finishes an earlier purge that was interrupted here.
  const first = (await firstSeq(db)) ?? 1;
  const { entries: journaled } = await journal.read(0);
  if (journaled.some((entry) => entry.t === "audit" && entry.seq < first))
    await rewriteJournal(state, (entry) => (entry.t === "audit" && entry.seq < first ? null : entry));
  return entries;
}
