import { hostname } from "node:os";
import { sql } from "kysely";
import { verifyAudit } from "../../review/audit.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import { lockState } from "../lock.ts";
import { stateMigrated, type MigrationMarker } from "../migration-marker.ts";
import { dropTargetMarker, findTargetMarker } from "./target-marker.ts";
import { listOpenRunRequests } from "../../store/schedule/run-requests.ts";
import { openServerState } from "../server-state.ts";
import { dropSetting } from "../../store/settings.ts";
import type { State } from "../state.ts";
import type { StateMigration, MigrationOptions } from "./steps.ts";
import { inTransaction } from "../../store/transaction.ts";

/**
 * Completes a migration: from here on the database may be used. Call only after the old state was marked as migrated.
 * @returns the number of open run requests
 */
export async function finishMigration(
  { dir, by, now }: MigrationOptions,
  { db, journal }: State,
  { attempt, moved }: MigrationMarker,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await sql`SET LOCAL synchronous_commit = on`.execute(tx);
    const detail = { from: dir, host: hostname(), attempt, moved, via: "cli" };
    await appendAudit({ db: tx, journal }, { actor: by, action: "state_moved", detail }, now());
    // The journal no longer exists.
    await dropSetting(tx, "journal_offset");
    await dropTargetMarker(tx);
    // No queue carries them: the first worker notices that and queues them.
    return (await listOpenRunRequests(tx)).length;
  });
}

/**
 * Completes a migration that was interrupted after the old state was marked: all data is already there.
 * @throws Problem `state_moved` where this database has nothing to complete
 */
export async function finishInterruptedMigration(parts: MigrationOptions, known: MigrationMarker): Promise<StateMigration> {
  const { dir, target, command } = parts;
  const lock = lockState(dir, command);
  try {
    const there = await openServerState({ url: target.url, redis: null, dir, movingIn: true, command });
    try {
      const mark = await findTargetMarker(there.db);
      // A copy from an earlier attempt is not the final state.
      if (mark === null || mark.attempt !== known.attempt || !mark.verified) throw stateMigrated(dir, known);
      const audit = await verifyAudit(there);
      return { from: dir, to: target.name, copied: null, audit, orders: await finishMigration(parts, there, known) };
    } finally {
      await there.close();
    }
  } finally {
    lock.release();
  }
}
