/** Queries for the pages about groups of the learning service. */
import { sql } from "kysely";
import { contains, eachWord, folded } from "../like.ts";
import type { FoundPerson } from "../people/people-pages.ts";
import type { Removal } from "../review/removals.ts";
import type { Db } from "../schema/tables.ts";

/** A group as pages show it. */
export interface GroupLine {
  account: string;
  id: string;
  path: string;
  /** As the last snapshot counted them; `null`: the service does not list its members. */
  members: number | null;
}

/** Finds groups by the words of their path, in any order and without accents. */
export async function searchGroups(db: Db, text: string, limit: number): Promise<GroupLine[]> {
  const { rows } = await sql<GroupLine>`
    SELECT account, id, path, CASE WHEN members_known THEN members END AS members FROM service_group
    WHERE ${eachWord(text, (word) => contains(folded(sql`path`), word))} ORDER BY path, account LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findGroup(db: Db, account: string, id: string): Promise<GroupLine | undefined> {
  const { rows } = await sql<GroupLine>`
    SELECT account, id, path, CASE WHEN members_known THEN members END AS members FROM service_group
    WHERE account = ${account} AND id = ${id}`.execute(db);
  return rows[0];
}

/** Up to this number, the members of a group are looked up one by one; for more of them, all links are read, as the planner always would. */
const FEW_MEMBERS = 5000;

/** Returns one page of the known people in a group, by name, and how many people and accounts are in it. */
export async function pageMembers(
  db: Db,
  { account, id, members }: Pick<GroupLine, "account" | "id" | "members">,
  page: { limit: number; offset: number },
): Promise<{ people: FoundPerson[]; known: number; accounts: number }> {
  const byName = sql`page.name COLLATE "und-x-icu", page.key`;
  type Row = Omit<FoundPerson, "key"> & { key: string | null; known: string; accounts: string };
  const theirs = sql`l.account = m.account AND l.user_id = m.user_id AND l.source <> 'forgotten'`;
  const links =
    (members ?? Infinity) > FEW_MEMBERS
      ? sql`link l ON ${theirs}`
      : sql`LATERAL (SELECT * FROM link l WHERE ${theirs} OFFSET 0) AS l ON true`;
  // One pass over the members, for their number and their names; everything else is read for the people of the page.
  const { rows } = await sql<Row>`
    WITH theirs AS MATERIALIZED (
      SELECT l.key, concat_ws(' ', l.sent->>'first_name', l.sent->>'last_name') AS name
      FROM membership m LEFT JOIN ${links}
      WHERE m.account = ${account} AND m.group_id = ${id}),
    counted AS (SELECT count(*) AS accounts, count(key) AS known FROM theirs),
    page AS (SELECT key, name FROM theirs AS page WHERE key IS NOT NULL ORDER BY ${byName} LIMIT ${page.limit} OFFSET ${page.offset})
    SELECT accounts, known, COALESCE(p.job, l.job) AS job, l.key, l.account, l.sent->>'username' AS username, l.sent->>'first_name' AS first,
      l.sent->>'last_name' AS last, l.user_id AS "userId", l.active, p.state
    FROM counted LEFT JOIN (page JOIN link l ON l.account = ${account} AND l.key = page.key
      LEFT JOIN LATERAL (SELECT job, state FROM person WHERE account = l.account AND key = l.key ORDER BY job LIMIT 1) AS p ON true) ON true
    ORDER BY ${byName}`.execute(db);
  const people = rows.flatMap(({ job, key, account: of, username, first, last, userId, active, state }) =>
    key === null ? [] : [{ job, key, account: of, username, first, last, userId, active, state }],
  );
  return { people, known: Number(rows[0]?.known ?? 0), accounts: Number(rows[0]?.accounts ?? 0) };
}

/** Returns the latest removals from a group, of any status. */
export async function listRemovalsFrom(db: Db, { account, id }: Pick<GroupLine, "account" | "id">, limit: number): Promise<Removal[]> {
  const { rows } = await sql<Removal>`SELECT * FROM removal WHERE account = ${account} AND group_id = ${id}
    ORDER BY status <> 'pending', COALESCE(ended_at, decided_at, since) DESC, name, key LIMIT ${limit}`.execute(db);
  return rows;
}
