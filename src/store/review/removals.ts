import { fact } from "../../domain/facts/fact.ts";
import { sql, type Selectable } from "kysely";
import { copyRows } from "../copy.ts";
import { randomName } from "../random-name.ts";
import { inDirection, nameOrder, type Sort } from "../sort.ts";
import type { DecidingCell } from "../../domain/facts/changed-cells.ts";
import type { State } from "../../state/state.ts";
import type { Restoration } from "../schema/review.ts";
import type { Db } from "../schema/tables.ts";
import type { FoundRemovalTable, RemovalStatus, RemovalTable } from "../schema/review.ts";
import { isCandidateRow, isUnstaged } from "../in-file/in-file.ts";
import { ending, isOwned } from "./removal-ends.ts";

export type Removal = Selectable<RemovalTable>;
export type FoundRemoval = Selectable<FoundRemovalTable>;

/** Stores the removals that a plan found. They become pending when the run is released. */
export async function copyFoundRemovals(state: State, found: readonly FoundRemoval[]): Promise<void> {
  await copyRows(
    state.pool,
    "found_removal",
    ["run", "key", "name", "username", "user_id", "group_id", "group_path", "cause", "evidence", "evidence_digest"],
    found.map((f) => [
      f.run,
      f.key,
      f.name,
      f.username,
      f.user_id,
      f.group_id,
      f.group_path,
      f.cause,
      JSON.stringify(f.evidence),
      f.evidence_digest,
    ]),
  );
}

/** A removal found by a plan that is not released yet. */
export async function listFoundRemovals(db: Db, run: string, limit: number | null): Promise<FoundRemoval[]> {
  const query = db.selectFrom("found_removal").selectAll().where("run", "=", run).orderBy("group_path").orderBy("key");
  return (limit === null ? query : query.limit(limit)).execute();
}

/** Counts the new removals of a plan by group, cause and deciding cells. */
export async function countNewRemovals(
  db: Db,
  run: string,
  job: string,
): Promise<{ group_id: string; group_path: string; cause: string; cells: DecidingCell[]; n: number }[]> {
  const { rows } = await sql<{ group_id: string; group_path: string; cause: string; cells: DecidingCell[]; n: string }>`
    SELECT f.group_id, f.group_path, f.cause, f.evidence->'cells' AS cells, count(*) AS n FROM found_removal f
    WHERE f.run = ${run} AND NOT EXISTS (
      SELECT 1 FROM removal r WHERE r.job = ${job} AND r.key = f.key AND r.group_id = f.group_id
        AND r.status IN ('pending', 'approved', 'rejected', 'expired') AND r.evidence_digest = f.evidence_digest)
    GROUP BY f.group_id, f.group_path, f.cause, f.evidence->'cells'`.execute(db);
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}

/**
 * Makes the removals found in the file the pending ones. Call it on the run's release, before its rows are accepted.
 * @param at `parks`: the job has `policy.park`, so a last group can be removed
 */
export async function mergeFoundRemovals(
  db: Db,
  at: { run: string; job: string; account: string; parks: boolean; now: Date },
): Promise<void> {
  // Only people who were looked at in this run can have new facts; everybody else's are as they were.
  await sql`UPDATE removal r SET ended_at = ${at.now}, last_run = ${at.run},
      ${ending("superseded", fact("outcome.facts_changed", {}))}
    WHERE r.job = ${at.job} AND r.status IN ('pending', 'approved', 'rejected') AND NOT ${isOwned}
      AND EXISTS (
        SELECT 1 FROM staged_row s
        -- With an undecided scope nothing is known.
        WHERE s.run = ${at.run} AND ${isCandidateRow} AND s.key = r.key AND s.row_status = 'use' AND s.scope IS DISTINCT FROM '')
      -- A decision to keep remains until a run finds the removal again: a blank cell is no new evidence.
      AND (r.status <> 'rejected' OR EXISTS (
        SELECT 1 FROM found_removal f WHERE f.run = ${at.run} AND f.key = r.key AND f.group_id = r.group_id))
      -- An approval covers one name of the group only; an exception covers any name.
      AND NOT EXISTS (
        SELECT 1 FROM found_removal f WHERE f.run = ${at.run} AND f.key = r.key AND f.group_id = r.group_id
          AND f.evidence_digest = r.evidence_digest AND (r.status = 'rejected' OR f.group_path = r.group_path))`.execute(db);
  // Nobody can decide on people outside of a pilot, so their removals must not expire meanwhile.
  await sql`UPDATE removal r SET seen_at = ${at.now}, last_run = CASE WHEN s.row_status = 'use' THEN ${at.run} ELSE r.last_run END
    FROM staged_row s
    WHERE r.job = ${at.job} AND r.status IN ('pending', 'approved', 'rejected') AND s.run = ${at.run} AND s.key = r.key
      AND (s.row_status = 'use' OR (s.row_status = 'not_in_pilot' AND r.status = 'pending'))`.execute(db);
  await sql`UPDATE removal r SET seen_at = ${at.now}, last_run = ${at.run} FROM person p
    WHERE r.job = ${at.job} AND r.status IN ('pending', 'approved', 'rejected') AND p.job = r.job AND p.key = r.key AND ${isUnstaged(at.run)}`.execute(
    db,
  );
  // The first finding explains it best; `lastGroup` is the current value.
  await sql`UPDATE removal r SET evidence = jsonb_set(r.evidence, '{lastGroup}', f.evidence->'lastGroup'), group_path = f.group_path
    FROM found_removal f
    WHERE f.run = ${at.run} AND r.job = ${at.job} AND r.key = f.key AND r.group_id = f.group_id
      AND r.status IN ('pending', 'approved', 'rejected')`.execute(db);
  const { rows } = await sql<FoundRemoval>`SELECT f.* FROM found_removal f
    WHERE f.run = ${at.run} AND NOT EXISTS (
      SELECT 1 FROM removal r WHERE r.job = ${at.job} AND r.key = f.key AND r.group_id = f.group_id
        AND r.status IN ('pending', 'approved', 'rejected'))
    ORDER BY f.group_path, f.key`.execute(db);
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto("removal")
      .values(
        rows.slice(start, start + 500).map((f) => ({
          id: `R-${randomName(7)}`,
          account: at.account,
          job: at.job,
          key: f.key,
          name: f.name,
          username: f.username,
          user_id: f.user_id,
          group_id: f.group_id,
          group_path: f.group_path,
          status: "pending" as const,
          cause: f.cause,
          evidence: JSON.stringify(f.evidence),
          evidence_digest: f.evidence_digest,
          first_run: at.run,
          last_run: at.run,
          since: at.now,
          seen_at: at.now,
        })),
      )
      .execute();
  }
  await sql`UPDATE removal SET evidence = jsonb_set(evidence, '{parked}', to_jsonb(${at.parks}::boolean))
    WHERE job = ${at.job} AND status IN ('pending', 'approved', 'rejected') AND evidence->'lastGroup' = 'true'
      AND evidence->'parked' IS DISTINCT FROM to_jsonb(${at.parks}::boolean)`.execute(db);
}

export async function findRemoval(db: Db, id: string): Promise<Removal | undefined> {
  return db.selectFrom("removal").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Several removals by their ids, by group, cause and key like `listRemovals`. */
export async function findRemovals(db: Db, ids: readonly string[]): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    SELECT * FROM removal WHERE id IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
    ORDER BY group_path, cause, key`.execute(db);
  return rows;
}

export interface RemovalFilter {
  job?: string;
  status?: readonly RemovalStatus[];
  cause?: string;
  key?: string;
  run?: string;
  /** Decided or ended within this time, both ends included; `to: null` means until now. */
  settledWithin?: { from: Date; to: Date | null };
  limit?: number;
}

export async function listRemovals(db: Db, filter: RemovalFilter): Promise<Removal[]> {
  let query = db
    .selectFrom("removal")
    .selectAll()
    .orderBy("group_path")
    .orderBy("cause")
    .orderBy("key")
    .limit(filter.limit ?? 100_000);
  if (filter.job !== undefined) query = query.where("job", "=", filter.job);
  if (filter.status !== undefined) query = query.where("status", "in", filter.status);
  if (filter.cause !== undefined) query = query.where("cause", "=", filter.cause);
  if (filter.key !== undefined) query = query.where("key", "=", filter.key);
  if (filter.run !== undefined) query = query.where("last_run", "=", filter.run);
  if (filter.settledWithin !== undefined) {
    const { from, to } = filter.settledWithin;
    query = query.where(
      sql<boolean>`(decided_at BETWEEN ${from} AND coalesce(${to}::timestamptz, 'infinity') OR ended_at BETWEEN ${from} AND coalesce(${to}::timestamptz, 'infinity'))`,
    );
  }
  return query.execute();
}

export async function countPending(db: Db, job: string, since?: Date): Promise<number> {
  let query = db.selectFrom("removal").select((select) => select.fn.countAll<string>().as("n"));
  if (since !== undefined) query = query.where("since", "<=", since);
  const row = await query.where("job", "=", job).where("status", "=", "pending").executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Counts pending removals of people whom the job's pilot did not have at its last run. @param at.only a cause or a removal */
export async function countOutsidePilot(db: Db, at: { job: string; digest: string; only: string | null }): Promise<number> {
  const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM removal r
    WHERE r.job = ${at.job} AND r.status = 'pending' AND (${at.only}::text IS NULL OR ${at.only} IN (r.cause, r.id))
      AND NOT EXISTS (SELECT 1 FROM person p WHERE p.job = r.job AND p.key = r.key AND p.pilot = ${at.digest})`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Those of the given removals that are still approved. */
export async function stillApproved(db: Db, ids: readonly string[]): Promise<Removal[]> {
  return db.selectFrom("removal").selectAll().where("id", "in", ids).where("status", "=", "approved").execute();
}

/**
 * Returns the approved removals that a run may apply: those of people whose row it could read. For a partial file, also
 * those of people in the last full export, unless a row without a key may be theirs (I5).
 */
export async function listApproved(
  db: Db,
  at: { run: string; job: string; partial: boolean; decidedBefore: Date; now: Date },
): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    WITH due AS MATERIALIZED (
      SELECT r.* FROM removal r JOIN person p ON p.job = r.job AND p.key = r.key
      WHERE r.job = ${at.job} AND r.status = 'approved' AND r.decided_at <= ${at.decidedBefore} AND COALESCE(r.due_at, r.decided_at) <= ${at.now}
        AND p.state = 'present'),
    in_file AS (
      SELECT s.key FROM staged_row s WHERE s.run = ${at.run} AND s.row_status = 'use' AND s.key IN (SELECT key FROM due)
      UNION ALL SELECT p.key FROM person p WHERE p.job = ${at.job} AND p.key IN (SELECT key FROM due) AND ${isUnstaged(at.run)}
      UNION ALL SELECT key FROM due WHERE ${at.partial}::boolean AND NOT EXISTS (SELECT 1 FROM staged_row s WHERE s.run = ${at.run} AND s.key IS NULL))
    SELECT d.* FROM due d WHERE d.key IN (SELECT key FROM in_file) ORDER BY d.key, d.id`.execute(db);
  return rows;
}

/** Returns the memberships of people that were removed once, as `KEY GROUP_ID`. */
export async function listRemovedOnce(db: Db, job: string, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ of: string }>`SELECT DISTINCT key || ' ' || group_id AS of FROM removal
    WHERE job = ${job} AND status = 'applied' AND key IN (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`.execute(db);
  return new Set(rows.map(({ of }) => of));
}

/** Returns approved and due removals of people in the last file, to be applied between two runs. */
export async function listDue(db: Db, at: { job: string; decidedBefore: Date; now: Date }): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    SELECT r.* FROM removal r JOIN person p ON p.job = r.job AND p.key = r.key
    WHERE r.job = ${at.job} AND r.status = 'approved' AND r.decided_how <> 'policy' AND r.decided_at <= ${at.decidedBefore}
      AND COALESCE(r.due_at, r.decided_at) <= ${at.now} AND p.state = 'present'
    ORDER BY r.key, r.id`.execute(db);
  return rows;
}

/** Records that a reverted run added removed memberships back. */
export async function markRestored(db: Db, ids: readonly string[], restored: Restoration): Promise<void> {
  await sql`UPDATE removal SET restored = ${JSON.stringify(restored)}::jsonb
    WHERE status = 'applied' AND id IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`.execute(db);
}

const RESTORED_ORDERS = {
  person: [nameOrder("name"), sql`key`, sql`group_path`],
  group: [sql`group_path`, sql`key`],
} as const;
export type RestoredSort = keyof typeof RESTORED_ORDERS;
export const RESTORED_SORTS = Object.keys(RESTORED_ORDERS) as RestoredSort[];

/** Returns the removals whose memberships a run added back. */
export async function listRestored(
  db: Db,
  run: string,
  limit: number,
  { by, direction }: Sort<RestoredSort> = { by: "group", direction: "asc" },
): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    SELECT * FROM removal WHERE restored->>'run' = ${run} ORDER BY ${inDirection(RESTORED_ORDERS[by], direction)} LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}
