import { sql, type Selectable } from "kysely";
import { noteOwnChange, type OwnChange } from "./own-changes.ts";
import type { Db } from "../schema/tables.ts";
import type { ServiceGroupTable } from "../schema/accounts.ts";

export type StoredGroup = Selectable<ServiceGroupTable>;

/** A group id and the id of an account in the group. */
export type Membership = readonly [group: string, user: string];

/** The number of rows per statement, to keep its text small. */
const MAX_ROWS_AT_ONCE = 20_000;

const lockKey = (account: string) => sql`hashtextextended(${`directory:${account}`}, 0)`;

/** Locks the memberships of an account, before anything of a snapshot is stored: it and our own changes then lock rows in any order. */
export async function lockDirectory(db: Db, account: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lockKey(account)})`.execute(db);
}

/** Returns the SQL of a table \`turn\` with one row: a statement on its rows begins when no snapshot is being stored. */
export function turnOfOwnChanges(account: string) {
  return sql`turn AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${lockKey(account)}) IS NULL AS taken)`;
}

export async function findSnapshot(db: Db, account: string): Promise<{ read_at: Date; tree_digest: string; number: number } | undefined> {
  return db.selectFrom("snapshot").selectAll().where("account", "=", account).executeTakeFirst();
}

export async function setSnapshot(db: Db, account: string, snapshot: { readAt: Date; treeDigest: string; number: number }): Promise<void> {
  const { readAt, treeDigest, number } = snapshot;
  await db
    .insertInto("snapshot")
    .values({ account, read_at: readAt, tree_digest: treeDigest, number })
    .onConflict((conflict) => conflict.column("account").doUpdateSet({ read_at: readAt, tree_digest: treeDigest, number }))
    .execute();
}

/** Records accounts that a snapshot found in a group; the first snapshot with an account counts. */
export async function rememberSeen(db: Db, account: string, users: readonly string[], snapshot: number): Promise<void> {
  for (let start = 0; start < users.length; start += MAX_ROWS_AT_ONCE) {
    await sql`INSERT INTO seen_account (account, user_id, reading)
      SELECT ${account}, u, ${snapshot} FROM jsonb_array_elements_text(${JSON.stringify(users.slice(start, start + MAX_ROWS_AT_ONCE))}::jsonb) AS u
      ON CONFLICT DO NOTHING`.execute(db);
  }
}

/** Records that nobody's unconfirmed create made an account, even if a snapshot after that create was the first with it. */
export async function rememberKnown(db: Db, account: string, userId: string): Promise<void> {
  await sql`INSERT INTO seen_account (account, user_id, reading) VALUES (${account}, ${userId}, 0)
    ON CONFLICT (account, user_id) DO UPDATE SET reading = 0`.execute(db);
}

export async function listGroups(db: Db, account: string): Promise<StoredGroup[]> {
  return db.selectFrom("service_group").selectAll().where("account", "=", account).orderBy("path").execute();
}

/** Returns the ids of the groups whose members were in the last snapshot. */
export async function listGroupsWithKnownMembers(db: Db, account: string): Promise<Set<string>> {
  const rows = await db.selectFrom("service_group").select("id").where("account", "=", account).where("members_known", "=", true).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Replaces the stored groups, and deletes those that no longer exist together with their memberships. */
export async function replaceGroups(db: Db, account: string, groups: readonly StoredGroup[]): Promise<void> {
  const rows = JSON.stringify(groups);
  await sql`INSERT INTO service_group (account, id, name, path, parent_id, members_known, members_digest, members)
    SELECT ${account}, id, name, path, parent_id, members_known, members_digest, members
    FROM jsonb_to_recordset(${rows}::jsonb) AS g(id text, name text, path text, parent_id text,
      members_known boolean, members_digest text, members integer)
    ON CONFLICT (account, id) DO UPDATE SET name = excluded.name, path = excluded.path, parent_id = excluded.parent_id,
      members_known = excluded.members_known, members_digest = excluded.members_digest, members = excluded.members`.execute(db);
  const ids = new Set(groups.map((group) => group.id));
  const gone = (await listGroups(db, account)).map((group) => group.id).filter((id) => !ids.has(id));
  if (gone.length === 0) return;
  await db.deleteFrom("membership").where("account", "=", account).where("group_id", "in", gone).execute();
  await db.deleteFrom("service_group").where("account", "=", account).where("id", "in", gone).execute();
}

/** Clears the digests of the last snapshot, because our own changes make the stored memberships differ from it. */
export async function clearDigests(db: Db, account: string): Promise<void> {
  await db.updateTable("service_group").set({ members_digest: "" }).where("account", "=", account).execute();
}

/** Returns the known members of these groups; omits groups without members. */
export async function membersOf(db: Db, account: string, groups: readonly string[]): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom("membership")
    .select(["group_id", sql<string>`string_agg(user_id, ',')`.as("users")])
    .where("account", "=", account)
    .where("group_id", "in", groups)
    .groupBy("group_id")
    .execute();
  return new Map(rows.map(({ group_id: group, users }) => [group, new Set(users.split(","))]));
}

export async function membershipsOf(db: Db, account: string, userId: string): Promise<string[]> {
  const rows = await db.selectFrom("membership").select("group_id").where("account", "=", account).where("user_id", "=", userId).execute();
  return rows.map((row) => row.group_id);
}

/** Adds many members at once; one of our own changes may have added some meanwhile. */
export async function addMembers(db: Db, account: string, members: readonly Membership[]): Promise<void> {
  for (let start = 0; start < members.length; start += MAX_ROWS_AT_ONCE) {
    await sql`INSERT INTO membership (account, group_id, user_id)
      SELECT ${account}, m->>0, m->>1 FROM jsonb_array_elements(${JSON.stringify(members.slice(start, start + MAX_ROWS_AT_ONCE))}::jsonb) AS m
      ON CONFLICT DO NOTHING`.execute(db);
  }
}

/** Applies our own change to the directory in one statement; a snapshot in progress must not undo it. */
export async function changeMemberships(db: Db, account: string, { userId, added, removed }: OwnChange): Promise<void> {
  if (added.length + removed.length === 0) return;
  await sql`WITH ${turnOfOwnChanges(account)}, joined AS (
      INSERT INTO membership (account, group_id, user_id)
      SELECT ${account}, g, ${userId} FROM turn, jsonb_array_elements_text(${JSON.stringify(added)}::jsonb) AS g ON CONFLICT DO NOTHING),
    left_group AS (
      DELETE FROM membership USING turn WHERE account = ${account} AND user_id = ${userId}
        AND group_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(removed)}::jsonb))),
    came AS (${noteOwnChange(account, userId, added, true)}),
    went AS (${noteOwnChange(account, userId, removed, false)})
    SELECT 1`.execute(db);
}

/** Returns whether a run of this account is changing memberships now, in any process. */
export async function isAccountChanging(db: Db, account: string): Promise<boolean> {
  const { rows } = await sql<{
    any: boolean;
  }>`SELECT EXISTS (SELECT 1 FROM run WHERE account = ${account} AND status = 'running') AS any`.execute(db);
  return rows[0]?.any === true;
}

export async function removeMembers(db: Db, account: string, members: readonly Membership[]): Promise<void> {
  for (let start = 0; start < members.length; start += MAX_ROWS_AT_ONCE) {
    await sql`DELETE FROM membership WHERE account = ${account} AND (group_id, user_id) IN (
      SELECT m->>0, m->>1 FROM jsonb_array_elements(${JSON.stringify(members.slice(start, start + MAX_ROWS_AT_ONCE))}::jsonb) AS m)`.execute(
      db,
    );
  }
}

/** Marks the people of these accounts for the next plan; `all`: everyone in the service account. */
export async function markTouched(db: Db, account: string, users: readonly string[] | "all"): Promise<void> {
  if (users === "all") {
    await db.updateTable("person").set({ touched: true }).where("account", "=", account).execute();
    return;
  }
  if (users.length === 0) return;
  await sql`UPDATE person p SET touched = true FROM link l
    WHERE l.account = ${account} AND p.account = l.account AND p.key = l.key AND NOT p.touched
      AND l.user_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(users)}::jsonb))`.execute(db);
}

/** Counts linked accounts in groups, and those whose key is in this file or in an earlier one. */
export async function countFittingLinks(db: Db, account: string, run: string): Promise<{ linked: number; fitting: number }> {
  const { rows } = await sql<{ linked: string; fitting: string }>`
    WITH linked AS MATERIALIZED (
      SELECT l.key FROM link l WHERE l.account = ${account}
        AND EXISTS (SELECT 1 FROM membership m WHERE m.account = l.account AND m.user_id = l.user_id)),
    -- One set, to be joined: as two conditions, each account would search the whole file.
    known AS (SELECT key FROM staged_row WHERE run = ${run} UNION ALL SELECT key FROM person WHERE account = ${account})
    SELECT (SELECT count(*) FROM linked) AS linked, (SELECT count(*) FROM linked WHERE EXISTS (SELECT 1 FROM known k WHERE k.key = linked.key)) AS fitting`.execute(
    db,
  );
  return { linked: Number(rows[0]?.linked ?? 0), fitting: Number(rows[0]?.fitting ?? 0) };
}

/** Counts the active accounts of the people of a pilot run, and their memberships by group. */
export async function measurePilot(
  db: Db,
  { run, account }: { run: string; account: string },
): Promise<{ links: number; members: Map<string, number> }> {
  const links = sql`SELECT l.user_id, l.active FROM link l WHERE l.account = ${account} AND l.source <> 'forgotten'
    AND l.key IN (SELECT key FROM staged_row WHERE run = ${run} AND row_status = 'use' UNION SELECT key FROM operation WHERE run = ${run})`;
  const { rows: counted } = await sql<{
    n: string;
  }>`SELECT count(*) AS n FROM (${links}) AS own WHERE own.active IS DISTINCT FROM false`.execute(db);
  const { rows } = await sql<{ group_id: string; n: string }>`SELECT m.group_id, count(*) AS n FROM membership m
    WHERE m.account = ${account} AND m.user_id IN (SELECT user_id FROM (${links}) AS own) GROUP BY m.group_id`.execute(db);
  return { links: Number(counted[0]?.n ?? 0), members: new Map(rows.map(({ group_id: group, n }) => [group, Number(n)])) };
}
