import { sql } from "kysely";
import type { Db } from "./schema.ts";

/** A share that was not renewed for so long, in s, is nobody's any more. */
export const SHARE_LASTS = 3;
/** Whoever joins others waits for so long, in s: by then they know of it, or have stopped by themselves. */
const JOIN_AFTER = 2;

export interface Share {
  /** Which of the processes this is, from 0, and how many there are. */
  place: number;
  among: number;
  /** It may send already: the others know of it. */
  open: boolean;
  /** So long nobody asks, in ms. */
  pausedFor: number;
}

/** Says that this process calls the account, and asks who else does. */
export async function renewShare(db: Db, account: string, process: string): Promise<Share> {
  return db.transaction().execute(async (tx) => {
    // One after the other, so that two who come at once see each other.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`pace:${account}`}, 0))`.execute(tx);
    await sql`DELETE FROM pace_share WHERE account = ${account} AND seen_at < now() - make_interval(secs => ${SHARE_LASTS})`.execute(tx);
    await sql`INSERT INTO pace_share (account, process, since, seen_at) VALUES (${account}, ${process}, now(), now())
      ON CONFLICT (account, process) DO UPDATE SET seen_at = now()`.execute(tx);
    const { rows } = await sql<{ process: string; known: boolean; paused: number | null }>`
      SELECT process, since <= now() - make_interval(secs => ${JOIN_AFTER}) AS known,
        (SELECT extract(epoch FROM paused_until - now())::float8 * 1000 FROM pace WHERE account = ${account}) AS paused
      FROM pace_share WHERE account = ${account} ORDER BY since, process`.execute(tx);
    const place = rows.findIndex((row) => row.process === process);
    return {
      place,
      among: rows.length,
      open: rows.length === 1 || rows[place]?.known === true,
      pausedFor: Math.max(0, rows[place]?.paused ?? 0),
    };
  });
}

export async function giveShareUp(db: Db, account: string, process: string): Promise<void> {
  await db.deleteFrom("pace_share").where("account", "=", account).where("process", "=", process).execute();
}

/** The service has asked for patience: so long, in ms, no process asks it. */
export async function pauseAccount(db: Db, account: string, ms: number): Promise<void> {
  await sql`INSERT INTO pace (account, paused_until) VALUES (${account}, now() + make_interval(secs => ${ms / 1000}::float8))
    ON CONFLICT (account) DO UPDATE SET paused_until = greatest(pace.paused_until, excluded.paused_until)`.execute(db);
}
