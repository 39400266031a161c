/** What the review's pages read: nothing here grows with the people, only with what waits. */
import { sql } from "kysely";
import { likeText } from "./like.ts";
import { idOfPerson } from "./people-pages.ts";
import type { Removal } from "./removals.ts";
import type { Db, RemovalStatus } from "./schema.ts";

/** Of what waits, and for whom. */
export interface WaitingFilter {
  job?: string;
  /** Part of the path of the group. */
  group?: string;
  /** `null`: handed over to nobody. */
  assignedTo?: string | null;
  /** Pending since then or longer. */
  before?: Date;
  person?: { job: string; key: string };
}

/** A cause with removals that wait, in figures. */
export interface WaitingCause {
  job: string;
  cause: string;
  group: string;
  /** All that wait, whatever the filter. */
  people: number;
  /** Those that the filter lets through. */
  fitting: number;
  /** Handed over to whoever asks. */
  mine: number;
  since: Date;
  /** Another one whenever a removal joins or leaves, or has other evidence. */
  fingerprint: string;
}

/**
 * The causes of everything that waits, or one of them, the largest first. One pass over what waits, without sorting
 * it: this is what every visit begins with.
 */
export async function listWaitingCauses(db: Db, given: { filter?: WaitingFilter; me?: string; cause?: string }): Promise<WaitingCause[]> {
  const { filter = {}, me = "", cause } = given;
  type Counts = Record<"people" | "fitting" | "mine", string>;
  const { rows } = await sql<Omit<WaitingCause, keyof Counts> & Counts>`
    SELECT job, cause, max(group_path) AS "group", count(*) AS people, count(*) FILTER (WHERE ${fits(filter)}) AS fitting,
      count(*) FILTER (WHERE assigned_to = ${me}) AS mine, min(since) AS since,
      count(*) || ' ' || bit_xor(hashtextextended(id || evidence_digest, 0)) AS fingerprint
    FROM removal WHERE status = 'pending' ${cause === undefined ? sql`` : sql`AND cause = ${cause}`}
    GROUP BY job, cause`.execute(db);
  return rows
    .map((row) => ({ ...row, people: Number(row.people), fitting: Number(row.fitting), mine: Number(row.mine) }))
    .sort((one, other) => other.people - one.people || one.since.getTime() - other.since.getTime() || (one.cause < other.cause ? -1 : 1));
}

/** How many removals of each cause were approved by somebody while another reviewer is waited for. */
export async function countSeconded(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ cause: string; n: string }>`SELECT r.cause, count(DISTINCT r.id) AS n
    FROM approval a JOIN removal r ON r.id = a.removal AND r.evidence_digest = a.evidence_digest
    WHERE r.status = 'pending' GROUP BY r.cause`.execute(db);
  return new Map(rows.map(({ cause, n }) => [cause, Number(n)]));
}

function fits({ job, group, assignedTo, before, person }: WaitingFilter) {
  const parts = [sql<boolean>`true`];
  if (job !== undefined) parts.push(sql<boolean>`job = ${job}`);
  if (group !== undefined) parts.push(sql<boolean>`group_path ILIKE ${`%${likeText(group)}%`}`);
  if (assignedTo === null) parts.push(sql<boolean>`assigned_to IS NULL`);
  else if (assignedTo !== undefined) parts.push(sql<boolean>`assigned_to = ${assignedTo}`);
  if (before !== undefined) parts.push(sql<boolean>`since <= ${before}`);
  if (person !== undefined) parts.push(sql<boolean>`job = ${person.job} AND key = ${person.key}`);
  return sql.join(parts, sql` AND `);
}

/** How many removals have one of these states. */
export async function countByStatus<Status extends RemovalStatus>(db: Db, statuses: readonly Status[]): Promise<Record<Status, number>> {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>;
  for (const status of statuses) {
    const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM removal WHERE status = ${status}`.execute(db);
    counts[status] = Number(rows[0]?.n ?? 0);
  }
  return counts;
}

/** All that wait of some causes, with their evidence. */
export async function listWaitingOf(db: Db, causes: readonly string[]): Promise<Removal[]> {
  if (causes.length === 0) return [];
  const { rows } = await sql<Removal>`SELECT * FROM removal
    WHERE status = 'pending' AND cause IN (SELECT jsonb_array_elements_text(${JSON.stringify(causes)}::jsonb))
    ORDER BY cause, name, key`.execute(db);
  return rows;
}

/** One page of what waits of a cause, in the order of the names. */
export async function pageCause(db: Db, cause: string, page: { limit: number; offset: number }): Promise<Removal[]> {
  const { rows } = await sql<Removal>`SELECT * FROM removal WHERE id IN (
      SELECT id FROM removal WHERE status = 'pending' AND cause = ${cause}
      ORDER BY name, key, group_path LIMIT ${page.limit} OFFSET ${page.offset})
    ORDER BY name, key, group_path`.execute(db);
  return rows;
}

/** One page of what was approved and not carried out yet, the latest first, and how many there are. */
export async function pageApproved(db: Db, page: { limit: number; offset: number }): Promise<{ removals: Removal[]; all: number }> {
  const { approved } = await countByStatus(db, ["approved"]);
  const { rows } = await sql<Removal>`SELECT * FROM removal WHERE status = 'approved'
    ORDER BY decided_at DESC, name, key, group_path LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return { removals: rows, all: approved };
}

/** People with something that waits whose name, username or key holds a text. */
export async function searchWaiting(
  db: Db,
  text: string,
  limit: number,
): Promise<{ job: string; key: string; name: string; username: string | null; removals: number }[]> {
  const part = `%${likeText(text)}%`;
  const { rows } = await sql<{ job: string; key: string; name: string; username: string | null; removals: string }>`
    SELECT job, key, max(name) AS name, max(username) AS username, count(*) AS removals FROM removal
    WHERE status = 'pending' AND (key ILIKE ${part} OR name ILIKE ${part} OR (username ILIKE ${part} AND username NOT LIKE 'hmac:%'))
    GROUP BY job, key ORDER BY max(name), key LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, removals: Number(row.removals) }));
}

/** The person that an address names, of those with something that waits. */
export async function findWaitingPerson(db: Db, id: string): Promise<{ job: string; key: string } | undefined> {
  const { rows } = await sql<{ job: string; key: string }>`SELECT DISTINCT job, key FROM removal
    WHERE status = 'pending' AND ${idOfPerson} = ${id} LIMIT 2`.execute(db);
  return rows.length === 1 ? rows[0] : undefined;
}

/** Removals by their ids, those that there are. */
export async function listByIds(db: Db, ids: readonly string[]): Promise<Removal[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Removal>`SELECT * FROM removal
    WHERE id IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) ORDER BY name, key, group_path`.execute(db);
  return rows;
}
