import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";

const PORTION_ROWS = 2000;

interface AcceptedRun {
  run: string;
  job: string;
}

/** Rows of a file, both ends included. */
interface Rows {
  first: number;
  last: number;
}

/** Whether nobody refers to `person_cells c`, and no run may make them valid. */
export const isUnused = sql`(SELECT true FROM person p WHERE p.job = c.job AND p.key = c.key AND p.cells_run = c.run LIMIT 1) IS NULL
  AND (SELECT true FROM run r WHERE r.id = c.run AND NOT r.released AND r.status NOT IN ('completed', 'cancelled', 'superseded') LIMIT 1) IS NULL`;

/**
 * Stores the cells of new and changed rows beside those that are valid, in portions: they become valid when
 * `acceptStaged` lets their people refer to them. That transaction is short because it finds them here.
 */
export async function prepareCells(db: Db, at: AcceptedRun): Promise<void> {
  if (await hasCandidates(db, at.run)) await storeCells(db, at);
}

/** Stores the cells of a run that are not stored, or are other ones than its rows have. */
export async function completeCells(db: Db, at: AcceptedRun): Promise<void> {
  const { rows } = await sql<{ any: boolean }>`SELECT EXISTS (SELECT 1 FROM staged_row s WHERE ${isNew(at.run)}
    AND (SELECT c.cells = s.cells FROM person_cells c WHERE c.job = ${at.job} AND c.key = s.key AND c.run = s.run) IS NOT TRUE) AS any`.execute(
    db,
  );
  if (rows[0]?.any === true) await storeCells(db, at);
}

/** Deletes the cells that a released run has replaced, or those that a run which ended before its release has stored; in portions. */
export async function dropReplacedCells(db: Db, run: string): Promise<void> {
  const found = await db.selectFrom("run").select(["job", "released"]).where("id", "=", run).executeTakeFirst();
  if (found === undefined || !(await hasCandidates(db, run))) return;
  const { job, released } = found;
  const isReplaced = released ? sql`c.run <> ${run}` : sql`c.run = ${run}`;
  if (!(await hasCells(db, job, isReplaced))) return;
  let deleted = 0n;
  for await (const rows of portions(db, run)) {
    // Found by an index for each row. A join may read all cells of the job for each, where the statistics are old.
    const { numAffectedRows } = await sql`DELETE FROM person_cells WHERE ctid = ANY (ARRAY(
      SELECT old.ctid FROM staged_row s CROSS JOIN LATERAL (
        SELECT c.ctid FROM person_cells c WHERE c.job = ${job} AND c.key = s.key AND ${isReplaced} AND ${isUnused} OFFSET 0) old
      WHERE ${isNew(run, rows)}))`.execute(db);
    deleted += numAffectedRows ?? 0n;
  }
  // Otherwise each run would store its cells at the end of the table: the embedded database has no autovacuum.
  if (deleted > 0n) await sql`VACUUM person_cells`.execute(db);
}

async function storeCells(db: Db, { run, job }: AcceptedRun): Promise<void> {
  if (!(await hasCells(db, job))) {
    for await (const rows of portions(db, run))
      await sql`INSERT INTO person_cells (job, key, run, cells)
        SELECT ${job}, s.key, s.run, s.cells FROM staged_row s WHERE ${isNew(run, rows)}`.execute(db);
    return;
  }
  // The valid cells by a subquery for each row: statistics that do not know the job cannot mislead it. Stored ones are
  // replaced: another run may have been released since.
  for await (const rows of portions(db, run))
    await sql`INSERT INTO person_cells (job, key, run, cells, before, before_context)
      SELECT ${job}, s.key, s.run, s.cells, CASE WHEN o.cells <> s.cells THEN o.cells ELSE o.before END,
        CASE WHEN o.cells <> s.cells THEN o.context ELSE o.before_context END
      FROM staged_row s LEFT JOIN LATERAL (
        SELECT c.cells, c.before, c.before_context, p.context FROM person p
        JOIN person_cells c ON c.job = p.job AND c.key = p.key AND c.run = p.cells_run
        WHERE p.job = ${job} AND p.key = s.key LIMIT 1) o ON true
      WHERE ${isNew(run, rows)}
      ON CONFLICT (job, key, run) DO UPDATE SET cells = excluded.cells, before = excluded.before, before_context = excluded.before_context`.execute(
      db,
    );
}

/** Whether `staged_row s` is a new or changed row of the run. */
function isNew(run: string, rows: Rows | null = null) {
  const within = rows === null ? sql`` : sql`AND s.row BETWEEN ${rows.first} AND ${rows.last}`;
  return sql`s.run = ${run} ${within} AND s.row_status = 'use' AND s.cells IS NOT NULL`;
}

/** Divides the new and changed rows of a run. */
async function* portions(db: Db, run: string): AsyncGenerator<Rows> {
  for (let first = 0; ;) {
    const { rows } = await sql<{ last: number | null }>`SELECT max(row) AS last FROM (
      SELECT s.row FROM staged_row s WHERE ${isNew(run)} AND s.row >= ${first} ORDER BY s.row LIMIT ${PORTION_ROWS}) AS next`.execute(db);
    const last = rows[0]?.last;
    if (typeof last !== "number") return;
    yield { first, last };
    first = last + 1;
  }
}

/** Returns whether the plan looked at any row; it did at all new and changed ones. */
async function hasCandidates(db: Db, run: string): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`SELECT EXISTS (SELECT 1 FROM candidate WHERE run = ${run}) AS any`.execute(db);
  return rows[0]?.any === true;
}

/** Returns whether a job has cells that match a condition. */
async function hasCells(db: Db, job: string, condition = sql`true`): Promise<boolean> {
  const { rows } = await sql<{
    any: boolean;
  }>`SELECT EXISTS (SELECT 1 FROM person_cells c WHERE c.job = ${job} AND ${condition}) AS any`.execute(db);
  return rows[0]?.any === true;
}
