/** The stored impact of pending removals: assignments of groups and progress of people. */
import { sql } from "kysely";
import { sealed, tryOpen } from "../sealing/keys.ts";
import type { AssignedItem, StoredProgress } from "../schema/review.ts";
import type { Db } from "../schema/tables.ts";

export type { AssignedItem, StoredProgress } from "../schema/review.ts";

export interface StoredGroupImpact {
  items: AssignedItem[];
  complete: boolean;
  readAt: Date;
}

export interface StoredPersonImpact {
  progress: StoredProgress;
  readAt: Date;
}

const PENDING_PAIRS = sql`SELECT account, user_id, group_id FROM removal WHERE status = 'pending' AND user_id <> ''`;

/** Returns the groups of an account's pending removals that were not read since `before`, those never read first. */
export async function listGroupsToRead(db: Db, account: string, before: Date): Promise<string[]> {
  const { rows } = await sql<{ group_id: string }>`
    SELECT r.group_id FROM (${PENDING_PAIRS}) r LEFT JOIN group_impact g ON g.account = r.account AND g.group_id = r.group_id
    WHERE r.account = ${account} AND (g.read_at IS NULL OR g.read_at < ${before})
    GROUP BY r.group_id ORDER BY min(g.read_at) NULLS FIRST, r.group_id`.execute(db);
  return rows.map(({ group_id: id }) => id);
}

/** Returns the learning paths that all groups of a person's open removals give. */
export async function listPathsOf(db: Db, account: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT i->>'id' AS id FROM removal r JOIN group_impact g ON g.account = r.account AND g.group_id = r.group_id
      CROSS JOIN LATERAL jsonb_array_elements(g.items) AS i
    WHERE r.account = ${account} AND r.user_id = ${userId} AND r.status IN ('pending', 'approved')
      AND i->>'kind' = 'learning path' AND i->>'id' <> ''`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns people with pending removals from groups that give something, who were not read since `before`, those never
 * read first, with the learning paths of these groups.
 */
export async function listPeopleToRead(
  db: Db,
  account: string,
  before: Date,
  limit: number,
): Promise<{ userId: string; courses: boolean; paths: string[] }[]> {
  const { rows } = await sql<{ user_id: string; courses: boolean; paths: string[] | null }>`
    SELECT r.user_id, bool_or(i->>'kind' = 'course') AS courses,
      array_agg(DISTINCT i->>'id') FILTER (WHERE i->>'kind' = 'learning path' AND i->>'id' <> '') AS paths
    FROM (${PENDING_PAIRS}) r JOIN group_impact g ON g.account = r.account AND g.group_id = r.group_id
      CROSS JOIN LATERAL jsonb_array_elements(g.items) AS i
      LEFT JOIN person_impact p ON p.account = r.account AND p.user_id = r.user_id
    WHERE r.account = ${account} AND (p.read_at IS NULL OR p.read_at < ${before})
    GROUP BY r.user_id ORDER BY min(p.read_at) NULLS FIRST, r.user_id LIMIT ${limit}`.execute(db);
  return rows.map(({ user_id: userId, courses, paths }) => ({ userId, courses, paths: paths ?? [] }));
}

export async function setGroupImpact(
  db: Db,
  account: string,
  groupId: string,
  { items, complete, readAt }: StoredGroupImpact,
): Promise<void> {
  const row = { items: JSON.stringify(items), complete, read_at: readAt };
  await db
    .insertInto("group_impact")
    .values({ account, group_id: groupId, ...row })
    .onConflict((conflict) => conflict.columns(["account", "group_id"]).doUpdateSet(row))
    .execute();
}

export async function setPersonImpact(db: Db, account: string, userId: string, { progress, readAt }: StoredPersonImpact): Promise<void> {
  const text = JSON.stringify(progress);
  const box = sealed(db, text, purposeOf(account, userId));
  const row = { progress: box === null ? text : JSON.stringify(box), read_at: readAt };
  await db
    .insertInto("person_impact")
    .values({ account, user_id: userId, ...row })
    .onConflict((conflict) => conflict.columns(["account", "user_id"]).doUpdateSet(row))
    .execute();
}

function purposeOf(account: string, userId: string): string {
  return JSON.stringify(["impact", account, userId]);
}

export async function loadGroupImpacts(db: Db, account: string, groups: readonly string[]): Promise<Map<string, StoredGroupImpact>> {
  const rows = await db
    .selectFrom("group_impact")
    .selectAll()
    .where("account", "=", account)
    .where(sql<boolean>`group_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(groups)}::jsonb))`)
    .execute();
  return new Map(rows.map(({ group_id: id, items, complete, read_at: readAt }) => [id, { items, complete, readAt }]));
}

/** Returns the stored progress of people; without those whose data no key opens. */
export async function loadPersonImpacts(db: Db, account: string, users: readonly string[]): Promise<Map<string, StoredPersonImpact>> {
  const rows = await db
    .selectFrom("person_impact")
    .selectAll()
    .where("account", "=", account)
    .where(sql<boolean>`user_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(users)}::jsonb))`)
    .execute();
  const found = new Map<string, StoredPersonImpact>();
  for (const { user_id: userId, progress, read_at: readAt } of rows) {
    const text = "sealed" in progress ? tryOpen(db, progress.sealed, purposeOf(account, userId)) : null;
    if (!("sealed" in progress)) found.set(userId, { progress, readAt });
    else if (text !== null) found.set(userId, { progress: JSON.parse(text) as StoredProgress, readAt });
  }
  return found;
}

/** Returns, of these people, those with an exception, as pairs of job and `user_id`. */
export async function loadPeopleWithExceptions(db: Db, account: string, users: readonly string[]): Promise<Set<string>> {
  if (users.length === 0) return new Set();
  const { rows } = await sql<{ job: string; user_id: string }>`SELECT DISTINCT job, user_id FROM removal
    WHERE account = ${account} AND status = 'rejected'
      AND user_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(users)}::jsonb))`.execute(db);
  return new Set(rows.map(({ job, user_id: user }) => `${job} ${user}`));
}

/** Deletes what no pending or approved removal needs any more. */
export async function dropUnneededImpact(db: Db): Promise<void> {
  const open = sql`SELECT 1 FROM removal r WHERE r.account = i.account AND r.status IN ('pending', 'approved')`;
  await sql`DELETE FROM person_impact i WHERE NOT EXISTS (${open} AND r.user_id = i.user_id)`.execute(db);
  await sql`DELETE FROM group_impact i WHERE NOT EXISTS (${open} AND r.group_id = i.group_id)`.execute(db);
}

/** Deletes the sealed progress of all people; unknown until the next run has read it again. */
export async function dropSealedImpact(db: Db): Promise<void> {
  await sql`DELETE FROM person_impact WHERE progress ? 'sealed'`.execute(db);
}

/** Returns whether something of this account is being read, planned or sent now, in any process. */
export async function isAccountBusy(db: Db, account: string): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`SELECT
    EXISTS (SELECT 1 FROM run WHERE account = ${account} AND status IN ('reading', 'running'))
    OR EXISTS (SELECT 1 FROM operation o LEFT JOIN run r ON r.id = o.run WHERE o.account = ${account}
      AND o.status IN ('queued', 'running') AND r.status IS DISTINCT FROM 'interrupted') AS busy`.execute(db);
  return rows[0]?.busy === true;
}

/** The memberships of a group are read in one piece, those of a person one by one. */
const MEMBERS_PER_PERSON = 3;

/** Returns pairs of `user_id` and group path from the latest snapshot, of the asked people and groups only. */
export async function loadMemberships(db: Db, account: string, users: readonly string[], paths: readonly string[]): Promise<Set<string>> {
  if (users.length === 0) return new Set();
  const { rows: groups } = await sql<{ id: string; path: string; members: number }>`
    SELECT id, path, members FROM (SELECT id, COALESCE(NULLIF(path, ''), id) AS path, members FROM service_group WHERE account = ${account}) AS g
    WHERE path IN (SELECT jsonb_array_elements_text(${JSON.stringify(paths)}::jsonb))`.execute(db);
  if (groups.length === 0) return new Set();
  const found = new Map(groups.map(({ id, path }) => [id, path]));
  const few = groups.reduce((sum, { members }) => sum + members, 0) <= users.length * MEMBERS_PER_PERSON;
  const inGroups = sql`SELECT jsonb_array_elements_text(${JSON.stringify([...found.keys()])}::jsonb) AS id`;
  const ofUsers = sql`SELECT jsonb_array_elements_text(${JSON.stringify(users)}::jsonb) AS id`;
  // With an OFFSET, each of the smaller side is looked up.
  const memberships = few
    ? sql`(${inGroups}) AS g, LATERAL (SELECT user_id, group_id FROM membership WHERE account = ${account} AND group_id = g.id OFFSET 0) AS m
        WHERE m.user_id IN (${ofUsers})`
    : sql`(${ofUsers}) AS u, LATERAL (SELECT user_id, group_id FROM membership WHERE account = ${account} AND user_id = u.id OFFSET 0) AS m
        WHERE m.group_id IN (${inGroups})`;
  // One value for each group: reading a row for each membership takes longer than the query.
  const { rows } = await sql<{ id: string; ids: string[] }>`SELECT m.group_id AS id, json_agg(m.user_id) AS ids FROM ${memberships}
    GROUP BY m.group_id`.execute(db);
  return new Set(rows.flatMap(({ id, ids }) => ids.map((user) => `${user} ${found.get(id)}`)));
}

/** Returns those of the accounts that were deactivated. */
export async function loadInactive(db: Db, account: string, users: readonly string[]): Promise<Set<string>> {
  if (users.length === 0) return new Set();
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM link WHERE account = ${account} AND active = false
      AND user_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(users)}::jsonb))`.execute(db);
  return new Set(rows.map(({ user_id: user }) => user));
}
