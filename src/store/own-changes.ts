import { sql } from "kysely";
import type { Db } from "./schema.ts";

/** A change of ours that the service may have answered while a reading of its groups was on its way. */
export interface OwnChange {
  userId: string;
  added: readonly string[];
  removed: readonly string[];
}

/** SQL: writes down that this person came into, or out of, these groups by our doing, at this moment. */
export function noteOwnChange(account: string, userId: string, groups: readonly string[], added: boolean) {
  return sql`INSERT INTO own_change (account, user_id, group_id, added, at)
    SELECT ${account}, ${userId}, g, ${added}::boolean, clock_timestamp() FROM jsonb_array_elements_text(${JSON.stringify(groups)}::jsonb) AS g`;
}

/** The clock of the database, as text, since a Date knows no microseconds: what is noted later was answered after it. */
export async function databaseClock(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`SELECT clock_timestamp()::text AS now`.execute(db);
  return rows[0]?.now ?? "";
}

/** What we changed in groups, first to last, since a reading of them began. */
export async function listOwnChanges(
  db: Db,
  account: string,
  since: string,
): Promise<{ groupId: string; userId: string; added: boolean }[]> {
  const { rows } = await sql<{ group_id: string; user_id: string; added: boolean }>`SELECT group_id, user_id, added FROM own_change
    WHERE account = ${account} AND at > ${since}::timestamptz ORDER BY at`.execute(db);
  return rows.map(({ group_id: groupId, user_id: userId, added }) => ({ groupId, userId, added }));
}

/** Forgets changes that every reading from now on has seen. */
export async function dropOwnChanges(db: Db, account: string, before: string): Promise<void> {
  await sql`DELETE FROM own_change WHERE account = ${account} AND at < ${before}::timestamptz`.execute(db);
}
