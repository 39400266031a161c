import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";
import { inTransaction } from "../transaction.ts";

/** A share that was not renewed for this long, in s, has lapsed. */
export const SHARE_VALID_S = 3;
/** The wait before a process joins, in s: by then the others have counted it or have stopped. */
const JOIN_AFTER_S = 2;

export interface Share {
  /** The position of this process, from 0, and the number of processes. */
  place: number;
  among: number;
  /** It may send already, because the others know of it. */
  open: boolean;
  /** How long, in ms, no process may send. */
  pausedFor: number;
}

/** Registers that this process calls the account, and returns its share among all processes. */
export async function renewShare(db: Db, account: string, process: string): Promise<Share> {
  return inTransaction(db, async (tx) => {
    // One at a time, so that two processes that join together see each other.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`pace:${account}`}, 0))`.execute(tx);
    await sql`DELETE FROM pace_share WHERE account = ${account} AND seen_at < now() - make_interval(secs => ${SHARE_VALID_S})`.execute(tx);
    await sql`INSERT INTO pace_share (account, process, since, seen_at) VALUES (${account}, ${process}, now(), now())
      ON CONFLICT (account, process) DO UPDATE SET seen_at = now()`.execute(tx);
    const { rows } = await sql<{ process: string; known: boolean; paused: number | null }>`
      SELECT process, since <= now() - make_interval(secs => ${JOIN_AFTER_S}) AS known,
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

export async function releaseShare(db: Db, account: string, process: string): Promise<void> {
  await db.deleteFrom("pace_share").where("account", "=", account).where("process", "=", process).execute();
}

/** Pauses all processes for an account, because the service asked for it. */
export async function pauseAccount(db: Db, account: string, ms: number): Promise<void> {
  await sql`INSERT INTO pace (account, paused_until) VALUES (${account}, now() + make_interval(secs => ${ms / 1000}::float8))
    ON CONFLICT (account) DO UPDATE SET paused_until = greatest(pace.paused_until, excluded.paused_until)`.execute(db);
}
