/** Queries for the pages about people. Addresses contain only a digest of a person. */
import { hash } from "node:crypto";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { distinctValues } from "../distinct-values.ts";
import { contains, eachWord, hasWord, isLike } from "../like.ts";
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

/** A name as the index `link_name` has it; sealed parts are left out. It is cut because an entry of an index is short. */
function nameOf(first: RawBuilder<unknown>, last: RawBuilder<unknown>): RawBuilder<unknown> {
  const shown = (part: RawBuilder<unknown>) => sql`CASE WHEN ${part} NOT LIKE 'hmac:%' THEN ${part} ELSE '' END`;
  return sql`NULLIF(left(btrim(${shown(first)} || ' ' || ${shown(last)}), 200), '') COLLATE "und-x-icu"`;
}
const SHOWN_NAME = nameOf(sql`first`, sql`last`);
const LINK_NAME = nameOf(sql`(sent->>'first_name')`, sql`(sent->>'last_name')`);

/** Returns names as last sent to the service, by key; without those that are not known or not shown. */
export async function namesOf(db: Db, account: string, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; name: string }>`SELECT key, ${LINK_NAME} AS name FROM link
    WHERE account = ${account} AND key = ANY(${keys}::text[]) AND ${LINK_NAME} IS NOT NULL`.execute(db);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

const PERSON_ORDERS = {
  key: [sql`key`],
  name: [SHOWN_NAME, sql`key`],
  username: [sql`NULLIF(username, '') COLLATE "und-x-icu"`, sql`key`],
  job: [sql`job`, sql`key`],
} as const;
export type PersonSort = keyof typeof PERSON_ORDERS;
export const PERSON_SORTS = Object.keys(PERSON_ORDERS) as PersonSort[];

/** A text is common if at least `COMMON` of the first people of a table match. Then as many as these are read by name to find a page. */
const PROBED = 1000;
const COMMON = 50;
const READ_BY_NAME = 3000;

/** Conditions of a search on `link l` and `person p`, and SQL that selects account and key of all who match. */
interface PersonSearch {
  text: string;
  limit: number;
  inLink: RawBuilder<SqlBool>;
  inFile: RawBuilder<SqlBool>;
  /** The account has this id. */
  isUser: RawBuilder<SqlBool>;
  accounts: readonly string[];
}

/**
 * Finds people by the words of their key, username and name, in any order and without accents, or by account. Sensitive values are never compared.
 * @param sort left out: the person with this very key, then the others by key; if more people with an account match than
 *   `limit`, none without one. Without a name, a person comes last in the order of names.
 */
export async function searchPeople(db: Db, text: string, limit: number, sort?: Sort<PersonSort>): Promise<FoundPerson[]> {
  const accounts = await distinctValues(db, "link", "account");
  const searched = (ofLink: typeof contains, ofFile: typeof contains): PersonSearch => ({
    text,
    limit,
    inLink: eachWord(text, (word) => ofLink(sql`l.search`, word)),
    // Key and username, in lower case of A to Z only: linked people are found by the full rules, in `link.search`.
    inFile: eachWord(text, (word) => ofFile(sql`p.search`, word)),
    isUser: sql<SqlBool>`l.user_id = lower(${text})`,
    accounts,
  });
  const search = searched(hasWord, contains);
  const terms = sort === undefined ? sql`key <> ${text}, key` : inDirection(PERSON_ORDERS[sort.by], sort.direction);
  const order = sort?.by === "name" ? sql`${SHOWN_NAME} IS NULL, ${terms}` : terms;
  const common = await isCommon(db, search);
  if (common && (sort === undefined || sort.by === "key")) return showPeople(db, firstByKey(search, sort), order, limit);
  if (common && sort?.by === "name") {
    const found = await showPeople(db, firstByName(search, sort), order, limit);
    if (found.length === limit) return found;
  }
  if (sort === undefined) return showPeople(db, linkedFirst(search, order), order, limit);
  if (sort.by === "key") return showPeople(db, everyMatch(search, order), order, limit);
  // With another order, all who match are joined: their expected number decides how.
  return showPeople(db, everyMatch(searched(isLike, isLike), null), order, limit);
}

/** An erased person has a link, but is not found by it. */
const NOT_ERASED = sql`(l.source <> 'forgotten' OR EXISTS (SELECT 1 FROM person f WHERE f.account = l.account AND f.key = l.key))`;

/** Returns whether many people match: then reading in order ends soon. */
async function isCommon(db: Db, { inLink, inFile }: PersonSearch): Promise<boolean> {
  const { rows } = await sql<{ common: boolean }>`SELECT
    (SELECT count(*) FROM (SELECT * FROM link LIMIT ${PROBED}) AS l WHERE ${inLink}) >= ${COMMON}
    OR (SELECT count(*) FROM (SELECT * FROM person LIMIT ${PROBED}) AS p WHERE ${inFile}) >= ${COMMON} AS common`.execute(db);
  return rows[0]?.common === true;
}

/** The first people by key, and the one with this very key. Each side reads an index until it has enough. */
function firstByKey(
  { text, limit, inLink, inFile, isUser, accounts }: PersonSearch,
  sort: Sort<PersonSort> | undefined,
): RawBuilder<unknown> {
  const order = inDirection([sql`key`], sort?.direction ?? "asc");
  const links = accounts.flatMap((account) => [
    sql`(SELECT account, key FROM link l WHERE account = ${account} AND ${inLink} AND ${NOT_ERASED} ORDER BY ${order} LIMIT ${limit})`,
    sql`(SELECT account, key FROM link l WHERE account = ${account} AND (key = ${text} AND ${inLink} OR ${isUser}) AND ${NOT_ERASED})`,
  ]);
  return sql.join(
    [
      ...links,
      sql`(SELECT account, key FROM person p WHERE ${inFile} ORDER BY ${order} FETCH FIRST ${limit} ROWS WITH TIES)`,
      sql`(SELECT account, key FROM person p WHERE key = ${text} AND ${inFile})`,
    ],
    sql` UNION `,
  );
}

/** The first people by name, as far as they are among the first of all: all have a name, and so a link. */
function firstByName({ limit, inLink, inFile, isUser }: PersonSearch, { direction }: Sort<PersonSort>): RawBuilder<unknown> {
  const order = (name: RawBuilder<unknown>) => inDirection([name, sql`l.key`], direction);
  const named = sql`SELECT * FROM link l WHERE ${LINK_NAME} IS NOT NULL ORDER BY ${order(LINK_NAME)} LIMIT ${READ_BY_NAME}`;
  // With an OFFSET, the planner looks each person up, instead of reading all.
  const hasPerson = (where: RawBuilder<SqlBool>) =>
    sql`EXISTS (SELECT 1 FROM person p WHERE p.account = l.account AND p.key = l.key AND ${where} OFFSET 0)`;
  return sql`(SELECT account, key FROM (${named}) AS l
    WHERE (${inLink} OR ${isUser} OR ${hasPerson(inFile)}) AND (l.source <> 'forgotten' OR ${hasPerson(sql`true`)})
    ORDER BY ${order(LINK_NAME)} LIMIT ${limit})`;
}

/**
 * All who match, each from one table: of most people nothing else is read.
 * @param order of keys, which needs only the first of them; `null`: another
 */
function everyMatch(search: PersonSearch, order: RawBuilder<unknown> | null): RawBuilder<unknown> {
  const { byLink, byUser, byFile } = matches(search);
  const first = (every: RawBuilder<unknown>) => (order === null ? sql`(${every})` : firstOf(every, order, search.limit));
  return sql`${first(byLink)} UNION (${byUser}) UNION ${first(byFile)}`;
}

/** The first people with an account; only if they are fewer than the limit, others too, for whom all rows of files are read. */
function linkedFirst(search: PersonSearch, order: RawBuilder<unknown>): RawBuilder<unknown> {
  const { byLink, byUser, byFile } = matches(search);
  const { text, limit } = search;
  return sql`WITH linked AS MATERIALIZED ${firstOf(byLink, order, limit)}
    SELECT * FROM linked UNION (${byUser}) UNION (${byFile} AND key = ${text})
    UNION ${firstOf(sql`${byFile} AND (SELECT count(*) FROM linked) < ${limit}`, order, limit)}`;
}

function matches({ inLink, inFile, isUser, accounts }: PersonSearch): Record<"byLink" | "byUser" | "byFile", RawBuilder<unknown>> {
  const linked = accounts.length === 0 ? sql`false` : sql`l.account IN (${sql.join(accounts)})`;
  return {
    byLink: sql`SELECT account, key FROM link l WHERE ${inLink} AND ${NOT_ERASED}`,
    byUser: sql`SELECT account, key FROM link l WHERE ${linked} AND ${isUser} AND ${NOT_ERASED}`,
    byFile: sql`SELECT account, key FROM person p WHERE ${inFile}`,
  };
}

/** With an OFFSET, the planner reads a table as it is stored. It expects many matches, which it would read in their order. */
function firstOf(every: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`(SELECT * FROM (${every} OFFSET 0) AS every ORDER BY ${order} FETCH FIRST ${limit} ROWS WITH TIES)`;
}

/** Returns the people of these accounts and keys as they are shown. */
async function showPeople(db: Db, found: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number): Promise<FoundPerson[]> {
  const { rows } = await sql<FoundPerson>`WITH found AS (${found})
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
