import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";

/** The result of a due time. `marked`: not a due time, but the moment from which the job's times are watched. */
export type TickOutcome = "seen" | "marked" | "started" | "paused" | "blackout" | "skipped" | "busy" | "stopped" | "unusable";

/** A claim without a result for this long, in s, is lost: its process has ended. */
const LOST_AFTER_S = 20;

/**
 * Claims a due time, once across all processes.
 * @returns false if another process has it
 */
export async function claimTick(db: Db, job: string, due: Date): Promise<boolean> {
  const { rows } = await sql<{
    job: string;
  }>`INSERT INTO schedule_tick (job, due, outcome, run, at) VALUES (${job}, ${due}, 'seen', NULL, now())
    ON CONFLICT (job, due) DO UPDATE SET at = now()
      WHERE schedule_tick.outcome = 'seen' AND schedule_tick.at < now() - make_interval(secs => ${LOST_AFTER_S}) RETURNING job`.execute(db);
  return rows.length > 0;
}

/** Marks the moment from which a job's due times are watched; earlier ones are ignored. */
export async function markTick(db: Db, job: string): Promise<void> {
  await sql`INSERT INTO schedule_tick (job, due, outcome, run, at) VALUES (${job}, now(), 'marked', NULL, now()) ON CONFLICT DO NOTHING`.execute(
    db,
  );
}

/** Releases a due time that cannot be handled now. */
export async function unclaimTick(db: Db, job: string, due: Date): Promise<void> {
  await db.deleteFrom("schedule_tick").where("job", "=", job).where("due", "=", due).where("outcome", "=", "seen").execute();
}

export async function setTickOutcome(db: Db, job: string, due: Date, outcome: TickOutcome, run: string | null): Promise<void> {
  await db.updateTable("schedule_tick").set({ outcome, run }).where("job", "=", job).where("due", "=", due).execute();
}

/** Returns the last due time of a job that any process has claimed. */
export async function lastClaimed(db: Db, job: string): Promise<Date | null> {
  const row = await db.selectFrom("schedule_tick").select("due").where("job", "=", job).orderBy("due", "desc").limit(1).executeTakeFirst();
  return row?.due ?? null;
}

/** Deletes old due times, except the last one of each job. */
export async function dropOldTicks(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM schedule_tick d WHERE d.at < ${before} AND EXISTS (SELECT 1 FROM schedule_tick l WHERE l.job = d.job AND l.due > d.due)`.execute(
    db,
  );
}
