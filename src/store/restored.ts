import { sql } from "kysely";
import type { Journal, JournalEntry } from "./journal.ts";
import type { Db } from "./schema.ts";
import { getSetting, setSetting } from "./settings.ts";

interface Kept {
  db: Db;
  journal: Journal;
}

/** What is held since a state was brought back, for as long as nobody says that it is settled. */
export interface HeldBack {
  /** The time of the backup. */
  made: string;
  /** Nobody knows which accounts were made since, so none is made. */
  creates: boolean;
}

/** Read by the statement that takes an operation up, too. */
const CREATES_HELD = "creates_held";
const POLICY_HELD = "policy_held";

/**
 * Holds from now on what a state that is older than the world must not do by itself: approve removals, because what
 * people decided to keep since is not known (I1), and, where `creates`, make accounts, because who got one is not (I2).
 * In the journal first, so that a power cut does not take the hold away.
 */
export async function holdBack(state: Kept, { made, creates }: HeldBack, at: Date): Promise<void> {
  await state.journal.append({ t: "restored", at: at.toISOString(), made, held: creates, policy: true });
  await keep(state.db, { made, creates });
  // An account that came after the backup may be anybody's: of creates that were open then, a person says what became of them.
  if (creates) await sql`UPDATE intent SET since = NULL WHERE status IN ('open', 'uncertain', 'unlinked')`.execute(state.db);
}

/** What is held, and since which backup; `null` where nothing is. */
export async function heldBack(db: Db): Promise<HeldBack | null> {
  const creates = await getSetting<{ made: string }>(db, CREATES_HELD);
  const policy = await getSetting<{ made: string }>(db, POLICY_HELD);
  const made = creates?.made ?? policy?.made;
  return made === undefined ? null : { made, creates: creates !== undefined };
}

/** Lets everything go on that was held for a backup of `made`. */
export async function releaseHeldBack(state: Kept, made: string, at: Date): Promise<void> {
  await state.journal.append({ t: "restored", at: at.toISOString(), made, held: false, policy: false });
  await letGo(state.db);
}

/** Puts back what the database lost of it: the last word counts. */
export async function replayRestored(db: Db, batch: readonly JournalEntry[]): Promise<void> {
  const last = batch.findLast((entry) => entry.t === "restored");
  if (last === undefined) return;
  await letGo(db);
  // An entry of an older version says nothing of the policy.
  if (last.held || last.policy === true) await keep(db, { made: last.made, creates: last.held });
}

async function keep(db: Db, { made, creates }: HeldBack): Promise<void> {
  await setSetting(db, POLICY_HELD, { made });
  if (creates) await setSetting(db, CREATES_HELD, { made });
}

async function letGo(db: Db): Promise<void> {
  await db.deleteFrom("setting").where("name", "in", [CREATES_HELD, POLICY_HELD]).execute();
}
