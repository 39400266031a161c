/** Queries for the pages about people. Addresses contain only a digest of a person. */
import { hash } from "node:crypto";
import { sql } from "kysely";
import { contains, eachWord, isLike } from "../like.ts";
import { inDirection, type Sort } from "../sort.ts";
import type { Db } from "../schema/tables.ts";

/** A person as the pages show them; the names were last sent to the service, `null` if unknown. */
export interface FoundPerson {
  job: string;
  key: string;
  account: string;
  username: string | null;
  first: string | null;
  last: string | null;
  userId: string | null;
  active: boolean | null;
  /** `present`, `rejected` or `absent` in the last full file; `null`: in no accepted file. */
  state: string | null;
}

/** Returns the id of a person in addresses, which reveals nothing about them. */
export function personId(job: string, key: string): string {
  return hash("sha256", `${job}\n${key}`).slice(0, 16);
}

/**
 * The same digest, computed by the database from `job` and `key`. It must equal the expression of the index on
 * `person_cells`. `convert_to` would be simpler, but an index does not allow it.
 */
export const idOfPerson = sql<string>`left(encode(sha256(decode(replace(job || E'\\n' || key, E'\\\\', E'\\\\\\\\'), 'escape')), 'hex'), 16)`;

const ofFiles = sql`
  SELECT p.job, p.key, p.account, p.username, l.sent->>'first_name' AS first, l.sent->>'last_name' AS last, l.user_id AS "userId", l.active, p.state
  FROM person p LEFT JOIN link l ON l.account = p.account AND l.key = p.key`;

const linkedOnly = sql`
  SELECT l.job, l.key, l.account, l.sent->>'username' AS username, l.sent->>'first_name' AS first, l.sent->>'last_name' AS last,
    l.user_id AS "userId", l.active, NULL AS state
  FROM link l WHERE l.source <> 'forgotten' AND NOT EXISTS (SELECT 1 FROM person p WHERE p.account = l.account AND p.key = l.key)`;

const SHOWN_NAME = sql`concat_ws(' ', CASE WHEN first NOT LIKE 'hmac:%' THEN first END, CASE WHEN last NOT LIKE 'hmac:%' THEN last END)`;

const PERSON_ORDERS = {
  key: [sql`key`],
  name: [sql`NULLIF(${SHOWN_NAME}, '') COLLATE "und-x-icu"`, sql`key`],
  username: [sql`NULLIF(username, '') COLLATE "und-x-icu"`, sql`key`],
  job: [sql`job`, sql`key`],
} as const;
export type PersonSort = keyof typeof PERSON_ORDERS;
export const PERSON_SORTS = Object.keys(PERSON_ORDERS) as PersonSort[];

/**
 * Finds people by the words of their key, username and name, in any order and without accents, or by account. Sensitive values are never compared.
 * @param sort left out: the person with this very key, then the others by key
 */
export async function searchPeople(db: Db, text: string, limit: number, sort?: Sort<PersonSort>): Promise<FoundPerson[]> {
  const order = sort === undefined ? sql`key <> ${text}, key` : inDirection(PERSON_ORDERS[sort.by], sort.direction);
  // The accounts and keys first, each from one table: of most people nothing else is read. An order by key needs no more.
  const first = sort === undefined ? sql`ORDER BY ${order} FETCH FIRST ${limit} ROWS WITH TIES` : sql``;
  // With another order, as many people as there are are joined: their number decides how.
  const has = sort === undefined ? contains : isLike;
  // Lower case of A to Z only, in half the time. Linked people are found by the full rules, in `link.search`.
  const inFile = (column: string, word: string) => has(sql`lower(${sql.ref(column)} COLLATE "C")`, word);
  const { rows } = await sql<FoundPerson>`WITH fitting AS (
      (SELECT account, key FROM link l WHERE (${eachWord(text, (word) => has(sql`search`, word))} OR user_id = lower(${text}))
        AND (source <> 'forgotten' OR EXISTS (SELECT 1 FROM person p WHERE p.account = l.account AND p.key = l.key)) ${first})
      UNION (SELECT account, key FROM person WHERE ${eachWord(
        text,
        (word) => sql`(${inFile("key", word)} OR (${inFile("username", word)} AND username NOT LIKE 'hmac:%'))`,
      )} ${first})),
      found AS (SELECT * FROM fitting ${first})
    SELECT * FROM (
      SELECT COALESCE(p.job, l.job) AS job, key, account, CASE WHEN p.job IS NULL THEN l.sent->>'username' ELSE p.username END AS username,
        l.sent->>'first_name' AS first, l.sent->>'last_name' AS last, l.user_id AS "userId", l.active, p.state
      FROM found LEFT JOIN person p USING (account, key) LEFT JOIN link l USING (account, key)) AS everyone
    ORDER BY ${order}, job LIMIT ${limit}`.execute(db);
  return rows;
}

/** Finds the person of an address. People of a file are found by the index; only for others all links and removals are read. */
export async function findPersonById(db: Db, id: string): Promise<{ job: string; key: string } | undefined> {
  for (const all of [sql`person_cells`, sql`(SELECT job, key FROM link UNION SELECT job, key FROM removal) AS everyone`]) {
    const { rows } = await sql<{ job: string; key: string }>`
      SELECT DISTINCT job, key FROM ${all} WHERE ${idOfPerson} = ${id} LIMIT 2`.execute(db);
    if (rows.length > 0) return rows.length === 1 ? rows[0] : undefined;
  }
  return undefined;
}

/** Returns one person's data without reading a file. */
export async function findPersonCard(db: Db, job: string, key: string): Promise<FoundPerson | undefined> {
  const { rows } = await sql<FoundPerson>`${ofFiles} WHERE p.job = ${job} AND p.key = ${key}`.execute(db);
  if (rows[0] !== undefined) return rows[0];
  // Links have no index by job: this is only for the few linked people who were in no file.
  return (await sql<FoundPerson>`${linkedOnly} AND l.job = ${job} AND l.key = ${key} LIMIT 1`.execute(db)).rows[0];
}
