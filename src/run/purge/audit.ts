import { appendAudit } from "../../store/audit.ts";
import { countEntriesThrough, deleteEntriesThrough, firstSeq, lastEntryBefore, PURGED } from "../../store/audit-redaction.ts";
import { findDamage } from "../../store/journal-damage.ts";
import { rewriteJournal } from "../../store/replay.ts";
import type { State } from "../../store/state.ts";

/**
 * Takes the beginning of the audit trail away. First an entry says where the trail goes on from, so that `audit verify`
 * still proves the rest, and nobody else can cut it off in the same way unseen.
 * @returns how many entries went
 */
export async function purgeAudit(state: Pick<State, "db" | "journal">, before: Date, now: Date, dryRun: boolean): Promise<number> {
  const { db, journal } = state;
  // What can still be read of damaged lines must not go before somebody has looked at it.
  if ((await findDamage(db)) !== null) return 0;
  const last = await lastEntryBefore(db, before);
  const entries = last === undefined ? 0 : await countEntriesThrough(db, last.seq);
  if (dryRun) return entries;
  if (last !== undefined) {
    const detail = { through: last.seq, hash: last.hash, entries, before: before.toISOString() };
    await appendAudit(state, { actor: "rollcall", action: PURGED, detail }, now);
    await deleteEntriesThrough(db, last.seq);
  }
  // Also where an earlier purge was cut short before it came so far.
  const first = (await firstSeq(db)) ?? 1;
  const { entries: journaled } = await journal.read(0);
  if (journaled.some((entry) => entry.t === "audit" && entry.seq < first))
    await rewriteJournal(state, (entry) => (entry.t === "audit" && entry.seq < first ? null : entry));
  return entries;
}
