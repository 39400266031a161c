import { sql } from "kysely";
import type { Journal, JournalEntry } from "./journal.ts";
import type { Db } from "./schema.ts";
import { getSetting, setSetting } from "./settings.ts";

interface Kept {
  db: Db;
  journal: Journal;
}

/** Since when (the time of the backup) nobody knows which accounts were made, for as long as nobody says that all are linked. */
const CREATES_HELD = "creates_held";

/**
 * Holds every create from now on: the state is that of a backup, and who got an account after it is not known (I2).
 * In the journal first, so that a power cut does not take the hold away.
 */
export async function holdCreates(state: Kept, made: string, at: Date): Promise<void> {
  await state.journal.append({ t: "restored", at: at.toISOString(), made, held: true });
  await setSetting(state.db, CREATES_HELD, { made });
  // An account that came after the backup may be anybody's: of creates that were open then, a person says what became of them.
  await sql`UPDATE intent SET since = NULL WHERE status IN ('open', 'uncertain', 'unlinked')`.execute(state.db);
}

/** The time of the backup that creates are held for; `null` where they are not. */
export async function createsHeldSince(db: Db): Promise<string | null> {
  return (await getSetting<{ made: string }>(db, CREATES_HELD))?.made ?? null;
}

/** Lets creates be sent again that were held for a backup of `made`. */
export async function releaseCreates(state: Kept, made: string, at: Date): Promise<void> {
  await state.journal.append({ t: "restored", at: at.toISOString(), made, held: false });
  await state.db.deleteFrom("setting").where("name", "=", CREATES_HELD).execute();
}

/** Puts back what the database lost of it: the last word counts. */
export async function replayRestored(db: Db, batch: readonly JournalEntry[]): Promise<void> {
  const last = batch.findLast((entry) => entry.t === "restored");
  if (last === undefined) return;
  if (last.held) await setSetting(db, CREATES_HELD, { made: last.made });
  else await db.deleteFrom("setting").where("name", "=", CREATES_HELD).execute();
}
