import { sql } from "kysely";
import type { Journal, JournalEntry } from "./journal.ts";
import type { Db } from "./schema.ts";
import { dropSetting, getSetting, setSetting } from "./settings.ts";

interface Kept {
  db: Db;
  journal: Journal;
}

/** What is held since a state was brought back, until somebody says that it is settled. */
export interface HeldBack {
  /** The time of the backup. */
  made: string;
  /** Nobody knows which accounts were made since, so none is made. */
  creates: boolean;
}

/** What is known of a state that was brought back. */
interface Restored {
  made: string;
  /** When it was brought back. */
  since: string;
  settled: boolean;
}

/** Read by the statement that takes an operation up, too. */
const CREATES_HELD = "creates_held";
const RESTORED = "restored";

/**
 * Holds from now on what a state that is older than the world must not do by itself: approve removals, because what
 * people decided to keep since is not known (I1), and, where `creates`, make accounts, because who got one is not (I2).
 * What is held already stays so. In the journal first, so that a power cut does not take the hold away.
 * @returns what is held now
 */
export async function holdBack(state: Kept, { made, creates }: HeldBack, at: Date): Promise<HeldBack> {
  const before = await getSetting<{ made: string }>(state.db, CREATES_HELD);
  const held = { made: before !== null && before.made < made ? before.made : made, creates: creates || before !== null };
  const since = at.toISOString();
  await state.journal.append({ t: "restored", at: since, made: held.made, held: held.creates, since, settled: false });
  await keep(state.db, held, { made: held.made, since, settled: false });
  // An account that came after the backup may be anybody's: of creates that were open then, a person says what became of them.
  if (creates) await sql`UPDATE intent SET since = NULL WHERE status IN ('open', 'uncertain', 'unlinked')`.execute(state.db);
  return held;
}

/** What is held, and since which backup; `null` where nothing is. */
export async function heldBack(db: Db): Promise<HeldBack | null> {
  const creates = await getSetting<{ made: string }>(db, CREATES_HELD);
  const restored = await getSetting<Restored>(db, RESTORED);
  if (creates !== null) return { made: creates.made, creates: true };
  return restored === null || restored.settled ? null : { made: restored.made, creates: false };
}

/**
 * Whether a job's policy must approve nothing by itself in this run: the time of the backup, or `null`. So it is until
 * the restored state is settled, and at least in the job's first run after that time, which shows what it would remove.
 */
export async function policyHeldFor(db: Db, run: { id: string; job: string }): Promise<string | null> {
  const held = await heldBack(db);
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
    .where("started_at", ">", new Date(restored.since))
    .limit(1)
    .executeTakeFirst();
  return shown === undefined ? restored.made : null;
}

/** Lets go on what was held for a backup of `made`. */
export async function releaseHeldBack(state: Kept, made: string, at: Date): Promise<void> {
  const since = (await getSetting<Restored>(state.db, RESTORED))?.since ?? at.toISOString();
  await state.journal.append({ t: "restored", at: at.toISOString(), made, held: false, since, settled: true });
  await keep(state.db, { made, creates: false }, { made, since, settled: true });
}

/** Puts back what the database lost of it: the last word counts. */
export async function replayRestored(db: Db, batch: readonly JournalEntry[]): Promise<void> {
  const last = batch.findLast((entry) => entry.t === "restored");
  if (last === undefined) return;
  // An entry of an older version says nothing of the policy, which then goes by what holds the creates.
  const { made, held, since = last.at, settled = !held } = last;
  await keep(db, { made, creates: held }, { made, since, settled });
}

/** The creates first: a cut in between must not leave them free. */
async function keep(db: Db, { made, creates }: HeldBack, restored: Restored): Promise<void> {
  if (creates) await setSetting(db, CREATES_HELD, { made });
  await setSetting(db, RESTORED, restored);
  if (!creates) await dropSetting(db, CREATES_HELD);
}
