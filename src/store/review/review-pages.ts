/** Queries for the review pages: their cost grows with the pending removals, not with the people. */
import { distinctValues } from "../distinct-values.ts";
import { sql } from "kysely";
import { contains, eachWord, folded, likeText } from "../like.ts";
import { nameOrder } from "../sort.ts";
import { idOfPerson } from "../people/people-pages.ts";
import type { Removal } from "./removals.ts";
import type { Db } from "../schema/tables.ts";
import type { RemovalStatus } from "../schema/review.ts";

/** A filter on pending removals. */
export interface PendingFilter {
  job?: string;
  /** Part of the group path. */
  group?: string;
  /** Assigned to one of these names or roles; `null`: not assigned. */
  assignedTo?: readonly string[] | null;
  /** Pending since this time or longer. */
  before?: Date;
  person?: { job: string; key: string };
}

/** The counts of a cause with pending removals. */
export interface CauseCounts {
  job: string;
  cause: string;
  group: string;
  /** All pending removals, without the filter. */
  people: number;
  /** Those that match the filter. */
  fitting: number;
  /** Those assigned to the viewer. */
  mine: number;
  since: Date;
  /** The key of the only person; `null`: several people. */
  only: string | null;
  /** Changes whenever a removal joins or leaves, its evidence changes, or a run of the job is released. */
  fingerprint: string;
}

/**
 * Returns the causes of pending removals, largest first. One pass without sorting, because every visit begins with it.
 * @param given `cause`: only this one; `fittingOnly`: only those with a removal that matches the filter
 */
export async function listPendingCauses(
  db: Db,
  given: { filter?: PendingFilter; me?: readonly string[]; cause?: string; fittingOnly?: boolean },
): Promise<CauseCounts[]> {
  const { filter = {}, me = [], cause, fittingOnly = false } = given;
  type Counts = Record<"people" | "fitting" | "mine", string>;
  // The last run is looked up once for each job, not for each cause; a group is compared once, not for each removal.
  const { rows } = await sql<Omit<CauseCounts, keyof Counts> & Counts>`WITH parts AS (
      SELECT job, cause, group_path, count(*) AS people, count(*) FILTER (WHERE ${fits(filter)}) AS fitting,
        count(*) FILTER (WHERE ${isAssignedTo(me)}) AS mine, min(since) AS since, min(key) AS key,
        bit_xor(hashtextextended(id || evidence_digest, 0)) AS digest
      FROM removal WHERE status = 'pending' ${cause === undefined ? sql`` : sql`AND cause = ${cause}`}
        ${fittingOnly && filter.group !== undefined ? sql`AND EXISTS (${groupsWith(filter.group)})` : sql``}
      GROUP BY job, cause, group_path),
    counts AS MATERIALIZED (
      SELECT job, cause, max(group_path) AS "group", sum(people) AS people, COALESCE(sum(fitting) FILTER (WHERE ${isGroup(filter)}), 0) AS fitting,
        sum(mine) AS mine, min(since) AS since, CASE WHEN sum(people) = 1 THEN min(key) END AS "only", bit_xor(digest) AS digest
      FROM parts GROUP BY job, cause),
    jobs AS MATERIALIZED (
      SELECT job, (SELECT max(r.started_at) FROM run r WHERE r.job = j.job AND r.released) AS released FROM (SELECT DISTINCT job FROM counts) AS j)
    SELECT job, cause, "group", people, fitting, mine, since, "only", concat(people, ' ', digest, ' ', released) AS fingerprint
    FROM counts JOIN jobs USING (job) ${fittingOnly ? sql`WHERE fitting > 0` : sql``}`.execute(db);
  return rows
    .map((row) => ({ ...row, people: Number(row.people), fitting: Number(row.fitting), mine: Number(row.mine) }))
    .sort(compareCauses);
}

/** Orders causes as the review list does: the largest first, then the oldest. */
export function compareCauses(one: CauseOrder, other: CauseOrder): number {
  return other.people - one.people || one.since.getTime() - other.since.getTime() || (one.cause < other.cause ? -1 : 1);
}

export type CauseOrder = Pick<CauseCounts, "people" | "since" | "cause">;

/** Counts the removals of each cause that reviewers approved and another must still approve, and names those reviewers. */
export async function countSeconded(db: Db): Promise<Map<string, { n: number; by: string[] }>> {
  const { rows } = await sql<{ cause: string; n: string; by: string[] }>`SELECT r.cause, count(DISTINCT r.id) AS n,
      array_agg(DISTINCT a.by) AS by
    FROM approval a JOIN removal r ON r.id = a.removal AND r.evidence_digest = a.evidence_digest
    WHERE r.status = 'pending' GROUP BY r.cause`.execute(db);
  return new Map(rows.map(({ cause, n, by }) => [cause, { n: Number(n), by }]));
}

function isAssignedTo(names: readonly string[]) {
  return sql<boolean>`assigned_to IN (SELECT jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`;
}

/** The conditions of a filter on a removal, but for its group. */
function fits({ job, assignedTo, before, person }: PendingFilter) {
  const parts = [sql<boolean>`true`];
  if (job !== undefined) parts.push(sql<boolean>`job = ${job}`);
  if (assignedTo === null) parts.push(sql<boolean>`assigned_to IS NULL`);
  else if (assignedTo !== undefined) parts.push(isAssignedTo(assignedTo));
  if (before !== undefined) parts.push(sql<boolean>`since <= ${before}`);
  if (person !== undefined) parts.push(sql<boolean>`job = ${person.job} AND key = ${person.key}`);
  return sql.join(parts, sql` AND `);
}

function isGroup({ group }: PendingFilter) {
  return group === undefined ? sql<boolean>`true` : sql<boolean>`group_path ILIKE ${`%${likeText(group)}%`}`;
}

/** Selects the groups of pending removals with this text, each compared once. */
function groupsWith(text: string) {
  return sql`SELECT FROM (SELECT DISTINCT group_path FROM removal WHERE status = 'pending') AS paths WHERE ${isGroup({ group: text })}`;
}

/** Counts removals by these statuses. */
export async function countByStatus<Status extends RemovalStatus>(db: Db, statuses: readonly Status[]): Promise<Record<Status, number>> {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>;
  for (const status of statuses) {
    const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM removal WHERE status = ${status}`.execute(db);
    counts[status] = Number(rows[0]?.n ?? 0);
  }
  return counts;
}

/** Returns all pending removals of some causes, with their evidence. */
export async function listPendingOfCauses(db: Db, causes: readonly string[]): Promise<Removal[]> {
  if (causes.length === 0) return [];
  const { rows } = await sql<Removal>`SELECT * FROM removal
    WHERE status = 'pending' AND cause IN (SELECT jsonb_array_elements_text(${JSON.stringify(causes)}::jsonb))
    ORDER BY cause, ${nameOrder("name")}, key`.execute(db);
  return rows;
}

/** Returns one page of approved removals that were not applied yet, latest first, and their number. */
export async function pageApproved(db: Db, page: { limit: number; offset: number }): Promise<{ removals: Removal[]; all: number }> {
  const { approved } = await countByStatus(db, ["approved"]);
  const { rows } = await sql<Removal>`SELECT * FROM removal WHERE status = 'approved'
    ORDER BY decided_at DESC, ${nameOrder("name")}, key, group_path LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return { removals: rows, all: approved };
}

/** Returns the ids of approved removals that were not applied yet: all, or those of one cause. */
export async function listApproved(db: Db, cause?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM removal
    WHERE status = 'approved' ${cause === undefined ? sql`` : sql`AND cause = ${cause}`}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds people with pending removals by the words of their name, username and key, in any order and without accents. */
export async function searchPending(
  db: Db,
  text: string,
  limit: number,
): Promise<{ job: string; key: string; name: string; username: string | null; removals: number }[]> {
  const theirs = folded(sql`concat_ws(' ', key, name, CASE WHEN username NOT LIKE 'hmac:%' THEN username END)`);
  const { rows } = await sql<{ job: string; key: string; name: string; username: string | null; removals: string }>`
    SELECT job, key, max(name) AS name, max(username) AS username, count(*) AS removals FROM removal
    WHERE status = 'pending' AND ${eachWord(text, (word) => contains(theirs, word))}
    GROUP BY job, key ORDER BY max(name) COLLATE "und-x-icu", key LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, removals: Number(row.removals) }));
}

/** Finds the person of an address among those with pending removals. */
export async function findPersonWithPending(db: Db, id: string): Promise<{ job: string; key: string } | undefined> {
  const { rows } = await sql<{ job: string; key: string }>`SELECT DISTINCT job, key FROM removal
    WHERE status = 'pending' AND ${idOfPerson} = ${id} LIMIT 2`.execute(db);
  return rows.length === 1 ? rows[0] : undefined;
}

/** Returns the existing removals with these ids. */
export async function listByIds(db: Db, ids: readonly string[]): Promise<Removal[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Removal>`SELECT * FROM removal
    WHERE id IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) ORDER BY ${nameOrder("name")}, key, group_path`.execute(
    db,
  );
  return rows;
}

/** Returns the groups of removals by path, for a filter. */
export async function listRemovalGroups(db: Db, limit: number): Promise<string[]> {
  return distinctValues(db, "removal", "group_path", limit);
}
