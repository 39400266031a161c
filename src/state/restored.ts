import { sql } from "kysely";
import type { Journal, JournalEntry } from "./journal/journal.ts";
import type { Db } from "../store/schema/tables.ts";
import { dropSetting, getSetting, setSetting } from "../store/settings.ts";

interface StoredState {
  db: Db;
  journal: Journal;
}

/** The restrictions of a restored state until an administrator settles it. */
export interface CreationHold {
  /** The time of the backup. */
  made: string;
  /** It is unknown which accounts were created since, so none is created. */
  creates: boolean;
}

/** The record of a restore. */
interface Restored {
  made: string;
  /** The time of the restore. */
  since: string;
  settled: boolean;
}

/** Also read by the statement that claims an operation. */
const CREATES_HELD = "creates_held";
const RESTORED = "restored";

/**
 * Blocks automatic actions of a restored state: approving removals, because later exceptions are unknown (I1), and, if
 * `creates`, creating accounts, because later accounts are unknown (I2). Extends an existing hold.
 * Written to the journal first, so that a power cut does not remove the hold.
 * @returns the hold in force
 */
export async function holdCreates(state: StoredState, { made, creates }: CreationHold, at: Date): Promise<CreationHold> {
  const before = await getSetting<{ made: string }>(state.db, CREATES_HELD);
  const held = { made: before !== null && before.made < made ? before.made : made, creates: creates || before !== null };
  const since = at.toISOString();
  await state.journal.append({ t: "restored", at: since, made: held.made, held: held.creates, since, settled: false });
  await keep(state.db, held, { made: held.made, since, settled: false });
  // An account created after the backup may be anyone's: a person resolves the creates that were open then.
  if (creates) await sql`UPDATE intent SET since = NULL WHERE status IN ('open', 'uncertain', 'unlinked')`.execute(state.db);
  return held;
}

/** Returns the hold in force and its backup; `null` if there is none. */
export async function creationHold(db: Db): Promise<CreationHold | null> {
  const creates = await getSetting<{ made: string }>(db, CREATES_HELD);
  const restored = await getSetting<Restored>(db, RESTORED);
  if (creates !== null) return { made: creates.made, creates: true };
  return restored === null || restored.settled ? null : { made: restored.made, creates: false };
}

/** Returns whether the state was ever restored from a backup. */
export async function wasRestored(db: Db): Promise<boolean> {
  return (await getSetting<Restored>(db, RESTORED)) !== null;
}

/**
 * Returns the time of the backup if a job's policy must not approve automatically in this run, or `null`. The policy is
 * on hold until the restored state is settled, and at least in the job's first run after the restore, which shows what
 * it would remove.
 */
export async function isPolicyOnHold(db: Db, run: { id: string; job: string }): Promise<string | null> {
  const held = await creationHold(db);
  if (held !== null) return held.made;
  const restored = await getSetting<Restored>(db, RESTORED);
  if (restored === null) return null;
  const shown = await db
    .selectFrom("run")
    .select("id")
    .where("job", "=", run.job)
    .where("id", "!=", run.id)
    .where("released", "=", true)
    .where("partial", "=", false)
    .where("pilot", "is", null)
    .where("started_at", ">", new Date(restored.since))
    .limit(1)
    .executeTakeFirst();
  return shown === undefined ? restored.made : null;
}

/** Releases the hold for a backup of `made`. */
export async function releaseCreates(state: StoredState, made: string, at: Date): Promise<void> {
  const since = (await getSetting<Restored>(state.db, RESTORED))?.since ?? at.toISOString();
  await state.journal.append({ t: "restored", at: at.toISOString(), made, held: false, since, settled: true });
  await keep(state.db, { made, creates: false }, { made, since, settled: true });
}

/** Restores the hold that the database lost: the last entry counts. */
export async function replayRestoredHold(db: Db, batch: readonly JournalEntry[]): Promise<void> {
  const last = batch.findLast((entry) => entry.t === "restored");
  if (last === undefined) return;
  const { made, held, since, settled } = last;
  await keep(db, { made, creates: held }, { made, since, settled });
}

/** Sets the hold on creates first: an interruption must not release them. */
async function keep(db: Db, { made, creates }: CreationHold, restored: Restored): Promise<void> {
  if (creates) await setSetting(db, CREATES_HELD, { made });
  await setSetting(db, RESTORED, restored);
  if (!creates) await dropSetting(db, CREATES_HELD);
}
