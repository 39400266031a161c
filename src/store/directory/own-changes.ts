import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";

/** Our own change of memberships, which the service may have made while a snapshot was in progress. */
export interface OwnChange {
  userId: string;
  added: readonly string[];
  removed: readonly string[];
}

/** Returns SQL that records a person's own-change memberships with the current time. */
export function noteOwnChange(account: string, userId: string, groups: readonly string[], added: boolean) {
  return sql`INSERT INTO own_change (account, user_id, group_id, added, at)
    SELECT ${account}, ${userId}, g, ${added}::boolean, clock_timestamp() FROM jsonb_array_elements_text(${JSON.stringify(groups)}::jsonb) AS g`;
}

/** Returns the database's clock as text, because a Date has no microseconds: changes recorded later were answered later. */
export async function databaseClock(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`SELECT clock_timestamp()::text AS now`.execute(db);
  return rows[0]?.now ?? "";
}

/** Returns our own changes since a snapshot began, in order. */
export async function listOwnChanges(
  db: Db,
  account: string,
  since: string,
): Promise<{ groupId: string; userId: string; added: boolean }[]> {
  const { rows } = await sql<{ group_id: string; user_id: string; added: boolean }>`SELECT group_id, user_id, added FROM own_change
    WHERE account = ${account} AND at > ${since}::timestamptz ORDER BY at`.execute(db);
  return rows.map(({ group_id: groupId, user_id: userId, added }) => ({ groupId, userId, added }));
}

/** Deletes changes that every later snapshot includes. */
export async function dropOwnChanges(db: Db, account: string, before: string): Promise<void> {
  await sql`DELETE FROM own_change WHERE account = ${account} AND at < ${before}::timestamptz`.execute(db);
}
