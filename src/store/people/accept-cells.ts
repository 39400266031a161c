import { sql, type RawBuilder } from "kysely";
import { reclaim } from "../statistics.ts";
import type { Db } from "../schema/tables.ts";
import { beforeContextOf, cellsBefore, cellsOf, nextDigest } from "./valid-cells.ts";
import { inTransaction } from "../transaction.ts";

const PORTION_ROWS = 2000;

interface AcceptedRun {
  run: string;
  job: string;
  context: string;
}

/** Rows of a file, both ends included. */
interface Rows {
  first: number;
  last: number;
}

/** Returns SQL for whether the person of stored cells is known. Those of others are valid for nobody. */
export const isKnown = (cells: string) =>
  sql`EXISTS (SELECT 1 FROM person p WHERE p.job = ${sql.ref(`${cells}.job`)} AND p.key = ${sql.ref(`${cells}.key`)})`;

/**
 * Changes the cells of a job while no other process can: a release needs its prepared cells until it ends, and statements
 * on many rows could wait for each other.
 */
export function withCells<T>(db: Db, job: string, work: (db: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (transaction) => {
    await lockCells(transaction, job);
    return work(transaction);
  });
}

async function lockCells(db: Db, job: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`cells:${job}`}, 0))`.execute(db);
}

/**
 * Stores the cells of new and changed rows beside those that are valid, in portions: they become valid when
 * `acceptStaged` stores the digests of their rows. That transaction is short because it finds them here.
 */
export async function prepareCells(db: Db, at: AcceptedRun): Promise<void> {
  if (!(await hasCandidates(db, at.run))) return;
  const store = (await hasAnyone(db, at.job)) ? storePortion : storeFirst;
  for await (const rows of portions(db, isNew(at.run))) await withCells(db, at.job, (transaction) => store(transaction, at, rows));
}

/** In the transaction of the release: stores the cells of a run that are not stored, or are other ones than its rows have. */
export async function completeCells(db: Db, at: AcceptedRun): Promise<void> {
  await lockCells(db, at.job);
  const { rows } = await sql<{ any: boolean }>`SELECT EXISTS (SELECT 1 FROM staged_row s WHERE ${isNew(at.run)}
    AND (SELECT CASE WHEN c.next_digest = ${digestOf(at)} THEN c.next_cells ELSE c.cells END = s.cells
      FROM person_cells c WHERE c.job = ${at.job} AND c.key = s.key) IS NOT TRUE) AS any`.execute(db);
  if (rows[0]?.any !== true) return;
  for await (const portion of portions(db, isNew(at.run))) await storePortion(db, at, portion, true);
}

/**
 * Lets the cells of a released run replace the earlier ones, and deletes those of a run that was not released, or of rows
 * that it did not accept after all; in portions.
 */
export async function settleCells(db: Db, run: string): Promise<void> {
  const found = await db.selectFrom("run").select(["job", "released"]).where("id", "=", run).executeTakeFirst();
  if (found === undefined || !(await hasCandidates(db, run))) return;
  const { job, released } = found;
  let settled = 0n;
  const isCandidate = sql`s.run = ${run} AND s.changed`;
  // The people of the others are known.
  const mayBeUnknown = released ? sql`s.row_status <> 'use'` : sql`true`;
  for await (const rows of portions(db, isCandidate)) {
    // Found by an index for each row. A join may read all cells of the job for each, where the statistics are old.
    const ofRows = (condition: RawBuilder<unknown>) => sql`c.ctid = ANY (ARRAY(SELECT ours.ctid FROM staged_row s CROSS JOIN LATERAL (
        SELECT n.ctid FROM person_cells n WHERE n.job = ${job} AND n.key = s.key AND ${condition} OFFSET 0) ours
      WHERE ${isCandidate} AND ${within(rows)}))`;
    settled += await withCells(db, job, async (transaction) => {
      const unknown = sql`${mayBeUnknown} AND NOT ${isKnown("n")}`;
      const { numAffectedRows } = await sql`DELETE FROM person_cells c WHERE ${ofRows(unknown)}`.execute(transaction);
      return (numAffectedRows ?? 0n) + (await settle(transaction, ofRows(sql`n.next_digest IS NOT NULL`)));
    });
  }
  // Otherwise each run would store its cells at the end of the table.
  if (settled > 0n) await reclaim(db, "person_cells");
}

/** The same for what runs of a job that were killed have left. @returns how many rows it wrote */
export function settleAllCells(db: Db, job: string): Promise<bigint> {
  return withCells(db, job, (transaction) => settle(transaction, sql`c.job = ${job} AND c.next_digest IS NOT NULL`));
}

/** @returns how many rows it wrote */
async function settle(db: Db, condition: RawBuilder<unknown>): Promise<bigint> {
  const { numAffectedRows } = await sql`UPDATE person_cells c SET (cells, before, before_context) = (
      SELECT ${cellsOf("c")}, ${cellsBefore("c")}, ${beforeContextOf("c")}
      FROM (VALUES (1)) AS one LEFT JOIN person p ON p.job = c.job AND p.key = c.key),
    next_cells = NULL, next_digest = NULL, next_before_context = NULL WHERE ${condition}`.execute(db);
  return numAffectedRows ?? 0n;
}

/**
 * Stores the cells of one portion, if others of the job are stored already.
 * @param isRelease also those of people who are known and have none, because their key is lost: they are valid at once
 */
async function storePortion(db: Db, at: AcceptedRun, rows: Rows, isRelease = false): Promise<void> {
  const { run, job } = at;
  // The valid cells by a subquery for each row: statistics that do not know the job cannot mislead it. Cells of people who
  // are not known yet are nobody's, so they need no place beside others.
  await sql`INSERT INTO person_cells (job, key, cells, before, before_context, next_cells, next_digest, next_before_context)
    SELECT ${job}, s.key, COALESCE(o.cells, s.cells), o.before, o.before_context, n.*
    FROM staged_row s LEFT JOIN LATERAL (
      SELECT ${cellsOf("c")} AS cells, ${cellsBefore("c")} AS before, ${beforeContextOf("c")} AS before_context, p.context,
        c.next_digest IS NULL AS settled FROM person p
      LEFT JOIN person_cells c ON c.job = p.job AND c.key = p.key
      WHERE p.job = ${job} AND p.key = s.key LIMIT 1) o ON true
    LEFT JOIN LATERAL (SELECT s.cells, ${digestOf(at)}, o.context) n ON o.cells <> s.cells
    WHERE ${isNew(run)} AND ${within(rows)} AND (o.cells = s.cells AND o.settled) IS NOT TRUE
      AND (${isRelease} OR o.context IS NULL OR o.cells IS NOT NULL)
    ON CONFLICT (job, key) DO UPDATE SET cells = excluded.cells, before = excluded.before, before_context = excluded.before_context,
      next_cells = excluded.next_cells, next_digest = excluded.next_digest, next_before_context = excluded.next_before_context`.execute(db);
}

/** Stores the cells of the first rows of a job: there are none to ask for. */
async function storeFirst(db: Db, { run, job }: AcceptedRun, rows: Rows): Promise<void> {
  await sql`INSERT INTO person_cells (job, key, cells)
    SELECT ${job}, s.key, s.cells FROM staged_row s WHERE ${isNew(run)} AND ${within(rows)}`.execute(db);
}

/** Whether `staged_row s` is a new or changed row of the run. */
const isNew = (run: string) => sql`s.run = ${run} AND s.row_status = 'use' AND s.changed`;

const digestOf = ({ context }: AcceptedRun) => nextDigest(sql`s.digest`, sql`${context}::text`);

const within = ({ first, last }: Rows) => sql`s.row BETWEEN ${first} AND ${last}`;

/** Divides rows of a run: `staged_row s` that match a condition. */
async function* portions(db: Db, condition: RawBuilder<unknown>): AsyncGenerator<Rows> {
  for (let first = 0; ;) {
    const { rows } = await sql<{ last: number | null }>`SELECT max(row) AS last FROM (
      SELECT s.row FROM staged_row s WHERE ${condition} AND s.row >= ${first} ORDER BY s.row LIMIT ${PORTION_ROWS}) AS next`.execute(db);
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

/** Returns whether a job has people, or cells. */
async function hasAnyone(db: Db, job: string): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`SELECT EXISTS (SELECT 1 FROM person WHERE job = ${job})
    OR EXISTS (SELECT 1 FROM person_cells WHERE job = ${job}) AS any`.execute(db);
  return rows[0]?.any === true;
}
