import { sql, type RawBuilder } from "kysely";
import { reclaim } from "../statistics.ts";
import type { Db } from "../schema/tables.ts";
import { isCandidateRow } from "../in-file/in-file.ts";
import { stagedPortions } from "../portions/staged-cells.ts";
import { sealCells } from "./cells.ts";
import { beforeContextOf, cellsBefore, cellsOf, digestOfCells, nextDigest } from "./valid-cells.ts";
import { inTransaction } from "../transaction.ts";

const PORTION_ROWS = 2000;

interface AcceptedRun {
  run: string;
  job: string;
  context: string;
  /** The places of sensitive cells. */
  secret: readonly number[];
}

interface CellsByRow {
  cells: ReadonlyMap<number, readonly (string | null)[]>;
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
  for await (const portion of stagedPortions(db, at.run)) await withCells(db, at.job, (transaction) => store(transaction, at, portion));
}

/** In the transaction of the release: stores the cells of a run that are not stored, or are other ones than its rows have. */
export async function completeCells(db: Db, at: AcceptedRun): Promise<void> {
  await lockCells(db, at.job);
  // Also found: rows whose cells another mapping, or other columns, gave before. These are compared, and mostly the same.
  const { rows } = await sql<{ row: number }>`SELECT s.row FROM staged_row s WHERE ${isNew(at.run)}
    AND NOT EXISTS (SELECT 1 FROM person_cells c WHERE c.job = ${at.job} AND c.key = s.key AND ${digestOf(at)} IN (c.next_digest, c.digest))
    ORDER BY s.row`.execute(db);
  if (rows.length === 0) return;
  const numbers = rows.map(({ row }) => row);
  let stored = 0;
  for await (const { cells } of stagedPortions(db, at.run, numbers)) {
    await storePortion(db, at, { cells }, true);
    stored += cells.size;
  }
  if (stored < numbers.length) throw new Error(`the cells of ${numbers.length - stored} rows of run ${at.run} are not stored`);
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
  const { numAffectedRows } = await sql`UPDATE person_cells c SET (cells, digest, before, before_context) = (
      SELECT ${cellsOf("c")}, ${digestOfCells("c")}, ${cellsBefore("c")}, ${beforeContextOf("c")}
      FROM (VALUES (1)) AS one LEFT JOIN person p ON p.job = c.job AND p.key = c.key),
    next_cells = NULL, next_digest = NULL, next_before_context = NULL WHERE ${condition}`.execute(db);
  return numAffectedRows ?? 0n;
}

/**
 * Stores the cells of one portion, if others of the job are stored already.
 * @param isRelease also those of people who are known and have none, because their key is lost: they are valid at once
 */
async function storePortion(db: Db, at: AcceptedRun, rows: CellsByRow, isRelease = false): Promise<void> {
  const { job } = at;
  // The valid cells by a subquery for each row: statistics that do not know the job cannot mislead it. Cells of people who
  // are not known yet are nobody's, so they need no place beside others.
  await sql`INSERT INTO person_cells (job, key, cells, digest, before, before_context, next_cells, next_digest, next_before_context)
    SELECT ${job}, s.key, COALESCE(o.cells, s.cells), CASE WHEN o.cells <> s.cells THEN o.digest ELSE ${digestOf(at)} END, o.before, o.before_context, n.*
    FROM ${await newRows(db, at, rows)} s LEFT JOIN LATERAL (
      SELECT ${cellsOf("c")} AS cells, ${digestOfCells("c")} AS digest, ${cellsBefore("c")} AS before, ${beforeContextOf("c")} AS before_context, p.context,
        c.next_digest IS NULL AS settled FROM person p
      LEFT JOIN person_cells c ON c.job = p.job AND c.key = p.key
      WHERE p.job = ${job} AND p.key = s.key LIMIT 1) o ON true
    LEFT JOIN LATERAL (SELECT s.cells, ${digestOf(at)}, o.context) n ON o.cells <> s.cells
    WHERE (o.cells = s.cells AND o.settled) IS NOT TRUE
      AND (${isRelease} OR o.context IS NULL OR o.cells IS NOT NULL)
    ON CONFLICT (job, key) DO UPDATE SET cells = excluded.cells, digest = excluded.digest, before = excluded.before, before_context = excluded.before_context,
      next_cells = excluded.next_cells, next_digest = excluded.next_digest, next_before_context = excluded.next_before_context`.execute(db);
}

/** Stores the cells of the first rows of a job: there are none to ask for. */
async function storeFirst(db: Db, at: AcceptedRun, rows: CellsByRow): Promise<void> {
  await sql`INSERT INTO person_cells (job, key, cells, digest)
    SELECT ${at.job}, s.key, s.cells, ${digestOf(at)} FROM ${await newRows(db, at, rows)} s`.execute(db);
}

/** Returns SQL for the new and changed rows of a portion that the run uses, with their cells, of which sensitive ones are sealed. */
async function newRows(db: Db, { run, job, secret }: AcceptedRun, { cells }: CellsByRow) {
  const used = await sql<{ row: number; key: string }>`SELECT s.row, s.key FROM staged_row s
    WHERE ${isNew(run)} AND s.row IN (SELECT jsonb_array_elements_text(${JSON.stringify([...cells.keys()])}::jsonb)::integer)`.execute(db);
  const rows = used.rows.map(({ row, key }) => ({ row, cells: sealCells(db, { job, key }, cells.get(row) ?? [], secret) }));
  return sql`(SELECT r.key, r.digest, g.cells FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g (row integer, cells jsonb)
    CROSS JOIN LATERAL (SELECT key, digest FROM staged_row WHERE run = ${run} AND row = g.row OFFSET 0) r)`;
}

/** Whether `staged_row s` is a new or changed row of the run. */
const isNew = (run: string) => sql`s.run = ${run} AND s.row_status = 'use' AND s.changed`;

const digestOf = ({ context }: Pick<AcceptedRun, "context">) => nextDigest(sql`s.digest`, sql`${context}::text`);

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
  const { rows } = await sql<{
    any: boolean;
  }>`SELECT EXISTS (SELECT 1 FROM staged_row s WHERE s.run = ${run} AND ${isCandidateRow}) AS any`.execute(db);
  return rows[0]?.any === true;
}

/** Returns whether a job has people, or cells. */
async function hasAnyone(db: Db, job: string): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`SELECT EXISTS (SELECT 1 FROM person WHERE job = ${job})
    OR EXISTS (SELECT 1 FROM person_cells WHERE job = ${job}) AS any`.execute(db);
  return rows[0]?.any === true;
}
