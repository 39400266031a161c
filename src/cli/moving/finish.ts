import { hostname } from "node:os";
import { sql } from "kysely";
import { verifyAudit } from "../../review/audit.ts";
import { appendAudit } from "../../store/audit.ts";
import { lockState } from "../../store/lock.ts";
import { stateMoved, type Moved } from "../../store/moved.ts";
import { dropMovingIn, findMovingIn } from "../../store/moving-in.ts";
import { listOpenOrders } from "../../store/orders.ts";
import { openServerState } from "../../store/server-state.ts";
import { dropSetting } from "../../store/settings.ts";
import type { State } from "../../store/state.ts";
import type { MovedState, MoveParts } from "./parts.ts";

/**
 * The last step of a move: the database may be used from here on. Only after the old state was marked as moved.
 * @returns how many orders wait for a worker
 */
export async function finishMove({ dir, by, now }: MoveParts, { db, journal }: State, { attempt, moved }: Moved): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`SET LOCAL synchronous_commit = on`.execute(tx);
    const detail = { from: dir, host: hostname(), attempt, moved, via: "cli" };
    await appendAudit({ db: tx, journal }, { actor: by, action: "state_moved", detail }, now());
    // There is no journal any more.
    await dropSetting(tx, "journal_offset");
    await dropMovingIn(tx);
    // No queue carries them: the first worker sees that and hands them over.
    return (await listOpenOrders(tx)).length;
  });
}

/**
 * Ends a move that was cut short after the old state had been given up: then everything is there already.
 * @throws Problem `state_moved` where there is nothing to finish in this database
 */
export async function finishEarlierMove(parts: MoveParts, known: Moved): Promise<MovedState> {
  const { dir, target, command } = parts;
  const lock = lockState(dir, command);
  try {
    const there = await openServerState({ url: target.url, redis: null, dir, movingIn: true, command });
    try {
      const mark = await findMovingIn(there.db);
      // An older attempt's copy is not what the state was when it was given up.
      if (mark === null || mark.attempt !== known.attempt || !mark.verified) throw stateMoved(dir, known);
      const audit = await verifyAudit(there);
      return { from: dir, to: target.name, copied: null, audit, orders: await finishMove(parts, there, known) };
    } finally {
      await there.close();
    }
  } finally {
    lock.release();
  }
}
