import { sql } from "kysely";
import { rowInLastFile } from "../people/people.ts";
import type { Db } from "../schema/tables.ts";

/** A key and its account, in an import. */
export interface Pair {
  key: string;
  userId: string;
}

/** A count, and the first items. */
export interface Counted {
  count: number;
  first: string[];
}

/** The maximum number of listed items; counts include all. */
const MAX_LISTED = 1000;

/** Fills the list of expected keys with the people of the job's last accepted file. Returns their number. */
export async function takeAcceptedKeys(db: Db, job: string): Promise<number> {
  await clearExpectedKeys(db);
  await sql`INSERT INTO expected_key SELECT key FROM person WHERE job = ${job} AND state <> 'absent'`.execute(db);
  return countKeys(db);
}

/** Empties the list of expected keys. */
export async function clearExpectedKeys(db: Db): Promise<void> {
  await sql`CREATE TEMP TABLE IF NOT EXISTS expected_key (key text PRIMARY KEY)`.execute(db);
  await sql`TRUNCATE expected_key`.execute(db);
}

/** Adds keys of a file to the list; memory does not grow with the file. */
export async function addKeys(db: Db, keys: readonly string[]): Promise<void> {
  await sql`INSERT INTO expected_key SELECT DISTINCT k FROM jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) AS k
    ON CONFLICT DO NOTHING`.execute(db);
}

export async function countKeys(db: Db): Promise<number> {
  const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM expected_key`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Keys and accounts without a link once `fresh` is linked, and named accounts that are in no group. */
export interface Remaining {
  /** Keys in the list without an account. */
  keys: Counted;
  /** Accounts in groups without a link. */
  accounts: Counted;
  /** Named accounts that are in no group. */
  groupless: Counted;
}

/** Compares the list of keys and the directory with the links, as if `fresh` were already linked. */
export async function findRemaining(db: Db, account: string, fresh: readonly Pair[], named: readonly string[]): Promise<Remaining> {
  const pairs = JSON.stringify(fresh);
  await sql`CREATE TEMP TABLE IF NOT EXISTS pair_to_be (key text PRIMARY KEY, user_id text NOT NULL)`.execute(db);
  await sql`CREATE INDEX IF NOT EXISTS pair_to_be_user ON pair_to_be (user_id)`.execute(db);
  await sql`TRUNCATE pair_to_be`.execute(db);
  await sql`INSERT INTO pair_to_be SELECT key, "userId" FROM jsonb_to_recordset(${pairs}::jsonb) AS p(key text, "userId" text)`.execute(db);
  const keys = sql`SELECT e.key AS name FROM expected_key e
    WHERE NOT EXISTS (SELECT 1 FROM link l WHERE l.account = ${account} AND l.key = e.key)
      AND NOT EXISTS (SELECT 1 FROM pair_to_be p WHERE p.key = e.key)`;
  const accounts = sql`SELECT DISTINCT m.user_id AS name FROM membership m WHERE m.account = ${account}
      AND NOT EXISTS (SELECT 1 FROM link l WHERE l.account = m.account AND l.user_id = m.user_id)
      AND NOT EXISTS (SELECT 1 FROM pair_to_be p WHERE p.user_id = m.user_id)`;
  const groupless = sql`SELECT DISTINCT u AS name FROM jsonb_array_elements_text(${JSON.stringify(named)}::jsonb) AS u
    WHERE NOT EXISTS (SELECT 1 FROM membership m WHERE m.account = ${account} AND m.user_id = u)`;
  return { keys: await counted(db, keys), accounts: await counted(db, accounts), groupless: await counted(db, groupless) };
}

async function counted(db: Db, names: ReturnType<typeof sql>): Promise<Counted> {
  const { rows } = await sql<{ n: string; first: string[] | null }>`WITH all_names AS MATERIALIZED (${names}),
      listed AS (SELECT name FROM all_names ORDER BY name LIMIT ${MAX_LISTED})
    SELECT (SELECT count(*) FROM all_names) AS n, (SELECT jsonb_agg(name ORDER BY name) FROM listed) AS first`.execute(db);
  return { count: Number(rows[0]?.n ?? 0), first: rows[0]?.first ?? [] };
}

/** Counts the given keys that are in the list. */
export async function countExpected(db: Db, keys: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM expected_key
    WHERE key IN (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Returns whether an account was ever seen in a group, or was created by or linked in Rollcall. */
export async function wasSeen(db: Db, account: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`SELECT
    EXISTS (SELECT 1 FROM seen_account WHERE account = ${account} AND user_id = ${userId})
    OR EXISTS (SELECT 1 FROM membership WHERE account = ${account} AND user_id = ${userId})
    OR EXISTS (SELECT 1 FROM link WHERE account = ${account} AND user_id = ${userId}) AS any`.execute(db);
  return rows[0]?.any === true;
}

/** Returns the paths of each account's groups, from the last snapshot. */
export async function groupsOfAccounts(db: Db, account: string, users: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(users.map((user) => [user, []]));
  if (users.length === 0) return found;
  const { rows } = await sql<{ user_id: string; path: string }>`
    SELECT m.user_id, COALESCE(NULLIF(g.path, ''), m.group_id) AS path FROM membership m
    LEFT JOIN service_group g ON g.account = m.account AND g.id = m.group_id
    WHERE m.account = ${account} AND m.user_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(users)}::jsonb))
    ORDER BY path`.execute(db);
  for (const { user_id: user, path } of rows) found.get(user)?.push(path);
  return found;
}

/** Returns the jobs of the account that know a key, each with the data of its last file; `row` as in `rowInLastFile`. */
export async function listPeopleWithKey(
  db: Db,
  account: string,
  key: string,
): Promise<{ job: string; row: number | null; state: string; username: string | null; email: string | null }[]> {
  return db
    .selectFrom("person as p")
    .select(["p.job", rowInLastFile.as("row"), "p.state", "p.username", "p.email"])
    .where("p.account", "=", account)
    .where("p.key", "=", key)
    .orderBy("p.job")
    .execute();
}

/** Records that two keys are two people, although their data looks like one person's. */
export async function addDistinctPerson(
  db: Db,
  pair: { account: string; key: string; otherKey: string; by: string },
  at: Date,
): Promise<void> {
  await db
    .insertInto("distinct_person")
    .values({ account: pair.account, key: pair.key, other_key: pair.otherKey, by: pair.by, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
