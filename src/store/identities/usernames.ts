/**
 * Usernames of `unique` mappings. A plan gives each joiner one (`planned_username`), in the order of the keys, so that
 * the order of the rows does not matter. The release of the plan reserves them all in one statement, in the transaction
 * that makes the creates sendable: a plan that is never released reserves nothing, and no create leaves without a
 * reservation. Plan and release are one turn of the account's plan lock; the primary key holds without it, too.
 *
 * The journal needs no entry for them: it has the intent of every create that left, with key and username, and a
 * reservation that a power cut took before its create left was never seen by anyone.
 */
import type { Fact } from "../../domain/facts/fact.ts";
import type { Reject } from "../../domain/record.ts";
import { sql, type Selectable } from "kysely";
import { foldUsername } from "../../domain/names.ts";
import { isCandidateRow } from "../in-file/in-file.ts";
import { cellsOfStaged } from "../people/cells.ts";
import { cellsOf } from "../people/valid-cells.ts";
import type { ReservedUsernameTable } from "../schema/accounts.ts";
import type { StoredCell } from "../schema/values.ts";
import type { Db } from "../schema/tables.ts";

export type ReservedUsername = Pick<Selectable<ReservedUsernameTable>, "name" | "key" | "username" | "pinned" | "refused_at">;

/** Deletes the usernames of an earlier plan of a run. */
export async function clearPlanned(db: Db, run: string): Promise<void> {
  await db.deleteFrom("planned_username").where("run", "=", run).execute();
}

/** Returns the next people of a plan without an account, in file order. @param at.except keys that will be linked */
export async function nextJoiners(
  db: Db,
  at: { run: string; job: string; account: string; except: readonly string[]; afterRow: number; limit: number },
): Promise<{ row: number; key: string; cells: (string | null)[] }[]> {
  const { rows } = await sql<{ row: number; key: string; changed: boolean; before: StoredCell[] | null }>`
    SELECT s.row, s.key, s.changed, CASE WHEN NOT s.changed THEN ${cellsOf("c")} END AS before
    FROM staged_row s
    LEFT JOIN person p ON p.job = ${at.job} AND p.key = s.key
    LEFT JOIN person_cells c ON c.job = p.job AND c.key = p.key
    WHERE s.run = ${at.run} AND s.row > ${at.afterRow} AND ${isCandidateRow} AND s.row_status = 'use' AND s.key IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM link l WHERE l.account = ${at.account} AND l.key = s.key)
      AND NOT EXISTS (SELECT 1 FROM intent i WHERE i.account = ${at.account} AND i.key = s.key AND i.status IN ('open', 'uncertain', 'unlinked'))
      AND s.key NOT IN (SELECT jsonb_array_elements_text(${JSON.stringify(at.except)}::jsonb))
    ORDER BY s.row LIMIT ${at.limit}`.execute(db);
  return cellsOfStaged(db, at, rows);
}

/** Stores people who get a username. @param joiners their rows, with the cells of which usernames are made: none is sensitive */
export async function storeJoiners(
  db: Db,
  run: string,
  joiners: readonly { row: number; key: string; cells: readonly (string | null)[] }[],
): Promise<void> {
  await sql`INSERT INTO planned_username (run, row, key, cells)
    SELECT ${run}, row, key, cells FROM jsonb_to_recordset(${JSON.stringify(joiners)}::jsonb) AS j (row integer, key text, cells jsonb)`.execute(
    db,
  );
}

/** Returns the next of them in the order of their keys. */
export async function nextStoredJoiners(
  db: Db,
  at: { run: string; after: string | null; limit: number },
): Promise<{ key: string; cells: (string | null)[] }[]> {
  const { rows } = await sql<{ key: string; cells: (string | null)[] }>`SELECT key, cells FROM planned_username
    WHERE run = ${at.run} AND (${at.after}::text IS NULL OR key > ${at.after}) ORDER BY key LIMIT ${at.limit}`.execute(db);
  return rows;
}

/** A username that a plan gives, or why it gives none. */
export interface PlannedUsername {
  username: string | null;
  detail: {
    reject?: Omit<Reject, "row">;
    /** Usernames whose owner may be the same person. */
    doubts?: string[];
    /** Why no account is created now. */
    hold?: Fact;
    /** Why it is not the preferred one. */
    note?: Fact;
  };
}

export async function setPlanned(db: Db, run: string, planned: readonly (PlannedUsername & { key: string })[]): Promise<void> {
  const rows = planned.map(({ username, ...rest }) => ({ ...rest, username, name: username === null ? null : foldUsername(username) }));
  await sql`UPDATE planned_username p SET name = e.name, username = e.username, detail = e.detail
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e(key text, name text, username text, detail jsonb)
    WHERE p.run = ${run} AND p.key = e.key`.execute(db);
}

/** Returns what the plan gives to the people of these rows, by row. */
export async function plannedBetween(db: Db, run: string, first: number, last: number): Promise<Map<number, PlannedUsername>> {
  const { rows } = await sql<{ row: number; username: string | null; detail: PlannedUsername["detail"] }>`
    SELECT row, username, detail FROM planned_username WHERE run = ${run} AND row BETWEEN ${first} AND ${last} AND detail IS NOT NULL`.execute(
    db,
  );
  return new Map(rows.map(({ row, ...planned }) => [row, planned]));
}

/** Returns the reservations of these keys, the latest last. */
export async function reservationsOf(db: Db, account: string, keys: readonly string[]): Promise<ReservedUsername[]> {
  const { rows } = await sql<ReservedUsername>`SELECT name, key, username, pinned, refused_at FROM reserved_username
    WHERE account = ${account} AND key IN (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)) ORDER BY at, name`.execute(db);
  return rows;
}

/** Returns which of these folded names, or fingerprints, are reserved, or given by this plan. */
export async function ownersOf(
  db: Db,
  { account, run }: { account: string; run: string },
  names: readonly string[],
): Promise<{ name: string; key: string }[]> {
  const wanted = sql`(SELECT jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`;
  const { rows } = await sql<{ name: string; key: string }>`
    SELECT name, key FROM reserved_username WHERE account = ${account} AND name IN ${wanted}
    UNION SELECT name, key FROM planned_username WHERE run = ${run} AND name IN ${wanted}`.execute(db);
  return rows;
}

/** Reserves the usernames of a plan. A create whose name belongs to another key after all is blocked. */
export async function reservePlanned(db: Db, { run, account, at }: { run: string; account: string; at: Date }): Promise<void> {
  await sql`INSERT INTO reserved_username (account, name, key, username, at)
    SELECT ${account}, name, key, username, ${at} FROM planned_username WHERE run = ${run} AND name IS NOT NULL ORDER BY key
    ON CONFLICT (account, name) DO NOTHING`.execute(db);
  await sql`UPDATE operation o SET status = 'held', sendable = false, code = 'name_in_use',
      reason = jsonb_build_object('code', 'operation.username_given_to_another', 'values', jsonb_build_object('username', p.username))
    FROM planned_username p JOIN reserved_username r ON r.account = ${account} AND r.name = p.name AND r.key <> p.key
    WHERE p.run = ${run} AND o.run = p.run AND o.key = p.key AND o.kind = 'create' AND o.status = 'planned'`.execute(db);
}

/** Records that the service refused a reserved username as taken. */
export async function refuseUsername(
  db: Db,
  { account, key, username }: { account: string; key: string; username: string },
  at: Date,
): Promise<void> {
  await db
    .updateTable("reserved_username")
    .set({ refused_at: at })
    .where("account", "=", account)
    .where("key", "=", key)
    .where("name", "=", foldUsername(username))
    .execute();
}

/** Keeps the usernames of creates whose outcome was ever unknown, even if a person says later that there is no account (I2). */
export async function pinUsernames(db: Db, operations: readonly string[]): Promise<void> {
  await sql`UPDATE reserved_username r SET pinned = true FROM intent i
    WHERE i.operation IN (SELECT jsonb_array_elements_text(${JSON.stringify(operations)}::jsonb)) AND i.status IN ('uncertain', 'unlinked')
      AND r.account = i.account AND r.key = i.key AND r.username = i.username`.execute(db);
}

/** Reserves the usernames of creates that only the journal still has. */
export async function replayUsernames(
  db: Db,
  intents: readonly { account: string; key: string; username: string; at: string }[],
): Promise<void> {
  const rows = intents.flatMap(({ account, key, username, at }) => {
    if (username === "") return [];
    const secret = username.startsWith("hmac:");
    return [{ account, key, at, name: secret ? username : foldUsername(username), username: secret ? null : username }];
  });
  if (rows.length === 0) return;
  await sql`INSERT INTO reserved_username (account, name, key, username, at)
    SELECT account, name, key, username, at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e(account text, name text, key text, username text, at timestamptz)
    ON CONFLICT (account, name) DO NOTHING`.execute(db);
}

/** Returns the form of a username that names nobody. */
export function secretUsername(username: string, fingerprint: (value: string) => string): string {
  return username === "" || username.startsWith("hmac:") ? username : `hmac:${fingerprint(foldUsername(username))}`;
}

/** Moves the usernames of accounts to their new keys. */
export async function moveUsernames(db: Db, moved: string): Promise<void> {
  await sql`UPDATE reserved_username r SET key = m.key FROM jsonb_to_recordset(${moved}::jsonb) AS m(account text, "from" text, key text)
    WHERE r.account = m.account AND r.key = m."from"`.execute(db);
}

/**
 * Replaces the usernames of people by fingerprints, so that nobody else ever gets them. That of their account counts
 * even if a mapping without `unique` gave it.
 * @param people `to`: the key that has them from now on
 * @returns how many
 */
export async function replaceUsernames(
  db: Db,
  people: readonly { account: string; key: string; to: string }[],
  fingerprint: (value: string) => string,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ account: string; key: string; to: string; name: string }>`
    WITH people AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS p(account text, key text, "to" text))
    SELECT p.*, r.name FROM people p JOIN reserved_username r ON r.account = p.account AND r.key = p.key
    UNION SELECT p.*, l.sent->>'username' FROM people p JOIN link l ON l.account = p.account AND l.key = p.key WHERE l.sent->>'username' <> ''`.execute(
    db,
  );
  const kept = JSON.stringify(rows.map(({ account, to, name }) => ({ account, key: to, name: secretUsername(name, fingerprint) })));
  await sql`DELETE FROM reserved_username r USING jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS p(account text, key text)
    WHERE r.account = p.account AND r.key = p.key`.execute(db);
  await sql`INSERT INTO reserved_username (account, name, key, at)
    SELECT account, name, key, ${at} FROM jsonb_to_recordset(${kept}::jsonb) AS k(account text, name text, key text)
    ON CONFLICT (account, name) DO NOTHING`.execute(db);
  return rows.length;
}
