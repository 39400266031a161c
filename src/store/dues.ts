import { sql } from "kysely";
import type { Db } from "./schema.ts";

/** What became of a moment at which a job was due. `marked`: none, but from here on its times are looked at. */
export type DueOutcome = "seen" | "marked" | "started" | "paused" | "blackout" | "skipped" | "busy" | "stopped" | "unusable";

/** Whoever took a time up and has not said for so long what became of it, in s, has ended. */
const LOST_AFTER = 20;

/** Takes a due time up, once in all processes. @returns false where somebody else has */
export async function claimDue(db: Db, job: string, due: Date): Promise<boolean> {
  const { rows } = await sql<{ job: string }>`INSERT INTO due (job, due, outcome, run, at) VALUES (${job}, ${due}, 'seen', NULL, now())
    ON CONFLICT (job, due) DO UPDATE SET at = now()
      WHERE due.outcome = 'seen' AND due.at < now() - make_interval(secs => ${LOST_AFTER}) RETURNING job`.execute(db);
  return rows.length > 0;
}

/** From now on the times of a job are looked at: those before belong to nobody. */
export async function markDue(db: Db, job: string): Promise<void> {
  await sql`INSERT INTO due (job, due, outcome, run, at) VALUES (${job}, now(), 'marked', NULL, now()) ON CONFLICT DO NOTHING`.execute(db);
}

/** Gives a time back that could not be dealt with now. */
export async function unclaimDue(db: Db, job: string, due: Date): Promise<void> {
  await db.deleteFrom("due").where("job", "=", job).where("due", "=", due).where("outcome", "=", "seen").execute();
}

export async function setDue(db: Db, job: string, due: Date, outcome: DueOutcome, run: string | null): Promise<void> {
  await db.updateTable("due").set({ outcome, run }).where("job", "=", job).where("due", "=", due).execute();
}

/** The last due time of a job that anybody has looked at. */
export async function lastClaimed(db: Db, job: string): Promise<Date | null> {
  const row = await db.selectFrom("due").select("due").where("job", "=", job).orderBy("due", "desc").limit(1).executeTakeFirst();
  return row?.due ?? null;
}

/** Forgets due times of long ago, but of each job the last. */
export async function dropOldDues(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM due d WHERE d.at < ${before} AND EXISTS (SELECT 1 FROM due l WHERE l.job = d.job AND l.due > d.due)`.execute(db);
}
